import { Construct } from "constructs";
import { objectGiven, siteGiven } from "./check-references.ts";
import { asJson, defined } from "./defined.ts";
import { argumentsOf, DocsObject, type DocsObjectProps, importBlock } from "./docs-object.ts";
import { ForeignMember } from "./foreign-object.ts";
import { SiteSectionGroup as SiteSectionGroupResource } from "./generated/site-section-group.ts";
import type { ISite, ISiteSectionGroup } from "./references.ts";
import type { Sibling, SiblingOrder } from "./siblings.ts";
import { SiteSection, type SiteSectionOptions } from "./site-section.ts";

/** What a group is, besides where it is. */
export interface SiteSectionGroupOptions
  extends DocsObjectProps<keyof SiteSectionGroupValues>,
    SiteSectionGroupValues {
  /** Whether what it holds stands on the site as the code adds it (`code`), or as the people in the app put it. */
  readonly order?: SiblingOrder;
}

/** What a group is. */
export interface SiteSectionGroupProps extends SiteSectionGroupOptions {
  /** The site that it belongs to. A change replaces it. */
  readonly site: ISite;
  /**
   * The group that it is inside of. Absent: none, it is at the top. A change moves it where the service can, and
   * replaces it where not.
   */
  readonly parent?: ISiteSectionGroup;
}

interface SiteSectionGroupValues {
  /** Name of the group. 1 to 100 characters. */
  readonly title: string;
  /** Name of an icon. At most 50 characters. Absent: cleared. */
  readonly icon?: string;
  /**
   * Whether the group is a draft, which readers do not see. Absent: not managed, a new one is live.
   * Only on the service's current API version.
   */
  readonly draft?: boolean;
  /**
   * The name of the group in other languages than the site's own, by language. At most 128 characters each. Absent: cleared.
   * Only on the service's current API version.
   */
  readonly localizedTitle?: Readonly<Record<string, string>>;
}

/** A group of sections in a site's navigation. It may hold further groups. */
export class SiteSectionGroup
  extends DocsObject<"site_section_group", SiteSectionGroupResource>
  implements ISiteSectionGroup
{
  readonly resource: SiteSectionGroupResource;
  readonly site: ISite;
  readonly order: SiblingOrder;
  readonly #added = new Set<string>();

  /** A group that is there already and is not managed by the app. It can be given as the `parent` of others. */
  static fromId(site: ISite, id: string, groupId: string): ISiteSectionGroup {
    return new ForeignMember(site, id, "site_section_group", { site, id: groupId });
  }

  constructor(scope: Construct, id: string, props: SiteSectionGroupProps) {
    const { title, icon, draft, localizedTitle } = props;
    const site = siteGiven(scope, id, props.site);
    const parent = objectGiven(props.parent);
    const structure = site.structure.within(scope);
    const provider = props.provider ?? structure.provider;
    super(scope, id, "site_section_group", props, { scope: site, container: parent, provider });
    this.site = site;
    this.order = props.order ?? "code";
    this.resource = new SiteSectionGroupResource(this, "Default", {
      ...argumentsOf("site_section_group", props, provider),
      siteId: site.id,
      title,
      ...defined({ parentId: parent?.id, icon, draft, localizedTitle: asJson(localizedTitle) }),
    });
    importBlock(this, structure.importName(props.importFrom));
    structure.addResource(this.resource);
    structure.siblings(parent).add(this);
  }

  /**
   * Adds a section to the group. The group is no part of its address, so that a section that goes to another group stays the
   * same resource; only where another group has a section of this id already, it is.
   */
  addSection(id: string, options: SiteSectionOptions): SiteSection {
    const { site } = this;
    return new SiteSection(this.#scopeOf(id, site.structure.within(this).sections), id, {
      ...options,
      site,
      parent: this,
    });
  }

  /** Adds a group to the group. Its address is as that of a section. */
  addGroup(id: string, options: SiteSectionGroupOptions): SiteSectionGroup {
    const { site } = this;
    return new SiteSectionGroup(this.#scopeOf(id, site.structure.within(this).groups), id, {
      ...options,
      site,
      parent: this,
    });
  }

  /** The construct under which one with this id stands: this one's own where another group has the id already. */
  #scopeOf(id: string, shared: Construct): Construct {
    const own = `(${this.node.path})`;
    const isHere = this.#added.has(`${shared.node.path} ${id}`);
    this.#added.add(`${shared.node.path} ${id}`);
    if (isHere || shared.node.tryFindChild(id) === undefined) return shared;
    return (
      (shared.node.tryFindChild(own.replaceAll("/", "--")) as Construct | undefined) ??
      new Construct(shared, own)
    );
  }

  /** Puts what it holds into this order in place of that of the code. What is not listed stays where it is. */
  arrange(members: readonly Sibling[]): void {
    this.site.structure.within(this).siblings(this).arrange(members);
  }
}
