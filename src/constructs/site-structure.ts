import { Lazy, type TerraformProvider, type TerraformResource, TerraformStack, Token } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { wordsOf } from "../model/codes/app-words.ts";
import { getOrMake } from "../util/groups.ts";
import { present } from "../util/present.ts";
import type { Flag } from "./choice.ts";
import { defined } from "./defined.ts";
import { idsOf } from "./former-path.ts";
import { SitePublication } from "./generated/site-publication.ts";
import { SiteSection } from "./generated/site-section.ts";
import { SiteSpace } from "./generated/site-space.ts";
import { problemText } from "./problem-text.ts";
import type { SiteReference } from "./references.ts";
import { type Sibling, type SiblingOrder, Siblings } from "./siblings.ts";
import { stackMovesOf } from "./stack-moves.ts";
import { isInOneStack } from "./stacks.ts";
import { ImportBlock, terraformAddress } from "./terraform-blocks.ts";
import { typeOf } from "./types.ts";

/** The site of a structure. */
export interface StructurePlace {
  readonly site: Construct;
  readonly siteId: string;
  /** The name of the site in import ids. */
  readonly importName: string;
  /** Whether the app imports the site. Then it also imports its order and its publication. */
  readonly isImported: boolean;
  readonly provider: TerraformProvider | undefined;
  readonly order: SiblingOrder;
  /** Whether the app declares the site. Then the other contents wait for the first one in the code, the default of a new site. */
  readonly isDeclared: boolean;
  /** Whether the site contains only objects that the app adds. */
  readonly startsEmpty: boolean;
  /** Place of the stack among those that add objects to the site. Absent: the stack of the site. */
  readonly guest?: number;
}

/** A parent with ordered children: a group or a section. */
interface Parent extends Construct {
  readonly id: string;
  /** Absent: the order of the code. */
  readonly order?: SiblingOrder;
  /** The child that the service creates together with the parent. */
  readonly firstSpace?: Sibling;
}

/** The structures of sites. */
const structures = new WeakMap<IConstruct, SiteStructure>();

/** The structure of a site. Throws for any other construct. */
export function structureOf(site: SiteReference): SiteStructure {
  const structure = structureIn(site);
  if (structure === undefined) throw new TypeError(`${site.node.path} is not a site.`);
  return structure;
}

/** The structure of a value that is a site. Undefined: it is not one. */
export function structureIn(value: object): SiteStructure | undefined {
  return structures.get(value as IConstruct);
}

/** The objects that the app adds to a site. The structure keeps their order, and publishes the site after them. */
export class SiteStructure {
  readonly #place: StructurePlace;
  readonly #topSiblings: Siblings;
  readonly #siblingsByParent = new Map<IConstruct, Siblings>();
  readonly #structuresOfOtherStacks = new Map<TerraformStack, SiteStructure>();
  readonly #resources: TerraformResource[] = [];
  readonly #importNames = new Map<IConstruct, string>();
  readonly #parents = new Map<string, Construct>();
  #firstContent: TerraformResource | undefined;
  #publication: SitePublication | undefined;

