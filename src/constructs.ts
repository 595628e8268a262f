// The constructs, for apps of cdktf and cdktn.

export type { PublicOptions, TitleOptions } from "./constructs/check-rules.ts";
export type { CheckedObject } from "./constructs/checked-object.ts";
export type { Choice, Flag } from "./constructs/choice.ts";
export type { DocsObjectProps, Timeouts } from "./constructs/common-properties.ts";
export { DocsChecks } from "./constructs/docs-checks.ts";
/** The constructs that people use. Their names are those of the objects that they declare. */
export { Collection, type CollectionProps } from "./constructs/docs-collection.ts";
export { DocsLayout, type DocsLayoutOptions, type LayoutObjects } from "./constructs/docs-layout.ts";
export { Member, type MemberProps } from "./constructs/docs-member.ts";
export { DocsObject } from "./constructs/docs-object.ts";
export { OpenApiSpec, type OpenApiSpecProps } from "./constructs/docs-openapi-spec.ts";
export { Organization, type OrganizationProps } from "./constructs/docs-organization.ts";
export { DocsProvider } from "./constructs/docs-provider.ts";
export type { CheckReport, DocsRule } from "./constructs/docs-rule.ts";
export { SamlProvider, type SamlProviderProps } from "./constructs/docs-saml-provider.ts";
export { type ISite, Site, type SiteProps } from "./constructs/docs-site.ts";
export { SiteLink, type SiteLinkOptions, type SiteLinkProps } from "./constructs/docs-site-link.ts";
export {
  type ISiteSection,
  type SectionSpace,
  SiteSection,
  type SiteSectionOptions,
  type SiteSectionProps,
} from "./constructs/docs-site-section.ts";
export {
  type ISiteSectionGroup,
  SiteSectionGroup,
  type SiteSectionGroupOptions,
  type SiteSectionGroupProps,
} from "./constructs/docs-site-section-group.ts";
export { SiteSpace, type SiteSpaceOptions, type SiteSpaceProps } from "./constructs/docs-site-space.ts";
export { Space, type SpaceProps } from "./constructs/docs-space.ts";
export { Team, type TeamProps } from "./constructs/docs-team.ts";
export { Translation, type TranslationProps } from "./constructs/docs-translation.ts";
export type { FindOptions } from "./constructs/foreign-object.ts";
export { FormerId } from "./constructs/former-id.ts";
/** A construct for each resource and data source of the provider, as `cdktf get` generates them. */
export * as l1 from "./constructs/generated/index.ts";
export type { DocsProviderConfig } from "./constructs/generated/provider.ts";
export { PlainObject, type PlainObjectProps } from "./constructs/plain-object.ts";
export type {
  DocsReference,
  GroupReference,
  ICollection,
  IMember,
  IOpenApiSpec,
  IOrganization,
  ISamlProvider,
  ISiteLink,
  ISiteSpace,
  ISpace,
  ITeam,
  ITranslation,
  SectionReference,
  SiteReference,
} from "./constructs/references.ts";
export type { Sibling, SiblingOrder } from "./constructs/siblings.ts";
