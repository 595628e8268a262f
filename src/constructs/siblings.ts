import { Lazy, type TerraformProvider, type TerraformResource } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { wordsOf } from "../model/codes/app-words.ts";
import type { constructsCodes } from "../model/codes/constructs-codes.ts";
import type { FactsOf } from "../model/codes/fail.ts";
import { orderPositionField } from "../model/terraform-schema.ts";
import { defined } from "./defined.ts";
import { SiteOrder } from "./generated/site-order.ts";
import { identityOf } from "./identity-of.ts";
import { problemText } from "./problem-text.ts";
import { ImportBlock } from "./terraform-blocks.ts";

/** How the objects of one parent are ordered: as the code adds them (`code`), or as people order them in the app (`unmanaged`). */
export type SiblingOrder = "code" | "unmanaged";

/** An object of a site, as one of several with the same parent. */
export interface Sibling {
  /** The type of the object. */
  readonly kind: string;
  /** Its id on the service, or a token for it. */
  readonly id: string;
}

/** The common properties of the objects of one parent. */
export interface SiblingsPlace {
  /** Their parent: the site, a group, or a section. */
  readonly parent: Construct;
  readonly siteId: string;
  /** Absent: they are at the top level of the site. */
  readonly parentId?: string;
  readonly provider: TerraformProvider | undefined;
  /** The order's id in an import, if the app imports the parent. Then the order exists too. */
  readonly importName?: string;
  readonly order: SiblingOrder;
  /** Place of the stack among those that add objects to the site. Absent: it declares the parent. */
  readonly guest?: number;
  /** Called with the resource that orders them, when it is created. */
  readonly onOrder: (resource: TerraformResource) => void;
}

/**
 * The objects of one parent in their order. From the second object on, a resource keeps the order; in another stack than the parent's from
 * the first one on, because its objects come after those of the parent's stack.
 */
export class Siblings {
  readonly #place: SiblingsPlace;
  readonly #members: Sibling[] = [];
  #isListed = true;
  #arranged: readonly Sibling[] | undefined;
  #isArrangedTwice = false;
  #resource: SiteOrder | undefined;

  constructor(place: SiblingsPlace) {
    this.#place = place;
    const { parent } = place;
    parent.node.addValidation({ validate: () => this.#problems() });
  }

  /** The objects that the app declares, in the order of the code. */
  get members(): readonly Sibling[] {
    return this.#members;
  }

  add(member: Sibling): void {
    this.#members.push(member);
    const fewest = this.#place.guest === undefined ? 2 : 1;
    if (this.#members.length >= fewest && this.#place.order === "code") this.#addResource();
  }

  /** Replaces the order of the code. Objects that are not listed keep their places. */
  arrange(members: readonly Sibling[]): void {
    this.#isArrangedTwice = this.#arranged !== undefined;
    // An app without types may pass anything.
    const given: readonly unknown[] = Array.isArray(members) ? [...members] : [undefined];
    this.#arranged = given.filter(isSibling);
    this.#isListed = this.#arranged.length === given.length;
    if (this.#arranged.length > 1) this.#addResource();
  }

  /** Creates the resource once. The synthesis determines the objects that it lists. */
  #addResource(): void {
    if (this.#resource !== undefined) return;
    const { parent, siteId, parentId, provider, importName, guest, onOrder } = this.#place;
    const ids = Lazy.listValue({ produce: () => (this.#arranged ?? this.#members).map(({ id }) => id) });
    this.#resource = new SiteOrder(parent, "(order)", { ...defined({ siteId, parentId, provider }), ids });
    if (guest !== undefined) this.#resource.addOverride(`//.${orderPositionField}`, guest);
    if (importName !== undefined) new ImportBlock(parent, "(order import)", this.#resource, importName);
    onOrder(this.#resource);
  }

  #problems(): string[] {
    const arranged = this.#arranged ?? [];
    const twice = arranged.filter((member, at) => arranged.indexOf(member) !== at);
    const known = new Set(this.#members);
    // The order may contain objects that the app does not manage. Only the service knows their parent.
    const misplaced = arranged.filter((member) => !known.has(member) && isManaged(member));
    const { parent, order } = this.#place;
    const site = siteOf(parent) ?? (parent as SiteLike);
    const ofAnotherSite = arranged.filter((member) => !isManaged(member) && isOnAnother(site, member));
    return [
      ...(this.#isListed ? [] : [wrongMember({ case: "notListed" })]),
      ...(this.#isArrangedTwice ? [wrongMember({ case: "arrangedTwice" })] : []),
      ...(this.#arranged !== undefined && order === "unmanaged" ? [wrongMember({ case: "unmanaged" })] : []),
      ...ofAnotherSite.map((member) => wrongMember({ case: "otherSite", member: siblingName(member) })),
      ...twice.map((member) => wrongMember({ case: "twice", member: siblingName(member) })),
      ...misplaced.map((member) => wrongMember({ case: "misplaced", member: siblingName(member) })),
    ];
  }
}

function wrongMember(facts: FactsOf<(typeof constructsCodes)["constructs/invalid-order"]>): string {
  return problemText(wordsOf("constructs/invalid-order", facts));
}

type SiteLike = Construct & { readonly id: string };

function siteOf(object: object): SiteLike | undefined {
  return (object as { readonly site?: SiteLike }).site;
}

function isOnAnother(site: SiteLike, member: Sibling): boolean {
  const own = siteOf(member);
  return own !== undefined && identityOf(own) !== identityOf(site);
}

function isSibling(member: unknown): member is Sibling {
  return typeof member === "object" && member !== null && "kind" in member && "id" in member;
}

function isManaged(member: Sibling): boolean {
  return "resource" in member;
}

function siblingName(member: Sibling): string {
  return "node" in member ? (member as unknown as IConstruct).node.path : member.id;
}
