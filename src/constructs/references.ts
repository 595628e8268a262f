import type { Construct } from "constructs";

/** An object that others may refer to: the app declares it, or it already exists (`fromId`). */
export interface DocsReference<Kind extends string> extends Construct {
  /** The type of the object, so that a team cannot stand in for a space. */
  readonly kind: Kind;
  /** Its id on the service. It is a token if the app declares the object. */
  readonly id: string;
}

/** A collection that others may refer to. */
export type ICollection = DocsReference<"collection">;

/** A space that others may refer to. */
export type ISpace = DocsReference<"space">;

/** A team that others may refer to. */
export type ITeam = DocsReference<"team">;

/** A SAML provider that others may refer to. */
export type ISamlProvider = DocsReference<"saml_provider">;

/** An OpenAPI specification that others may refer to. */
export type IOpenApiSpec = DocsReference<"openapi_spec">;

/** A member of the organization that others may refer to. */
export type IMember = DocsReference<"member">;

/** A translation that others may refer to. */
export type ITranslation = DocsReference<"translation">;

/** The organization. */
export type IOrganization = DocsReference<"organization">;

/** A site that others may refer to. */
export type SiteReference = DocsReference<"site">;

/** An object of a site. */
interface SiteMember<Kind extends string> extends DocsReference<Kind> {
  /** The site that it belongs to. */
  readonly site: SiteReference;
}

/** A section that others may refer to. */
export interface SectionReference extends SiteMember<"site_section"> {
  /** The variant that the service creates together with the section. Undefined if the app does not know it. */
  readonly firstSpace?: ISiteSpace;
}

/** A group that others may refer to. */
export type GroupReference = SiteMember<"site_section_group">;

/** A link of a site that others may refer to. */
export type ISiteLink = SiteMember<"site_link">;

/** A space of a site that others may refer to. */
export type ISiteSpace = SiteMember<"site_space">;
