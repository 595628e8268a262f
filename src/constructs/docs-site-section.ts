import type { Construct } from "constructs";
import { wordsOf } from "../model/codes/app-words.ts";
import { once } from "../util/once.ts";
import { registerDefault, registerName } from "./check-place.ts";
import { propsGiven, unknownProblems } from "./check-properties.ts";
import { objectGiven, referenceProblems } from "./check-references.ts";
import { checkValues } from "./check-values.ts";
import type { Flag } from "./choice.ts";
import type { DocsObjectProps } from "./common-properties.ts";
import { allPropertiesOf } from "./common-properties.ts";
import { defined } from "./defined.ts";
import { argumentsOf, DocsObject, importBlock } from "./docs-object.ts";
import { SiteSpace, type SiteSpaceOptions } from "./docs-site-space.ts";
import { type FindOptions, ForeignMember } from "./foreign-object.ts";
import {
  DataDocsSiteSection,
  type DataDocsSiteSectionUrlsOutputReference,
} from "./generated/data-docs-site-section.ts";
import {
  type SiteSectionConfig,
  SiteSection as SiteSectionResource,
  type SiteSectionUrlsOutputReference,
} from "./generated/site-section.ts";
import { problemText } from "./problem-text.ts";
import type { GroupReference, ISiteSpace, ISpace, SectionReference, SiteReference } from "./references.ts";
import type { Sibling, SiblingOrder } from "./siblings.ts";
import { siteGiven } from "./site-given.ts";
import { structureOf } from "./site-structure.ts";
import { stackMovesOf } from "./stack-moves.ts";
import { terraformSchemaOf } from "./types.ts";
import { firstChildConfig, valuesOf } from "./values-of.ts";

/** A space of a section, with its properties in that section. */
export interface SectionSpace extends SiteSpaceOptions {
  /** Id of its construct below the section. Default: the id of the space's construct. */
  readonly id?: string;
}

/** The properties of a section, without its place. */
export interface SiteSectionOptions extends DocsObjectProps<keyof SiteSectionValues>, SiteSectionValues {
  /** Whether its spaces have the order of the code (`code`) or the order that people give them in the app (`unmanaged`). */
  readonly order?: SiblingOrder;
}

/** The properties of a section. */
export interface SiteSectionProps extends SiteSectionOptions {
  /** The site that it belongs to. A change replaces the section. */
  readonly site: SiteReference;
  /** Its group. If omitted, it is at the top level. A change moves the section. */
  readonly parent?: GroupReference;
}

interface SiteSectionValues {
  /** Name of the section. 2 to 128 characters. */
  readonly title: string;
  /**
   * The spaces that it shows: its variants, at least one. The service creates the first one together with the section. It is the
   * default unless another one sets `default`. A loop may fill the list: `spaces: locales.map((locale) => spaceOf(locale))`.
   */
  readonly spaces: readonly (ISpace | SectionSpace)[];
  /**
   * Its segment in the site's URLs. 1 to 100 characters. If omitted, the value stays as it is, and the service derives one from
   * the title.
   */
  readonly path?: string;
  /** Name of an icon. At most 50 characters. If omitted, the value is cleared. */
  readonly icon?: string;
  /** A line about the section, shown in the navigation. At most 256 characters. If omitted, the value is cleared. */
  readonly description?: string;
  /** Expression that decides which visitors see the section. At most 1024 characters. If omitted, the value is cleared. */
  readonly condition?: string;
  /**
   * Whether the section is a draft, which readers do not see. If omitted, the value stays as it is, and a new one is live.
   * Available only in the API version `current`.
   */
  readonly draft?: Flag;
  /**
   * The name of the section in languages other than the site's own, by language. At most 128 characters each. If omitted, the
   * value is cleared. Available only in the API version `current`.
   */
  readonly localizedTitle?: Readonly<Record<string, string>>;
  /**
   * The description of the section in languages other than the site's own, by language. At most 256 characters each. If omitted,
   * the value is cleared. Available only in the API version `current`.
   */
  readonly localizedDescription?: Readonly<Record<string, string>>;
  /**
   * Makes it the section that the site opens with. If omitted, the value stays as it is, and the first section of a new site has
   * the role. To remove the role, make another section the default.
   */
  readonly default?: true;
}

/** A section that others may refer to or add spaces to. */
export interface ISiteSection extends SectionReference {
  /** Adds a space as a further variant of the section's content. */
  addSpace(id: string, options: SiteSpaceOptions): SiteSpace;
  /** Puts the spaces into this order, instead of the order of the code. Spaces that you do not list stay where they are. */
  arrange(spaces: readonly Sibling[]): void;
}

/**
 * A section of a site: one entry of the navigation, with one or several variants of its content.
 *
 * @example
 * docs.addSection("guides", { title: "Guides", path: "guides", spaces: [guides, { space: french, path: "fr" }] });
 */
export class SiteSection extends DocsObject<"site_section", SiteSectionResource> implements ISiteSection {
  readonly resource: SiteSectionResource;
  readonly site: SiteReference;
  readonly order: SiblingOrder;
  #firstSpace: ISiteSpace | undefined;
  #published: DataDocsSiteSection | undefined;

  /** Refers to an existing section that the app does not manage. */
  static fromId(site: SiteReference, id: string, sectionId: string): ISiteSection {
    return new ForeignSection(site, id, "site_section", { site, id: sectionId });
  }

  /** Finds an existing section of a site by its path. Exactly one section of the site must have this path. The app does not manage it. */
  static fromPath(
    site: SiteReference,
    id: string,
    path: string,
    { provider }: FindOptions = {},
  ): ISiteSection {
    const by = { path };
    return new ForeignSection(site, id, "site_section", {
      site,
      id: { source: DataDocsSiteSection, by, provider },
    });
  }

