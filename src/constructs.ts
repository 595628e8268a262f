// The constructs, for apps of cdktf and cdktn.

export type { PublicOptions, TitleOptions } from "./constructs/check-rules.ts";
export type { CheckedObject } from "./constructs/checked-object.ts";
export type { Choice, Flag } from "./constructs/choice.ts";
/** The constructs that people use. Their names are those of the objects that they declare. */
export { Collection, type CollectionProps } from "./constructs/collection.ts";
export type { DocsObjectProps, Timeouts } from "./constructs/common-properties.ts";
export { DocsChecks } from "./constructs/docs-checks.ts";
export { DocsLayout, type DocsLayoutOptions, type LayoutObjects } from "./constructs/docs-layout.ts";
export { DocsObject } from "./constructs/docs-object.ts";
export { DocsProvider } from "./constructs/docs-provider.ts";
export type { CheckReport, DocsRule } from "./constructs/docs-rule.ts";
export type { FindOptions } from "./constructs/foreign-object.ts";
export { FormerId } from "./constructs/former-id.ts";
/** A construct for each resource and data source of the provider, as `cdktf get` generates them. */
export * as l1 from "./constructs/generated/index.ts";
export type { DocsProviderConfig } from "./constructs/generated/provider.ts";
export { Member, type MemberProps } from "./constructs/member.ts";
export { OpenApiSpec, type OpenApiSpecProps } from "./constructs/openapi-spec.ts";
export { Organization, type OrganizationProps } from "./constructs/organization.ts";
export { PlainObject, type PlainObjectProps } from "./constructs/plain-object.ts";
export type {
  DocsReference,
  GroupReference,
  ICollection,
  IMember,
  IOpenApiSpec,
  IOrganization,
  ISamlProvider,
  ISiteSpace,
  ISpace,
  ITeam,
  ITranslation,
  SectionReference,
  SiteReference,
} from "./constructs/references.ts";
export { SamlProvider, type SamlProviderProps } from "./constructs/saml-provider.ts";
export type { Sibling, SiblingOrder } from "./constructs/siblings.ts";
export { type ISite, Site, type SiteProps } from "./constructs/site.ts";
export {
  type ISiteSection,
  type SectionSpace,
  SiteSection,
  type SiteSectionOptions,
  type SiteSectionProps,
} from "./constructs/site-section.ts";
export {
  type ISiteSectionGroup,
  SiteSectionGroup,
  type SiteSectionGroupOptions,
  type SiteSectionGroupProps,
} from "./constructs/site-section-group.ts";
export { SiteSpace, type SiteSpaceOptions, type SiteSpaceProps } from "./constructs/site-space.ts";
export { Space, type SpaceProps } from "./constructs/space.ts";
export { Team, type TeamProps } from "./constructs/team.ts";
export { Translation, type TranslationProps } from "./constructs/translation.ts";
