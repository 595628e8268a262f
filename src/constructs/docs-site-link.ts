import type { Construct } from "constructs";
import { propsGiven } from "./check-properties.ts";
import { objectGiven } from "./check-references.ts";
import type { Flag } from "./choice.ts";
import type { DocsObjectProps } from "./common-properties.ts";
import { defined } from "./defined.ts";
import { argumentsOf, DocsObject, importBlock } from "./docs-object.ts";
import { ForeignMember } from "./foreign-object.ts";
import { type SiteLinkConfig, SiteLink as SiteLinkResource } from "./generated/site-link.ts";
import type { GroupReference, ISiteLink, SiteReference } from "./references.ts";
import { siteGiven } from "./site-given.ts";
import { structureOf } from "./site-structure.ts";
import { valuesOf } from "./values-of.ts";

/** The properties of a link, without its place. */
export interface SiteLinkOptions extends DocsObjectProps<keyof SiteLinkValues>, SiteLinkValues {}

/** The properties of a link. */
export interface SiteLinkProps extends SiteLinkOptions {
  /** The site that it belongs to. A change replaces the link. */
  readonly site: SiteReference;
  /** Its group. If omitted, it is at the top level. A change moves the link. */
  readonly parent?: GroupReference;
}

interface SiteLinkValues {
  /** Name of the link. 2 to 128 characters. */
  readonly title: string;
  /** URL that the link opens, with `http` or `https`. At most 2048 characters. */
  readonly url: string;
  /** Name of an icon. At most 50 characters. If omitted, the value is cleared. */
  readonly icon?: string;
  /** Short description of the link, shown in the navigation. At most 256 characters. If omitted, the value is cleared. */
  readonly description?: string;
  /** Expression that decides which visitors see the link. At most 1024 characters. If omitted, the value is cleared. */
  readonly condition?: string;
  /**
   * Whether the link is a draft, which readers do not see. If omitted, the value stays as it is, and a new one is live.
   * Available only in the API version `current`.
   */
  readonly draft?: Flag;
  /**
   * The name of the link in languages other than the site's own, by language. At most 128 characters each. If omitted, the value
   * is cleared. Available only in the API version `current`.
   */
  readonly localizedTitle?: Readonly<Record<string, string>>;
  /**
   * The description of the link in languages other than the site's own, by language. At most 256 characters each. If omitted, the
   * value is cleared. Available only in the API version `current`.
   */
  readonly localizedDescription?: Readonly<Record<string, string>>;
}

/**
 * A link to another website in a site's navigation, beside sections and groups. Available only in the API version `current`.
 *
 * @example
 * docs.addLink("status", { title: "Status", url: "https://status.acme.example" });
 */
export class SiteLink extends DocsObject<"site_link", SiteLinkResource> implements ISiteLink {
  readonly resource: SiteLinkResource;
  readonly site: SiteReference;

  /** Refers to an existing link that the app does not manage, so that `arrange` can list it. */
  static fromId(site: SiteReference, id: string, linkId: string): ISiteLink {
    return new ForeignMember(site, id, "site_link", { site, id: linkId });
  }

  constructor(scope: Construct, id: string, given: SiteLinkProps) {
    const props = propsGiven(given);
    const site = siteGiven(scope, id, props.site);
    const parent = objectGiven(props.parent);
    const structure = structureOf(site).within(scope);
    const provider = props.provider ?? structure.provider;
    super(scope, id, "site_link", props, { scope: site, container: parent, provider });
    this.site = site;
    this.resource = new SiteLinkResource(this, "Default", {
      ...argumentsOf(this, props, provider),
      ...valuesOf<SiteLinkConfig>("site_link", props),
      siteId: site.id,
      ...defined({ parentId: parent?.id }),
    });
    importBlock(this, structure.importName(props.importFrom));
    structure.addResource(this.resource);
    structure.siblings(parent).add(this);
  }
}
