import { Construct } from "constructs";
import { propsGiven } from "./check-properties.ts";
import { objectGiven } from "./check-references.ts";
import type { Flag } from "./choice.ts";
import type { DocsObjectProps } from "./common-properties.ts";
import { defined } from "./defined.ts";
import { argumentsOf, DocsObject, importBlock } from "./docs-object.ts";
import { SiteLink, type SiteLinkOptions } from "./docs-site-link.ts";
import { SiteSection, type SiteSectionOptions } from "./docs-site-section.ts";
import { type FindOptions, ForeignMember } from "./foreign-object.ts";
import { DataDocsSiteSectionGroup } from "./generated/data-docs-site-section-group.ts";
import {
  type SiteSectionGroupConfig,
  SiteSectionGroup as SiteSectionGroupResource,
} from "./generated/site-section-group.ts";
import type { GroupReference, SiteReference } from "./references.ts";
import type { Sibling, SiblingOrder } from "./siblings.ts";
import { siteGiven } from "./site-given.ts";
import { structureOf } from "./site-structure.ts";
import { valuesOf } from "./values-of.ts";

/** The properties of a group, without its place. */
export interface SiteSectionGroupOptions
  extends DocsObjectProps<keyof SiteSectionGroupValues>,
    SiteSectionGroupValues {
  /** Whether its contents have the order of the code (`code`) or the order that people give them in the app (`unmanaged`). */
  readonly order?: SiblingOrder;
}

/** The properties of a group. */
export interface SiteSectionGroupProps extends SiteSectionGroupOptions {
  /** The site that it belongs to. A change replaces the group. */
  readonly site: SiteReference;
  /** Its parent group. If omitted, it is at the top level. A change moves the group if the service can, and replaces it otherwise. */
  readonly parent?: GroupReference;
}

interface SiteSectionGroupValues {
  /** Name of the group. 1 to 100 characters. */
  readonly title: string;
  /** Name of an icon. At most 50 characters. If omitted, the value is cleared. */
  readonly icon?: string;
  /**
   * Whether the group is a draft, which readers do not see. If omitted, the value stays as it is, and a new one is live.
   * Available only in the API version `current`.
   */
  readonly draft?: Flag;
  /**
   * The name of the group in languages other than the site's own, by language. At most 128 characters each. If omitted, the value
   * is cleared. Available only in the API version `current`.
   */
  readonly localizedTitle?: Readonly<Record<string, string>>;
}

/** A group that others may refer to or add objects to. */
export interface ISiteSectionGroup extends GroupReference {
  /** Adds a section to the group. */
  addSection(id: string, options: SiteSectionOptions): SiteSection;
  /** Adds a group to the group. */
  addGroup(id: string, options: SiteSectionGroupOptions): SiteSectionGroup;
  /** Adds a link to another website to the group. */
  addLink(id: string, options: SiteLinkOptions): SiteLink;
  /** Puts its contents into this order, instead of the order of the code. Contents that you do not list stay where they are. */
  arrange(members: readonly Sibling[]): void;
}

/**
 * A group of sections in a site's navigation. It may contain further groups.
 *
 * @example
 * docs.addGroup("reference", { title: "Reference" }).addSection("api", { title: "API", spaces: [api] });
 */
