import type { Construct } from "constructs";
import { propsGiven } from "./check-properties.ts";
import { objectGiven } from "./check-references.ts";
import type { Flag } from "./choice.ts";
import type { DocsObjectProps } from "./common-properties.ts";
import { defined } from "./defined.ts";
import { argumentsOf, DocsObject, importBlock } from "./docs-object.ts";
import { type FindOptions, ForeignMember } from "./foreign-object.ts";
import {
  DataDocsSiteSpace,
  type DataDocsSiteSpaceUrlsOutputReference,
} from "./generated/data-docs-site-space.ts";
import {
  type SiteSpaceConfig,
  SiteSpace as SiteSpaceResource,
  type SiteSpaceUrlsOutputReference,
} from "./generated/site-space.ts";
import type { ISiteSpace, ISpace, SectionReference, SiteReference } from "./references.ts";
import type { SettingsOf } from "./settings-of.ts";
import { siteGiven } from "./site-given.ts";
import { structureOf } from "./site-structure.ts";
import { valuesOf } from "./values-of.ts";

/** The properties of a variant, without its place. */
export interface SiteSpaceOptions extends DocsObjectProps<keyof SiteSpaceValues>, SiteSpaceValues {}

/** The properties of a variant. */
export interface SiteSpaceProps extends SiteSpaceOptions {
  /** The site that it belongs to. A change replaces the variant. */
  readonly site: SiteReference;
  /** The section that it is a variant of. Omit it if the site has no sections. A change replaces the variant. */
  readonly section?: SectionReference;
}

interface SiteSpaceValues extends SettingsOf<"site_space"> {
  /** The space whose content it shows. The variant can switch to another space. */
  readonly space: ISpace;
  /**
   * Name of the variant, if it differs from the name of its space. 2 to 128 characters. If omitted, the value stays as it is, and
   * a new one has the title of its space. A change replaces the variant. Available only in the API version `current`.
   */
  readonly title?: string;
  /**
   * Its segment in the site's URLs. 1 to 100 characters. If omitted, the value stays as it is, and the service derives one from
   * the title.
   */
  readonly path?: string;
  /** Expression that decides which visitors see the variant. At most 1024 characters. If omitted, the value is cleared. */
  readonly condition?: string;
  /**
   * Id of the page of its space that the variant opens with. At least 1 character. If omitted, the value is cleared. Available
   * only in the API version `current`.
   */
  readonly pageId?: string;
  /**
   * Whether the variant is a draft, which readers do not see. If omitted, the value stays as it is, and a new one is live.
   * Available only in the API version `current`.
   */
  readonly draft?: Flag;
  /**
   * Whether the site's navigation omits the variant. If omitted, the value stays as it is, and a new one is shown. Available only
   * in the API version `current`.
   */
  readonly hidden?: Flag;
  /** Makes it the default among its siblings. If omitted, the value stays as it is. To remove the role, make another one the default. */
  readonly default?: true;
}

/**
 * A space as a site shows it: one variant of a section, or of a whole site that has no sections.
 *
 * @example
 * section.addSpace("french", { space: french, path: "fr" });
 */
export class SiteSpace extends DocsObject<"site_space", SiteSpaceResource> implements ISiteSpace {
  readonly resource: SiteSpaceResource;
  readonly site: SiteReference;
  #published: DataDocsSiteSpace | undefined;

  /** Refers to an existing variant that the app does not manage. */
  static fromId(site: SiteReference, id: string, siteSpaceId: string): ISiteSpace {
    return new ForeignMember(site, id, "site_space", { site, id: siteSpaceId });
  }

  /** Finds an existing variant of a site by its path, which exactly one of the site has. The app does not manage it. */
  static fromPath(site: SiteReference, id: string, path: string, { provider }: FindOptions = {}): ISiteSpace {
    const by = { path };
    return new ForeignMember(site, id, "site_space", {
      site,
      id: { source: DataDocsSiteSpace, by, provider },
    });
  }

  constructor(scope: Construct, id: string, given: SiteSpaceProps) {
    const props = propsGiven(given);
    const site = siteGiven(scope, id, props.site);
    const section = objectGiven(props.section);
    const space = objectGiven(props.space);
    const structure = structureOf(site).within(scope);
    const provider = props.provider ?? structure.provider;
    super(scope, id, "site_space", props, { scope: site, container: section, provider });
    this.site = site;
    this.resource = new SiteSpaceResource(this, "Default", {
      ...argumentsOf(this, props, provider),
      ...valuesOf<SiteSpaceConfig>("site_space", props),
      siteId: site.id,
      spaceId: space?.id ?? "",
      ...defined({ parentId: section?.id, default: props.default }),
    });
    importBlock(this, structure.importName(props.importFrom));
    if (section === undefined) structure.addContent(this.resource);
    else structure.addResource(this.resource);
    structure.siblings(section).add(this);
  }

  /** Name of the variant, if it has one of its own. */
  get title(): string {
    return this.resource.title;
  }

  /** Its published URL. If the app publishes the site, Terraform reads the URL after the publication. */
  get urls(): SiteSpaceUrlsOutputReference | DataDocsSiteSpaceUrlsOutputReference {
    const { publication } = structureOf(this.site).within(this);
    if (publication === undefined) return this.resource.urls;
    const { id, provider } = this.resource;
    this.#published ??= new DataDocsSiteSpace(this, "(published)", {
      siteId: this.site.id,
      id,
      dependsOn: [publication],
      ...defined({ provider }),
    });
    return this.#published.urls;
  }
}
