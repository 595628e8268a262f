import { Lazy, type TerraformProvider, type TerraformResource, TerraformStack } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { present } from "../model/present.ts";
import { defined } from "./defined.ts";
import { SitePublication } from "./generated/site-publication.ts";
import { SiteSection } from "./generated/site-section.ts";
import { SiteSpace } from "./generated/site-space.ts";
import { type Sibling, type SiblingOrder, Siblings } from "./siblings.ts";
import { isInOneStack } from "./stacks.ts";
import { terraformAddress } from "./terraform-blocks.ts";
import { typeOf } from "./types.ts";

/** The site whose structure it is. */
export interface StructurePlace {
  readonly site: Construct;
  readonly siteId: string;
  /** How the provider calls the site in the id of an import. */
  readonly importName: string;
  readonly provider: TerraformProvider | undefined;
  readonly order: SiblingOrder;
  /** Whether the app makes the site, so that what it shows first is what it opens with. */
  readonly isNew: boolean;
  /** Whether nothing is in it but what the app puts there. */
  readonly startsEmpty: boolean;
}

/** A parent whose objects have an order: a group, or a section. */
interface Parent extends Construct {
  readonly id: string;
  readonly order: SiblingOrder;
  /** What it holds without being told. */
  readonly firstSpace?: Sibling;
}

/** What the app puts into a site: in which order it is, and when the site is published. */
export class SiteStructure {
  readonly #place: StructurePlace;
  readonly #top: Siblings;
  readonly #inside = new Map<IConstruct, Siblings>();
  readonly #inOtherStacks = new Map<TerraformStack, SiteStructure>();
  readonly #resources: TerraformResource[] = [];
  #groups: Construct | undefined;
  #opening: TerraformResource | undefined;
  #publication: SitePublication | undefined;

  constructor(place: StructurePlace) {
    this.#place = place;
    this.#top = new Siblings(this.#siblingsPlace({ parent: place.site, order: place.order }));
    place.site.node.addValidation({ validate: () => this.#problems() });
  }

  /**
   * The structure as the stack of a construct has it: what another stack puts into the site is ordered there among itself, and
   * comes after what is here.
   */
  within(construct: IConstruct): SiteStructure {
    const { site, siteId } = this.#place;
    const stack = TerraformStack.of(construct);
    if (stack === TerraformStack.of(site)) return this;
    const known = this.#inOtherStacks.get(stack);
    if (known !== undefined) return known;
    const structure = new SiteStructure({
      site: new Construct(stack, `(${site.node.path})`),
      siteId,
      importName: siteId,
      provider: undefined,
      order: this.#place.order,
      isNew: false,
      startsEmpty: false,
    });
    this.#inOtherStacks.set(stack, structure);
    return structure;
  }

  get provider(): TerraformProvider | undefined {
    return this.#place.provider;
  }

  /** The construct under which sections stand: the site's own, so that a section keeps its address when it moves. */
  get sections(): Construct {
    return this.#place.site;
  }

  /** The construct under which groups stand, in whichever group they are: a section may have the id of a group. */
  get groups(): Construct {
    this.#groups ??= new Construct(this.#place.site, "(groups)");
    return this.#groups;
  }

  /** The id by which the provider finds an object of the site for an import. */
  importName(objectId: string | undefined): string | undefined {
    return objectId === undefined ? undefined : `${this.#place.importName}/${objectId}`;
  }

  /** Counts a resource among what must be in place before the site is published. */
  addResource(resource: TerraformResource): void {
    this.#resources.push(resource);
  }

  /**
   * Counts a section, or a space of a site without sections. The service makes the one that is there first the default, and
   * Terraform makes what nothing keeps apart in any order: so the others wait for the first of the code.
   */
  addOpening(resource: TerraformResource): void {
    this.addResource(resource);
    const first = this.#opening;
    this.#opening ??= resource;
    // Where the first one waits for something, that may be one of these: waiting for each other would be a ring.
    if (first === undefined || first.dependsOn !== undefined || !this.#place.isNew) return;
    const given = resource.dependsOn ?? [];
    resource.dependsOn = Lazy.listValue({ produce: () => [...given, terraformAddress(first)] });
  }

  /** The objects of a parent; without one, those at the top. */
  siblings(parent?: Parent): Siblings {
    if (parent === undefined) return this.#top;
    const known = this.#inside.get(parent);
    if (known !== undefined) return known;
    const { id, order, firstSpace } = parent;
    const isHere = isInOneStack(parent, this.#place.site);
    const standIn = isHere ? parent : new Construct(this.#place.site, `(${parent.node.path})`);
    const siblings = new Siblings(this.#siblingsPlace({ parent: standIn, order }, id));
    // Its own stack orders what is made together with it.
    if (firstSpace !== undefined && isHere) siblings.add(firstSpace);
    this.#inside.set(parent, siblings);
    return siblings;
  }

  /** Makes the site live, or takes it offline, when the whole of its structure is in place. */
  publish(published: boolean): void {
    const { site, siteId, provider } = this.#place;
    const publication = new SitePublication(site, "(publication)", {
      ...defined({ siteId, provider }),
      published,
    });
    // Lazy, because most of the structure is added after this.
    publication.dependsOn = Lazy.listValue({ produce: () => this.#resources.map(terraformAddress) });
    this.#publication = publication;
  }

  /** What makes the site live, or takes it offline. Undefined: the app leaves that to others. */
  get publication(): SitePublication | undefined {
    return this.#publication;
  }

  #siblingsPlace({ parent, order }: { parent: Construct; order: SiblingOrder }, parentId?: string) {
    const { siteId, provider } = this.#place;
    const onOrder = (resource: TerraformResource) => this.addResource(resource);
    return { parent, order, siteId, provider, onOrder, ...present({ parentId }) };
  }

  #problems(): string[] {
    return [...this.#mixed(), ...this.#publishedEmpty()];
  }

  #publishedEmpty(): string[] {
    const isLive = this.#publication?.publishedInput === true;
    if (!isLive || !this.#place.startsEmpty || this.#hasContent()) return [];
    return [
      "The service cannot publish a site without content. Add a section or a space, or remove published.",
    ];
  }

  /** Whether the app puts something to read into the site; a plain resource of the provider may do so for any site. */
  #hasContent(): boolean {
    if (this.#opening !== undefined) return true;
    const all = TerraformStack.of(this.#place.site).node.findAll();
    return all.some(
      (each) =>
        (each instanceof SiteSection || each instanceof SiteSpace) && each.node.id !== resourceOfConstruct,
    );
  }

  #mixed(): string[] {
    const [first, other] = differentSets(this.#top.members);
    if (first === undefined || other === undefined) return [];
    const [many, others] = [typeOf(first.kind).label.many, typeOf(other.kind).label.many];
    return [`A site cannot have ${many} beside ${others}. Remove the ${many} or the ${others}.`];
  }
}

/** Id of the resource below the construct that it is the resource of. */
const resourceOfConstruct = "Default";

/** The first sibling, and the first one of a kind that cannot stand beside it. */
function differentSets(members: readonly Sibling[]): readonly (Sibling | undefined)[] {
  const setOf = ({ kind }: Sibling) => typeOf(kind).order?.siblingSet;
  const [first] = members;
  return [first, members.find((member) => first !== undefined && setOf(member) !== setOf(first))];
}
