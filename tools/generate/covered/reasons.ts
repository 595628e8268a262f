/** Why an operation of the interface is not served, by its published name. */
export const notServed: Readonly<Record<string, string>> = {};

const byPlace = "by its place in the layout: what it is inside of";
const byOrder = "by `default` of what is inside";
const draft =
  "not declared: what is a draft changes with the next publication, and a layout says what is to be";

/** Why a field that a request can set is no attribute, by operation and field. */
export const notDeclared: Readonly<Record<string, string>> = {
  "createSite.spaces": "not sent: the spaces of a site are declared one by one, in their order",
  "updateSiteById.defaultSiteSpace": byOrder,
  "updateSiteById.defaultSiteSection": byOrder,
  "addSectionToSite.draft": draft,
  "updateSiteSectionById.defaultSiteSpace": byOrder,
  "updateSiteSectionById.siteSectionGroupId": byPlace,
  "updateSiteSectionById.draft": draft,
  "addSectionGroupToSite.sections": byPlace,
  "addSectionGroupToSite.draft": draft,
  "updateSiteSectionGroupById.parentSectionGroupId": byPlace,
  "updateSiteSectionGroupById.draft": draft,
  "addSpaceToSite.title":
    "not declared: it cannot be changed afterwards, and the space's own title is shown without it",
  "addSpaceToSite.draft": draft,
  "updateSiteSpaceById.draft": draft,
  "updateSiteSpaceById.hidden":
    "not declared: of the current service alone, and it says nothing of who may read",
  "createOrganizationTeam.members": "`members`, after the team is made: the creating call knows no roles",
  "updateMembersInOrganizationTeam.memberships": "not declared: roles inside of a team are left as they are",
};

const byContents = "what is inside of it is shown by itself";
const inPlace = "its place: what it is inside of";
const beyond = "not shown: the published document alone has it";
const appOnly = "not shown: of the application alone";

/** What a field of an answer is to docsform, or a part of one, where none has its name, by type and field. */
export const toldOtherwise: Readonly<Record<string, string>> = {
  "collection.parent": inPlace,
  "organization.defaultContent": "`defaultSite`, where it is a site",
  "organization.internal_isOnNewTrial": appOnly,
  "organization.internal_billingMigration": appOnly,
  "organization.urls.logo": "`docs_organization.logo`",
  "member.user": "`email` and `display_name`: `docs_member.email`",
  "member.disabled": "`isDisabled`",
  "member.sso": "`isSso`",
  "member.spaces": "`spaceCount`",
  "member.teams": "`teamCount`",
  "openapi_spec.sourceURL": "`source`, its `url`",
  "site.icon.icon": "`docs_site.icon`: its `light` and `dark`",
  "site.icon.emoji": beyond,
  "site.proxy": "`docs_site.proxy`: its `origin`; where it leads to, the service says",
  "site.ads.topic": beyond,
  "site.ads.reason": beyond,
  "site.ads.zoneId": beyond,
  "site_section.default": "the default among its siblings: `default`",
  "site_section.sectionGroup": inPlace,
  "site_section.siteSpaces": byContents,
  "site_section_group.sections": byContents,
  "site_section_group.sectionGroup": inPlace,
  "site_section_group.children": byContents,
  "site_space.section": inPlace,
  "site_space.default": "the default among its siblings: `default`",
  "space.parent": inPlace,
  "space.deletedAt": "not shown: what is in the trash counts as absent",
  "space.urls.icon": "`docs_space.icon`",
  "space.visitorAuth.integration": beyond,
  "team.members": "`memberCount`; who they are: `members`",
  "team.spaces": "`spaceCount`",
  "translation.source": "`space` and `sourceLanguage`",
};

const byId = "not shown: the address in the interface alone, which the id says too";

/** The same of fields that all objects have. */
export const toldOfAll: Readonly<Record<string, string>> = {
  object: "the type itself",
  organization: "the organization that the layout or the provider names",
  permissions: "not shown: of the token and not of the object; what it may not do is refused",
  urls: byId,
  "urls.location": byId,
};
