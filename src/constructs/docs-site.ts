import type { TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import { propsGiven } from "./check-properties.ts";
import type { Choice, Flag } from "./choice.ts";
import type { DocsObjectProps } from "./common-properties.ts";
import { argumentsOf, DocsObject, importBlock } from "./docs-object.ts";
import { SiteLink, type SiteLinkOptions } from "./docs-site-link.ts";
import { SiteSection, type SiteSectionOptions } from "./docs-site-section.ts";
import { SiteSectionGroup, type SiteSectionGroupOptions } from "./docs-site-section-group.ts";
import { SiteSpace, type SiteSpaceOptions } from "./docs-site-space.ts";
import { type FindOptions, ForeignObject, type Lookup } from "./foreign-object.ts";
import { DataDocsSite } from "./generated/data-docs-site.ts";
import { type SiteConfig, Site as SiteResource, type SiteUrlsOutputReference } from "./generated/site.ts";
import type { SitePublicationUrlsOutputReference } from "./generated/site-publication.ts";
import type { ISpace, SiteReference } from "./references.ts";
import type { SettingsOf } from "./settings-of.ts";
import type { Sibling, SiblingOrder } from "./siblings.ts";
import { SiteStructure } from "./site-structure.ts";
import { valuesOf } from "./values-of.ts";

/** The properties of a site. */
export interface SiteProps extends DocsObjectProps<keyof SiteValues>, SiteValues {
  /**
   * Whether the site is live for the audience that `visibility` names. It goes live after all of its structure is in place. If
   * omitted, the value stays as it is.
   */
  readonly published?: Flag;
  /**
   * Whether the objects at the top level of the site have the order of the code (`code`) or the order that people give them in
   * the app (`unmanaged`).
   */
  readonly order?: SiblingOrder;
}

interface SiteValues extends SettingsOf<"site"> {
  /** Name of the site. 2 to 128 characters. */
  readonly title: string;
  /** Who may see the published site. One of `public`, `unlisted`, `share-link`, `visitor-auth`. If omitted, the value stays as it is. */
  readonly visibility?: Choice<"site", "visibility">;
  /**
   * Plan of the site. A change replaces the site. One of `basic`, `premium`, `ultimate`, `sponsored`, `legacy-basic`,
   * `legacy-premium`. If omitted, the value stays as it is.
   */
  readonly type?: Choice<"site", "type">;
  /** The site's segment in its URL, after the organization's hostname. 1 to 100 characters. If omitted, the value stays as it is. */
  readonly basename?: string;
  /**
   * Hostname and path under which the site is served through a proxy, such as `acme.example/docs`. At most 512 characters. If
   * omitted, the value is cleared.
   */
  readonly proxy?: string;
  /**
   * What the site knows about its visitors: a JSON Schema of their claims. Signed claims are at its top level, others in
   * `unsigned`. If omitted, the value stays as it is.
   */
  readonly adaptiveSchema?: object;
  /** Whether content adapts to the visitor. If omitted, the value stays as it is. */
  readonly adaptiveContent?: { readonly enabled: Flag };
  /**
   * Whether the site is part of the context of agents. One of `excluded`, `included`. If omitted, the value stays as it is.
   * Available only in the API versions `classic` and `classic-minimal`.
   */
  readonly agentsContext?: Choice<"site", "agentsContext">;
  /**
   * Role of the organization's members on the site, `inherit` for their role in the organization, or `none`. One of `admin`,
   * `create`, `edit`, `review`, `comment`, `read`, `inherit`, `none`. If omitted, the value stays as it is. Available only in the
   * API version `current`.
   */
  readonly defaultLevel?: Choice<"site", "defaultLevel">;
  /**
   * The space that contains the team's style guide for writing. If omitted, the value is cleared. Available only in the API
   * version `current`.
   */
  readonly styleguide?: ISpace;
}

/** A site that others may refer to or add sections, groups and spaces to, whether the app manages the site or not. */
export interface ISite extends SiteReference {
  /** Adds a section at the end of the site. */
  addSection(id: string, options: SiteSectionOptions): SiteSection;
  /** Adds a group at the end of the site. */
  addGroup(id: string, options: SiteSectionGroupOptions): SiteSectionGroup;
  /** Adds a link to another website at the end of a site that has sections. */
  addLink(id: string, options: SiteLinkOptions): SiteLink;
  /** Adds a space at the end of a site that has no sections. */
  addSpace(id: string, options: SiteSpaceOptions): SiteSpace;
  /**
   * Puts the objects at the top level into this order, instead of the order of the code. Objects that you do not list stay where
   * they are.
   */
  arrange(members: readonly Sibling[]): void;
}

/**
 * A documentation site: spaces, arranged in sections and groups, published for an audience.
 *
 * @example
 * const docs = new Site(this, "docs", { title: "Acme docs", visibility: "public", published: true });
 * docs.addSection("guides", { title: "Guides", path: "guides", spaces: [guides] });
 */
export class Site extends DocsObject<"site", SiteResource> implements ISite {
  readonly resource: SiteResource;
  readonly #structure: SiteStructure;

  /**
   * Refers to an existing site that the app does not manage. The app manages the objects that it adds to the site, and keeps them
   * in the order of the code among each other.
   */
  static fromId(
    scope: Construct,
    id: string,
    siteId: string,
    options: { readonly provider?: TerraformProvider; readonly order?: SiblingOrder } = {},
  ): ISite {
    return new ForeignSite(scope, id, { named: siteId, ...options });
  }

  /** Finds an existing site by its title, which exactly one has. The app manages the objects that it adds to the site. */
  static fromTitle(
    scope: Construct,
    id: string,
    title: string,
    options: FindOptions & { readonly order?: SiblingOrder } = {},
  ): ISite {
    const { provider } = options;
    return new ForeignSite(scope, id, {
      named: { source: DataDocsSite, by: { title }, provider },
      ...options,
    });
  }

  constructor(scope: Construct, id: string, given: SiteProps) {
    const props = propsGiven(given);
    super(scope, id, "site", props, { provider: props.provider });
    this.resource = new SiteResource(this, "Default", {
      ...argumentsOf(this, props),
      ...valuesOf<SiteConfig>("site", props),
    });
    importBlock(this, props.importFrom);
    this.#structure = new SiteStructure({
      site: this,
      siteId: this.resource.id,
      // The plan of an import needs a known id. For an imported site, only importFrom is known then.
      importName: props.importFrom ?? this.resource.id,
      isImported: props.importFrom !== undefined,
      provider: props.provider,
      order: props.order ?? "code",
      isDeclared: true,
      startsEmpty: props.importFrom === undefined,
    });
    if (props.published !== undefined) this.#structure.publish(props.published);
  }

  addSection(id: string, options: SiteSectionOptions): SiteSection {
    return new SiteSection(this, id, { ...options, site: this });
  }

  addGroup(id: string, options: SiteSectionGroupOptions): SiteSectionGroup {
    return new SiteSectionGroup(this.#structure.parentOfAll("groups"), id, { ...options, site: this });
  }

  addLink(id: string, options: SiteLinkOptions): SiteLink {
    return new SiteLink(this.#structure.parentOfAll("links"), id, { ...options, site: this });
  }

  addSpace(id: string, options: SiteSpaceOptions): SiteSpace {
    return new SiteSpace(this, id, { ...options, site: this });
  }

  arrange(members: readonly Sibling[]): void {
    this.#structure.siblings().arrange(members);
  }

  /** Its URLs in the app and for readers. If the app publishes the site, they come from the publication. */
  get urls(): SiteUrlsOutputReference | SitePublicationUrlsOutputReference {
    return this.#structure.publication?.urls ?? this.resource.urls;
  }
}

interface ForeignSiteProps {
  /** Its id, or the values that find it. */
  readonly named: string | Lookup;
  readonly provider?: TerraformProvider;
  readonly order?: SiblingOrder;
}

class ForeignSite extends ForeignObject<"site"> implements ISite {
  readonly #structure: SiteStructure;

  constructor(scope: Construct, id: string, { named, provider, order = "code" }: ForeignSiteProps) {
    super(scope, id, "site", named);
    const siteId = this.id;
    this.#structure = new SiteStructure({
      site: this,
      siteId,
      importName: siteId,
      isImported: false,
      provider,
      order,
      isDeclared: false,
      startsEmpty: false,
    });
  }

  addSection(id: string, options: SiteSectionOptions): SiteSection {
    return new SiteSection(this, id, { ...options, site: this });
  }

  addGroup(id: string, options: SiteSectionGroupOptions): SiteSectionGroup {
    return new SiteSectionGroup(this.#structure.parentOfAll("groups"), id, { ...options, site: this });
  }

  addLink(id: string, options: SiteLinkOptions): SiteLink {
    return new SiteLink(this.#structure.parentOfAll("links"), id, { ...options, site: this });
  }

  addSpace(id: string, options: SiteSpaceOptions): SiteSpace {
    return new SiteSpace(this, id, { ...options, site: this });
  }

  arrange(members: readonly Sibling[]): void {
    this.#structure.siblings().arrange(members);
  }
}
