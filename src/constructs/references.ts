import type { Construct } from "constructs";
import type { Sibling } from "./siblings.ts";
import type { SiteSection, SiteSectionOptions } from "./site-section.ts";
import type { SiteSectionGroup, SiteSectionGroupOptions } from "./site-section-group.ts";
import type { SiteSpace, SiteSpaceOptions } from "./site-space.ts";

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

/** A site that others may refer to or add sections, groups and spaces to, whether the app manages the site or not. */
export interface ISite extends DocsReference<"site"> {
  /** Adds a section at the end of the site. */
  addSection(id: string, options: SiteSectionOptions): SiteSection;
  /** Adds a group at the end of the site. */
  addGroup(id: string, options: SiteSectionGroupOptions): SiteSectionGroup;
  /** Adds a space at the end of a site that has no sections. */
  addSpace(id: string, options: SiteSpaceOptions): SiteSpace;
  /**
   * Puts the objects at the top level into this order, instead of the order of the code. Objects that you do not list stay where
   * they are.
   */
  arrange(members: readonly Sibling[]): void;
}

/** An object of a site. */
interface SiteMember<Kind extends string> extends DocsReference<Kind> {
  /** The site that it belongs to. */
  readonly site: ISite;
}

/** A section that others may refer to or add spaces to. */
export interface ISiteSection extends SiteMember<"site_section"> {
  /** The variant that the service creates together with the section. Undefined if the app does not know it. */
  readonly firstSpace?: ISiteSpace;
  /** Adds a space as a further variant of the section's content. */
  addSpace(id: string, options: SiteSpaceOptions): SiteSpace;
  /** Puts the spaces into this order, instead of the order of the code. Spaces that you do not list stay where they are. */
  arrange(spaces: readonly Sibling[]): void;
}

/** A group that others may refer to or add objects to. */
export interface ISiteSectionGroup extends SiteMember<"site_section_group"> {
  /** Adds a section to the group. */
  addSection(id: string, options: SiteSectionOptions): SiteSection;
  /** Adds a group to the group. */
  addGroup(id: string, options: SiteSectionGroupOptions): SiteSectionGroup;
  /** Puts its contents into this order, instead of the order of the code. Contents that you do not list stay where they are. */
  arrange(members: readonly Sibling[]): void;
}

/** A space of a site that others may refer to. */
export type ISiteSpace = SiteMember<"site_space">;
