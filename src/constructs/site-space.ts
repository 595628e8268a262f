import type { Construct } from "constructs";
import { objectGiven, siteGiven } from "./check-references.ts";
import { defined } from "./defined.ts";
import { argumentsOf, DocsObject, type DocsObjectProps, importBlock } from "./docs-object.ts";
import { ForeignMember } from "./foreign-object.ts";
import {
  DataDocsSiteSpace,
  type DataDocsSiteSpaceUrlsOutputReference,
} from "./generated/data-docs-site-space.ts";
import { SiteSpace as SiteSpaceResource, type SiteSpaceUrlsOutputReference } from "./generated/site-space.ts";
import type { ISite, ISiteSection, ISiteSpace, ISpace } from "./references.ts";

/** What a space of a site is, besides where it is. */
export interface SiteSpaceOptions extends DocsObjectProps<keyof SiteSpaceValues>, SiteSpaceValues {}

/** What a space of a site is. */
export interface SiteSpaceProps extends SiteSpaceOptions {
  /** The site that it belongs to. A change replaces it. */
  readonly site: ISite;
  /** The section that it is a variant of. Absent: none, the site has no sections. A change replaces it. */
  readonly section?: ISiteSection;
}

interface SiteSpaceValues {
  /** The space whose content it shows. Another space can be put in its place. */
  readonly space: ISpace;
  /**
   * Name of the variant, where it is not that of its space. 2 to 128 characters. Absent: not managed, a new one has the title of its
   * space. A change replaces it. Only on the service's current API version.
   */
  readonly title?: string;
  /**
   * Its segment in the site's addresses. 1 to 100 characters. Absent: not managed, the service derives one from the
   * title.
   */
  readonly path?: string;
  /** Expression that says which visitors see the variant. At most 1024 characters. Absent: cleared. */
  readonly condition?: string;
  /**
   * Id of the page of its space with which the variant opens. At least 1 character. Absent: cleared.
   * Only on the service's current API version.
   */
  readonly pageId?: string;
  /**
   * Whether the variant is a draft, which readers do not see. Absent: not managed, a new one is live.
   * Only on the service's current API version.
   */
  readonly draft?: boolean;
  /**
   * Whether the site's navigation leaves the variant out. Absent: not managed, a new one is shown.
   * Only on the service's current API version.
   */
  readonly hidden?: boolean;
  /** Makes it the default among its siblings. Absent: not managed; to take the role away, give it to another one. */
  readonly default?: true;
}

/** A space as a site shows it: one variant of a section, or of a whole site that has no sections. */
export class SiteSpace extends DocsObject<"site_space", SiteSpaceResource> implements ISiteSpace {
  readonly resource: SiteSpaceResource;
  readonly site: ISite;
  #published: DataDocsSiteSpace | undefined;

  /** A space of a site that is there already and is not managed by the app. */
  static fromId(site: ISite, id: string, siteSpaceId: string): ISiteSpace {
    return new ForeignMember(site, id, "site_space", { site, id: siteSpaceId });
  }

  constructor(scope: Construct, id: string, props: SiteSpaceProps) {
    const { title, path, condition, pageId, draft, hidden } = props;
    const site = siteGiven(scope, id, props.site);
    const section = objectGiven(props.section);
    const space = objectGiven(props.space);
    const structure = site.structure.within(scope);
    const provider = props.provider ?? structure.provider;
    super(scope, id, "site_space", props, { scope: site, container: section, provider });
    this.site = site;
    this.resource = new SiteSpaceResource(this, "Default", {
      ...argumentsOf("site_space", props, provider),
      siteId: site.id,
      spaceId: space?.id ?? "",
      ...defined({ parentId: section?.id, title, path, condition, pageId, draft, hidden }),
      ...defined({ default: props.default }),
    });
    importBlock(this, structure.importName(props.importFrom));
    if (section === undefined) structure.addOpening(this.resource);
    else structure.addResource(this.resource);
    structure.siblings(section).add(this);
  }

  /** Name of the variant, where it was given one. */
  get title(): string {
    return this.resource.title;
  }

  /** Where it is published: known once its site is, where the app publishes that. */
  get urls(): SiteSpaceUrlsOutputReference | DataDocsSiteSpaceUrlsOutputReference {
    const { publication } = this.site.structure.within(this);
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
