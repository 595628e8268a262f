import type { TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import { objectGiven } from "./check-references.ts";
import { asJson, defined } from "./defined.ts";
import { argumentsOf, DocsObject, type DocsObjectProps, importBlock } from "./docs-object.ts";
import { ForeignObject } from "./foreign-object.ts";
import { Site as SiteResource, type SiteUrlsOutputReference } from "./generated/site.ts";
import type { SitePublicationUrlsOutputReference } from "./generated/site-publication.ts";
import type { ISite, ISpace } from "./references.ts";
import type { Sibling, SiblingOrder } from "./siblings.ts";
import { SiteSection, type SiteSectionOptions } from "./site-section.ts";
import { SiteSectionGroup, type SiteSectionGroupOptions } from "./site-section-group.ts";
import { SiteSpace, type SiteSpaceOptions } from "./site-space.ts";
import { SiteStructure } from "./site-structure.ts";

/** What a site is. */
export interface SiteProps extends DocsObjectProps<keyof SiteValues>, SiteValues {
  /**
   * Whether the site is live for the audience that `visibility` names. It goes live when the whole of its structure is
   * in place. Absent: not managed.
   */
  readonly published?: boolean;
  /**
   * Whether what is at the top of the site stands there as the code adds it (`code`), or as the people in the app put
   * it (`unmanaged`).
   */
  readonly order?: SiblingOrder;
}

interface SiteValues {
  /** Name of the site. 2 to 128 characters. */
  readonly title: string;
  /**
   * Who may see the published site. One of `public`, `unlisted`, `share-link`, `visitor-auth`. Absent: not managed.
   */
  readonly visibility?: string;
  /**
   * Plan of the site, chosen at creation: another one replaces the site. One of `basic`, `premium`, `ultimate`,
   * `sponsored`, `legacy-basic`, `legacy-premium`. Absent: not managed.
   */
  readonly type?: string;
  /** The site's part of its address below the organization's hostname. 1 to 100 characters. Absent: not managed. */
  readonly basename?: string;
  /**
   * Hostname and path under which the site is served through a proxy, such as `acme.example/docs`. At most 512
   * characters. Absent: cleared.
   */
  readonly proxy?: string;
  /**
   * What the site knows of its visitors: a JSON Schema of their claims, signed ones at its top and others in `unsigned`.
   * Absent: not managed.
   */
  readonly adaptiveSchema?: object;
  /** Whether content adapts to the visitor. Absent: not managed. */
  readonly adaptiveContent?: { readonly enabled: boolean };
  /**
   * Whether the site is part of the context of agents. One of `excluded`, `included`. Absent: not managed. Only on the
   * service's classic API version.
   */
  readonly agentsContext?: string;
  /**
   * Role of the organization's members on the site, `inherit` (that of the organization), or `none`. One of `admin`, `create`,
   * `edit`, `review`, `comment`, `read`, `inherit`, `none`. Absent: not managed. Only on the service's current API version.
   */
  readonly defaultLevel?: string;
  /** The space that holds the team's style guide for writing. Absent: cleared. Only on the service's current API version. */
  readonly styleguide?: ISpace;
}

/** What can be put into a site, whether the app manages the site or not. */
export interface SiteContents extends ISite {
  /** Adds a section at the end of the site. */
  addSection(id: string, options: SiteSectionOptions): SiteSection;
  /** Adds a group at the end of the site. */
  addGroup(id: string, options: SiteSectionGroupOptions): SiteSectionGroup;
  /** Adds a space at the end of a site that has no sections. */
  addSpace(id: string, options: SiteSpaceOptions): SiteSpace;
  /** Puts what is at the top into this order in place of that of the code. What is not listed stays where it is. */
  arrange(members: readonly Sibling[]): void;
}

/** A documentation site: spaces, arranged in sections and groups, published for an audience. */
export class Site extends DocsObject<"site", SiteResource> implements SiteContents {
  readonly resource: SiteResource;
  readonly structure: SiteStructure;

  /**
   * A site that is there already and is not managed by the app. What is put into it is managed; it stands in the order of
   * the code among itself, wherever the rest is.
   */
  static fromId(
    scope: Construct,
    id: string,
    siteId: string,
    options: { readonly provider?: TerraformProvider; readonly order?: SiblingOrder } = {},
  ): SiteContents {
    return new ForeignSite(scope, id, { siteId, ...options });
  }

  constructor(scope: Construct, id: string, props: SiteProps) {
    const { title, visibility, type, basename, proxy, adaptiveContent, agentsContext, defaultLevel } = props;
    const adaptiveSchema = asJson(props.adaptiveSchema);
    super(scope, id, "site", props, { provider: props.provider });
    this.resource = new SiteResource(this, "Default", {
      ...argumentsOf("site", props),
      ...defined({
        title,
        visibility,
        type,
        basename,
        proxy,
        adaptiveContent,
        agentsContext,
        defaultLevel,
        adaptiveSchema,
        styleguideId: objectGiven(props.styleguide)?.id,
      }),
    });
    importBlock(this, props.importFrom);
    this.structure = new SiteStructure({
      site: this,
      siteId: this.resource.id,
      // An import must know its id when it is planned, and a site that is imported too is known by no other.
      importName: props.importFrom ?? this.resource.id,
      provider: props.provider,
      order: props.order ?? "code",
      isNew: true,
      startsEmpty: props.importFrom === undefined,
    });
    if (props.published !== undefined) this.structure.publish(props.published);
  }

  addSection(id: string, options: SiteSectionOptions): SiteSection {
    return new SiteSection(this, id, { ...options, site: this });
  }

  addGroup(id: string, options: SiteSectionGroupOptions): SiteSectionGroup {
    return new SiteSectionGroup(this.structure.groups, id, { ...options, site: this });
  }

  addSpace(id: string, options: SiteSpaceOptions): SiteSpace {
    return new SiteSpace(this, id, { ...options, site: this });
  }

  arrange(members: readonly Sibling[]): void {
    this.structure.siblings().arrange(members);
  }

  /** Where it is in the app, and where it is published: known once it is, where the app publishes it. */
  get urls(): SiteUrlsOutputReference | SitePublicationUrlsOutputReference {
    return this.structure.publication?.urls ?? this.resource.urls;
  }
}

interface ForeignSiteProps {
  readonly siteId: string;
  readonly provider?: TerraformProvider;
  readonly order?: SiblingOrder;
}

class ForeignSite extends ForeignObject<"site"> implements SiteContents {
  readonly structure: SiteStructure;

  constructor(scope: Construct, id: string, { siteId, provider, order = "code" }: ForeignSiteProps) {
    super(scope, id, "site", siteId);
    this.structure = new SiteStructure({
      site: this,
      siteId,
      importName: siteId,
      provider,
      order,
      isNew: false,
      startsEmpty: false,
    });
  }

  addSection(id: string, options: SiteSectionOptions): SiteSection {
    return new SiteSection(this, id, { ...options, site: this });
  }

  addGroup(id: string, options: SiteSectionGroupOptions): SiteSectionGroup {
    return new SiteSectionGroup(this.structure.groups, id, { ...options, site: this });
  }

  addSpace(id: string, options: SiteSpaceOptions): SiteSpace {
    return new SiteSpace(this, id, { ...options, site: this });
  }

  arrange(members: readonly Sibling[]): void {
    this.structure.siblings().arrange(members);
  }
}
