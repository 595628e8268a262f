import type { Construct } from "constructs";
import { registerDefault, registerName } from "./check-place.ts";
import { objectGiven, referenceProblems, siteGiven } from "./check-references.ts";
import { asJson, defined } from "./defined.ts";
import { argumentsOf, DocsObject, type DocsObjectProps, importBlock } from "./docs-object.ts";
import { ForeignMember } from "./foreign-object.ts";
import {
  DataDocsSiteSection,
  type DataDocsSiteSectionUrlsOutputReference,
} from "./generated/data-docs-site-section.ts";
import {
  SiteSection as SiteSectionResource,
  type SiteSectionUrlsOutputReference,
} from "./generated/site-section.ts";
import type { ISite, ISiteSection, ISiteSectionGroup, ISiteSpace, ISpace } from "./references.ts";
import type { Sibling, SiblingOrder } from "./siblings.ts";
import { SiteSpace, type SiteSpaceOptions } from "./site-space.ts";

/** One space of a section with what is particular about it there. */
export interface SectionSpace extends SiteSpaceOptions {
  /** Id of its construct below the section. Absent: that of the space. */
  readonly id?: string;
}

/** What a section is, besides where it is. */
export interface SiteSectionOptions extends DocsObjectProps<keyof SiteSectionValues>, SiteSectionValues {
  /** Whether its spaces stand on the site as the code adds them (`code`), or as the people in the app put them. */
  readonly order?: SiblingOrder;
}

/** What a section is. */
export interface SiteSectionProps extends SiteSectionOptions {
  /** The site that it belongs to. A change replaces it. */
  readonly site: ISite;
  /** The group that it is inside of. Absent: none, it is at the top. A change moves it. */
  readonly parent?: ISiteSectionGroup;
}

interface SiteSectionValues {
  /** Name of the section. 2 to 128 characters. */
  readonly title: string;
  /**
   * The spaces that it shows, its variants, at least one. The first one is made together with the section, and is its default
   * unless another one says so. Nothing else of it can be set: put a space that needs more behind another
   * one, and let `arrange` say the order.
   */
  readonly spaces: readonly (ISpace | SectionSpace)[];
  /**
   * Its part of the site's addresses. 1 to 100 characters. Absent: not managed, the service derives
   * one from the title.
   */
  readonly path?: string;
  /** Name of an icon. At most 50 characters. Absent: cleared. */
  readonly icon?: string;
  /** A line about the section, shown in the navigation. At most 256 characters. Absent: cleared. */
  readonly description?: string;
  /** Expression that says which visitors see the section. At most 1024 characters. Absent: cleared. */
  readonly condition?: string;
  /**
   * Whether the section is a draft, which readers do not see. Absent: not managed, a new one is live.
   * Only on the service's current API version.
   */
  readonly draft?: boolean;
  /**
   * The name of the section in other languages than the site's own, by language. At most 128 characters each. Absent: cleared.
   * Only on the service's current API version.
   */
  readonly localizedTitle?: Readonly<Record<string, string>>;
  /**
   * The line about the section in other languages than the site's own, by language. At most 256 characters each. Absent: cleared.
   * Only on the service's current API version.
   */
  readonly localizedDescription?: Readonly<Record<string, string>>;
  /**
   * Makes it the section that the site opens with. Absent: not managed, and the first section of a new site has the role;
   * to take it away, give it to another one.
   */
  readonly default?: true;
}

/** A section of a site: one entry of the navigation, with one or several variants of its content. */
export class SiteSection extends DocsObject<"site_section", SiteSectionResource> implements ISiteSection {
  readonly resource: SiteSectionResource;
  readonly site: ISite;
  readonly order: SiblingOrder;
  #firstSpace: ISiteSpace | undefined;
  #published: DataDocsSiteSection | undefined;

  /** A section that is there already and is not managed by the app. */
  static fromId(site: ISite, id: string, sectionId: string): ISiteSection {
    return new ForeignMember(site, id, "site_section", { site, id: sectionId });
  }

