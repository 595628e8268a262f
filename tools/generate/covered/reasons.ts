/** Why an operation of the interface is not served, by its published name. */
export const notServed: Readonly<Record<string, string>> = {};

const byPlace = "by its place in the layout: what it is inside of";
const byOrder = "by `default` of what is inside";

/** Why a field that a request can set is no attribute, by operation and field. */
export const notDeclared: Readonly<Record<string, string>> = {
  "createSite.spaces": "not sent: the spaces of a site are declared one by one, in their order",
  "updateSiteById.defaultSiteSpace": byOrder,
  "updateSiteById.defaultSiteSection": byOrder,
  "updateSiteSectionById.defaultSiteSpace": byOrder,
  "updateSiteSectionById.siteSectionGroupId": byPlace,
  "addSectionToSite.pageId": "not sent: `pageId` of its first space, after the section is made",
  "addSectionGroupToSite.sections": byPlace,
  "updateSiteSectionGroupById.parentSectionGroupId": byPlace,
  "createOrganizationTeam.members": "`members`, after the team is made: the creating call knows no roles",
  "updateMembersInOrganizationTeam.memberships": "not declared: roles inside of a team are left as they are",
};

const byId = "not shown: the address in the interface alone, which the id says too";

/** What a field that all objects have is to docsform. */
export const commonFieldReasons: Readonly<Record<string, string>> = {
  object: "the type itself",
  organization: "the organization that the layout or the provider names",
  permissions: "not shown: of the token and not of the object; what it may not do is refused",
  urls: byId,
  "urls.location": byId,
};