  constructor(scope: Construct, id: string, given: SiteSectionProps) {
    const props = propsGiven(given);
    const site = siteGiven(scope, id, props.site);
    const parent = objectGiven(props.parent);
    const structure = structureOf(site).within(scope);
    const provider = props.provider ?? structure.provider;
    super(scope, id, "site_section", props, { scope: site, container: parent, provider });
    this.site = site;
    this.order = props.order ?? "code";
    // Unlike the method of a list, this maps holes too.
    const [first, ...further] = Array.from(Array.isArray(props.spaces) ? props.spaces : [], asSectionSpace);
    this.resource = new SiteSectionResource(this, "Default", {
      ...argumentsOf(this, props, provider),
      ...valuesOf<SiteSectionConfig>("site_section", props),
      siteId: site.id,
      spaceId: "",
      ...firstChildConfig("site_section", { ...first, space: objectGiven(first?.space) }),
      ...defined({ parentId: parent?.id, default: props.default }),
    });
    importBlock(this, structure.importName(props.importFrom, this));
    structure.addContent(this.resource);
    structure.siblings(parent).add(this);
    this.#checkFirstSpace(props.spaces, first);
    for (const space of further) this.#addFurtherSpace(space);
  }

  /** Adds a space as a further variant of the section's content. */
  addSpace(id: string, options: SiteSpaceOptions): SiteSpace {
    return new SiteSpace(this, id, { ...options, site: this.site, section: this });
  }

  /** Puts the spaces into this order, instead of the order of the code. Spaces that you do not list stay where they are. */
  arrange(spaces: readonly Sibling[]): void {
    structureOf(this.site).within(this).siblings(this).arrange(spaces);
  }

  /** The variant that the service creates together with the section. */
  get firstSpace(): ISiteSpace {
    const { site } = this;
    this.#firstSpace ??= new ForeignMember(this, "(first)", "site_space", {
      site,
      id: this.resource.siteSpaceId,
    });
    return this.#firstSpace;
  }

  /** Its published URL. If the app publishes the site, Terraform reads the URL after the publication. */
  get urls(): SiteSectionUrlsOutputReference | DataDocsSiteSectionUrlsOutputReference {
    const { publication } = structureOf(this.site).within(this);
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

  #addFurtherSpace(options: SectionSpace): void {
    const id = options.id ?? this.#freeId(options);
    const siteSpace = this.addSpace(id, options);
    const space = objectGiven(options.space);
    if (options.id !== undefined || space === undefined) return;
    const suffix = id.slice(space.node.id.length);
    stackMovesOf(this).addFollower({
      construct: siteSpace,
      leader: space,
      idFrom: (ids) => `${ids.at(-1)}${suffix}`,
    });
  }

  /** An id for the construct of a space. The list may contain a space twice: then the path or a number distinguishes the two. */
  #freeId({ space, path = "" }: SectionSpace): string {
    const spaceId = objectGiven(space)?.node.id ?? "space";
    const ids = [spaceId, `${spaceId}-${path}`];
    const isFree = (id: string) => this.node.tryFindChild(id) === undefined;
    return ids.find(isFree) ?? `${spaceId}-${path}-${this.node.children.length}`;
  }

  #checkFirstSpace(spaces: unknown, first: SectionSpace | undefined): void {
    const problems = spaces === undefined || Array.isArray(spaces) ? firstSpaceProblems(first) : [notList];
    const { site } = this;
    const { provider } = this.resource;
    const place = { scope: site, container: this, provider };
    const validate = () => {
      if (first === undefined) return problems;
      const reference = { name: "the first of spaces", value: first.space, kinds: ["space"] };
      return [
        ...problems,
        ...(first.default === true ? registerDefault(this, "site_space", place) : []),
        ...referenceProblems({ owner: this, scope: site, provider }, reference),
        ...checkValues("site_space", first),
        ...registerName(this, "site_space", { space: first.space }, place),
      ];
    };
    this.node.addValidation({ validate });
  }
}

class ForeignSection extends ForeignMember<"site_section"> implements ISiteSection {
  addSpace(id: string, options: SiteSpaceOptions): SiteSpace {
    return new SiteSpace(this, id, { ...options, site: this.site, section: this });
  }

  arrange(spaces: readonly Sibling[]): void {
    structureOf(this.site).within(this).siblings(this).arrange(spaces);
  }
}

function asSectionSpace(space: ISpace | SectionSpace): SectionSpace {
  // An invalid value counts as a space, and the checks report it as such.
  return typeof space === "object" && space !== null && "space" in space ? space : { space };
}

const notList = problemText(wordsOf("constructs/invalid-value", { case: "notList", field: "spaces" }));

const firstSpaceProperties = once(() => {
  const { values = [], part = { values: [] } } = terraformSchemaOf("site_section").firstChild ?? {};
  return ["id", "default", ...[...values, ...part.values].map(({ attribute }) => attribute)];
});

function firstSpaceProblems(first: SectionSpace | undefined): string[] {
  if (first === undefined) return [problemText(wordsOf("constructs/wrong-first-child", { case: "missing" }))];
  const misspelt = unknownProblems("site_space", first, allPropertiesOf("site_space"));
  if (misspelt.length > 0) return [...misspelt];
  return Object.entries(first)
    .filter(([field, value]) => value !== undefined && !firstSpaceProperties().includes(field))
    .map(([field]) => problemText(wordsOf("constructs/wrong-first-child", { case: "unsupported", field })));
}