export class SiteSectionGroup
  extends DocsObject<"site_section_group", SiteSectionGroupResource>
  implements ISiteSectionGroup
{
  readonly resource: SiteSectionGroupResource;
  readonly site: SiteReference;
  readonly order: SiblingOrder;
  readonly #contents = new GroupContents(this);

  /** Refers to an existing group that the app does not manage. It can be the `parent` of other objects. */
  static fromId(site: SiteReference, id: string, groupId: string): ISiteSectionGroup {
    return new ForeignGroup(site, id, "site_section_group", { site, id: groupId });
  }

  /** Finds an existing group of a site by its title, which exactly one of the site has. The app does not manage it. */
  static fromTitle(
    site: SiteReference,
    id: string,
    title: string,
    { provider }: FindOptions = {},
  ): ISiteSectionGroup {
    const by = { title };
    return new ForeignGroup(site, id, "site_section_group", {
      site,
      id: { source: DataDocsSiteSectionGroup, by, provider },
    });
  }

  constructor(scope: Construct, id: string, given: SiteSectionGroupProps) {
    const props = propsGiven(given);
    const site = siteGiven(scope, id, props.site);
    const parent = objectGiven(props.parent);
    const structure = structureOf(site).within(scope);
    const provider = props.provider ?? structure.provider;
    super(scope, id, "site_section_group", props, { scope: site, container: parent, provider });
    this.site = site;
    this.order = props.order ?? "code";
    this.resource = new SiteSectionGroupResource(this, "Default", {
      ...argumentsOf(this, props, provider),
      ...valuesOf<SiteSectionGroupConfig>("site_section_group", props),
      siteId: site.id,
      ...defined({ parentId: parent?.id }),
    });
    importBlock(this, structure.importName(props.importFrom, this));
    structure.addResource(this.resource);
    structure.siblings(parent).add(this);
  }

  /**
   * Adds a section to the group. Its Terraform address does not contain the group, so a section that moves to another group stays
   * the same resource. Only if another group already has a section with this id, the address contains the group.
   */
  addSection(id: string, options: SiteSectionOptions): SiteSection {
    return this.#contents.addSection(id, options);
  }

  /** Adds a group to the group. Its Terraform address follows the same rule as the address of a section. */
  addGroup(id: string, options: SiteSectionGroupOptions): SiteSectionGroup {
    return this.#contents.addGroup(id, options);
  }

  /** Adds a link to another website to the group. Its Terraform address follows the same rule as the address of a section. */
  addLink(id: string, options: SiteLinkOptions): SiteLink {
    return this.#contents.addLink(id, options);
  }

  /** Puts its contents into this order, instead of the order of the code. Contents that you do not list stay where they are. */
  arrange(members: readonly Sibling[]): void {
    this.#contents.arrange(members);
  }
}

/** What the app adds to a group. */
class GroupContents {
  readonly #group: GroupReference;
  readonly #added = new Set<string>();

  constructor(group: GroupReference) {
    this.#group = group;
  }

  addSection(id: string, options: SiteSectionOptions): SiteSection {
    const { sections } = this.#structure();
    const place = { site: this.#group.site, parent: this.#group };
    return new SiteSection(this.#scopeOf(id, sections), id, { ...options, ...place });
  }

  addGroup(id: string, options: SiteSectionGroupOptions): SiteSectionGroup {
    const groups = this.#structure().parentOfAll("groups");
    const place = { site: this.#group.site, parent: this.#group };
    return new SiteSectionGroup(this.#scopeOf(id, groups), id, { ...options, ...place });
  }

  addLink(id: string, options: SiteLinkOptions): SiteLink {
    const links = this.#structure().parentOfAll("links");
    const place = { site: this.#group.site, parent: this.#group };
    return new SiteLink(this.#scopeOf(id, links), id, { ...options, ...place });
  }

  arrange(members: readonly Sibling[]): void {
    this.#structure().siblings(this.#group).arrange(members);
  }

  #structure() {
    return structureOf(this.#group.site).within(this.#group);
  }

  /** The parent construct for this id: the shared one, or the group's own if another group already uses the id. */
  #scopeOf(id: string, shared: Construct): Construct {
    const own = `(${this.#group.node.path})`;
    const isHere = this.#added.has(`${shared.node.path} ${id}`);
    this.#added.add(`${shared.node.path} ${id}`);
    if (isHere || shared.node.tryFindChild(id) === undefined) return shared;
    return (
      (shared.node.tryFindChild(own.replaceAll("/", "--")) as Construct | undefined) ??
      new Construct(shared, own)
    );
  }
}

class ForeignGroup extends ForeignMember<"site_section_group"> implements ISiteSectionGroup {
  readonly #contents = new GroupContents(this);

  addSection(id: string, options: SiteSectionOptions): SiteSection {
    return this.#contents.addSection(id, options);
  }

  addGroup(id: string, options: SiteSectionGroupOptions): SiteSectionGroup {
    return this.#contents.addGroup(id, options);
  }

  addLink(id: string, options: SiteLinkOptions): SiteLink {
    return this.#contents.addLink(id, options);
  }

  arrange(members: readonly Sibling[]): void {
    this.#contents.arrange(members);
  }
}