  constructor(scope: Construct, id: string, props: SiteSectionProps) {
    const { title, path, icon, description, condition, draft } = props;
    const site = siteGiven(scope, id, props.site);
    const parent = objectGiven(props.parent);
    const structure = site.structure.within(scope);
    const provider = props.provider ?? structure.provider;
    super(scope, id, "site_section", props, { scope: site, container: parent, provider });
    this.site = site;
    this.order = props.order ?? "code";
    const [first, ...further] = props.spaces.map(described);
    this.resource = new SiteSectionResource(this, "Default", {
      ...argumentsOf("site_section", props, provider),
      siteId: site.id,
      spaceId: objectGiven(first?.space)?.id ?? "",
      title,
      ...defined({
        parentId: parent?.id,
        path,
        icon,
        description,
        condition,
        draft,
        default: props.default,
        localizedTitle: asJson(props.localizedTitle),
        localizedDescription: asJson(props.localizedDescription),
      }),
    });
    importBlock(this, structure.importName(props.importFrom));
    structure.addOpening(this.resource);
    structure.siblings(parent).add(this);
    this.#checkFirst(first);
    for (const each of further) this.#addFurther(each);
  }

  /** Adds a further space, a variant of the section's content. */
  addSpace(id: string, options: SiteSpaceOptions): SiteSpace {
    return new SiteSpace(this, id, { ...options, site: this.site, section: this });
  }

  /** Puts the spaces into this order in place of that of the code. Those that are not listed stay where they are. */
  arrange(spaces: readonly Sibling[]): void {
    this.site.structure.within(this).siblings(this).arrange(spaces);
  }

  /** The variant that is made together with the section. */
  get firstSpace(): ISiteSpace {
    const { site } = this;
    this.#firstSpace ??= new ForeignMember(this, "(first)", "site_space", {
      site,
      id: this.resource.siteSpaceId,
    });
    return this.#firstSpace;
  }

  /** Where it is published: known once its site is, where the app publishes that. */
  get urls(): SiteSectionUrlsOutputReference | DataDocsSiteSectionUrlsOutputReference {
    const { publication } = this.site.structure.within(this);
    if (publication === undefined) return this.resource.urls;
    const { id, provider } = this.resource;
    this.#published ??= new DataDocsSiteSection(this, "(published)", {
      siteId: this.site.id,
      id,
      dependsOn: [publication],
      ...defined({ provider }),
    });
    return this.#published.urls;
  }

  #addFurther(options: SectionSpace): void {
    const own = options.id ?? objectGiven(options.space)?.node.id ?? "space";
    // The same space may be there twice; its path tells the two apart.
    const isUsed = (id: string) => this.node.tryFindChild(id) !== undefined;
    const further = `${own}-${options.path ?? ""}`;
    const free = isUsed(further) ? `${further}-${this.node.children.length}` : further;
    this.addSpace(isUsed(own) && options.id === undefined ? free : own, options);
  }

  #checkFirst(first: SectionSpace | undefined): void {
    const problems = problemsOfFirst(first);
    const { site } = this;
    const { provider } = this.resource;
    const place = { scope: site, container: this, provider };
    if (first?.default === true) problems.push(...registerDefault(this, "site_space", place));
    if (first !== undefined) {
      const given = { name: "the first of spaces", value: first.space, kinds: ["space"] };
      problems.push(...referenceProblems({ owner: this, scope: site, provider }, given));
      problems.push(...registerName(this, "site_space", { space: first.space }, place));
    }
    if (problems.length > 0) this.node.addValidation({ validate: () => problems });
  }
}

function described(space: ISpace | SectionSpace): SectionSpace {
  // What is neither is told of as a space.
  return typeof space === "object" && space !== null && "space" in space ? space : { space };
}

function problemsOfFirst(first: SectionSpace | undefined): string[] {
  if (first === undefined)
    return ["spaces is empty. A section is created together with its first space: add one."];
  const { space: _space, id: _id, default: _default, ...rest } = first;
  const remedy =
    "The first space is made together with the section, so that it has none of its own. Put another space first.";
  return Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `${name} of the first space cannot be set. ${remedy}`);
}