  constructor(place: StructurePlace) {
    this.#place = place;
    this.#topSiblings = new Siblings({
      ...this.#siblingsPlace({ parent: place.site, order: place.order }),
      ...present({ guest: place.guest }),
      ...(place.isImported ? { importName: place.importName } : {}),
    });
    place.site.node.addValidation({ validate: () => this.#problems() });
    structures.set(place.site, this);
  }

  /**
   * The structure of the site in the stack of a construct. The objects of each stack have an order of their own, and those of the site's
   * stack come first.
   */
  within(construct: IConstruct): SiteStructure {
    const { site, siteId } = this.#place;
    const stack = TerraformStack.of(construct);
    if (stack === TerraformStack.of(site)) return this;
    const existing = this.#structuresOfOtherStacks.get(stack);
    if (existing !== undefined) return existing;
    const structure = new SiteStructure({
      site: constructFor(site, stack),
      siteId,
      importName: siteId,
      isImported: false,
      provider: undefined,
      order: this.#place.order,
      isDeclared: false,
      startsEmpty: false,
      guest: this.#structuresOfOtherStacks.size + 1,
    });
    this.#structuresOfOtherStacks.set(stack, structure);
    return structure;
  }

  get provider(): TerraformProvider | undefined {
    return this.#place.provider;
  }

  /** The parent construct of sections: the site's own, so that a section keeps its address when it moves. */
  get sections(): Construct {
    return this.#place.site;
  }

  /** The parent construct of all groups or links, also of those in a group. It keeps their ids apart from those of sections. */
  parentOfAll(kind: "groups" | "links"): Construct {
    return getOrMake(this.#parents, kind, () => new Construct(this.#place.site, `(${kind})`));
  }

  /**
   * The id of an object of the site in an import, as the provider expects it. `object`: it contains others, whose order is imported with
   * it if the site's id is known before the apply.
   */
  importName(objectId: string | undefined, object?: IConstruct): string | undefined {
    if (objectId === undefined) return undefined;
    const name = `${this.#place.importName}/${objectId}`;
    if (object !== undefined && !Token.isUnresolved(name)) this.#importNames.set(object, name);
    return name;
  }

  /** Adds a resource that the publication of the site waits for. */
  addResource(resource: TerraformResource): void {
    this.#resources.push(resource);
  }

  /**
   * Adds a section, or a space of a site without sections. The service makes the first one that it creates the default, and Terraform
   * creates independent resources in any order. So the others wait for the first one in the code.
   */
  addContent(resource: TerraformResource): void {
    this.addResource(resource);
    const first = this.#firstContent;
    this.#firstContent ??= resource;
    // If the first resource has dependencies, this one may be among them. Then a dependency on the first would be a cycle.
    if (first === undefined || first.dependsOn !== undefined || !this.#place.isDeclared) return;
    const dependencies = resource.dependsOn ?? [];
    resource.dependsOn = Lazy.listValue({ produce: () => [...dependencies, terraformAddress(first)] });
  }

  /** The objects of a parent. Without a parent, those at the top level. */
  siblings(parent?: Parent): Siblings {
    if (parent === undefined) return this.#topSiblings;
    const existing = this.#siblingsByParent.get(parent);
    if (existing !== undefined) return existing;
    const { id, order = "code", firstSpace } = parent;
    const isParentHere = isInOneStack(parent, this.#place.site);
    const parentHere = isParentHere ? parent : constructFor(parent, this.#place.site);
    const importName = this.#importNames.get(parent);
    const siblings = new Siblings({
      ...this.#siblingsPlace({ parent: parentHere, order }, id),
      ...present({ importName }),
      // The stack of the site may be another one than that of the parent.
      ...(isParentHere ? {} : { guest: this.#place.guest ?? 0 }),
    });
    // The stack of the parent orders the first space.
    if (firstSpace !== undefined && isParentHere) siblings.add(firstSpace);
    this.#siblingsByParent.set(parent, siblings);
    return siblings;
  }

  /** Publishes or unpublishes the site after its whole structure is in place. */
  publish(published: Flag): void {
    const { site, siteId, provider } = this.#place;
    const publication = new SitePublication(site, "(publication)", {
      ...defined({ siteId, provider }),
      published,
    });
    const { isImported, importName } = this.#place;
    if (isImported) new ImportBlock(site, "(publication import)", publication, importName);
    // Lazy, because the app adds most of the structure later.
    publication.dependsOn = Lazy.listValue({ produce: () => this.#resources.map(terraformAddress) });
    this.#publication = publication;
  }

  /** The resource that publishes or unpublishes the site. Undefined: the app does neither. */
  get publication(): SitePublication | undefined {
    return this.#publication;
  }

  #siblingsPlace({ parent, order }: { parent: Construct; order: SiblingOrder }, parentId?: string) {
    const { siteId, provider } = this.#place;
    const onOrder = (resource: TerraformResource) => this.addResource(resource);
    return { parent, order, siteId, provider, onOrder, ...present({ parentId }) };
  }

  #problems(): string[] {
    return [...this.#mixedContentProblems(), ...this.#publicationProblems()];
  }

  #publicationProblems(): string[] {
    const publishesSite = this.#publication?.publishedInput === true;
    if (!publishesSite || !this.#place.startsEmpty || this.#hasContent()) return [];
    return [problemText(wordsOf("constructs/no-content"))];
  }

  /** Whether the site may have content. A resource that the app adds without a construct counts, because it may belong to any site. */
  #hasContent(): boolean {
    if (this.#firstContent !== undefined) return true;
    const all = TerraformStack.of(this.#place.site).node.findAll();
    return all.some(
      (each) => (each instanceof SiteSection || each instanceof SiteSpace) && each.node.id !== mainResourceId,
    );
  }

  /** The service cannot put every kind beside every other one at the top level. */
  #mixedContentProblems(): string[] {
    const siblingSetOf = ({ kind }: Sibling) => typeOf(kind).order?.siblingSet;
    const [first, ...others] = this.#topSiblings.members;
    if (first === undefined) return [];
    const misfit = others.find((other) => siblingSetOf(other) !== siblingSetOf(first));
    if (misfit === undefined) return [];
    const [these, those] = [typeOf(first.kind).label.many, typeOf(misfit.kind).label.many];
    return [problemText(wordsOf("constructs/mixed-contents", { these, those }))];
  }
}

/** A construct for an object of another stack. */
function constructFor(object: Construct, scope: Construct): Construct {
  const idFrom = (ids: readonly string[]) => `(${ids.join("/")})`;
  const construct = new Construct(scope, idFrom(idsOf(object)));
  stackMovesOf(scope).addFollower({
    construct,
    leader: object,
    // A construct has no slash in its id.
    idFrom: (ids) => idFrom(ids).replaceAll("/", "--"),
  });
  return construct;
}

/** Id of a construct's main resource below the construct. */
const mainResourceId = "Default";
