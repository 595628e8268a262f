/** Why docsform does not serve an operation of the interface, by its published name. */
export const notServed: Readonly<Record<string, string>> = {};

const byPlace = "by its place in the layout, which sets the parent";
const byOrder = "by `default` of the object inside";

/** Why a field that a request can set is no attribute, by operation and field. */
export const notDeclared: Readonly<Record<string, string>> = {
  "createSite.spaces": "not sent: the spaces of a site are declared one by one, in their order",
  "updateSiteById.defaultSiteSpace": byOrder,
  "updateSiteById.defaultSiteSection": byOrder,
  "updateSiteSectionById.defaultSiteSpace": byOrder,
  "updateSiteSectionById.siteSectionGroupId": byPlace,
  "addSectionToSite.pageId":
    "not sent: docsform sets `pageId` of the first space after it creates the section",
  "addSectionGroupToSite.sections": byPlace,
  "updateSiteExternalLinkById.parent": byPlace,
  "updateSiteSectionGroupById.parentSectionGroupId": byPlace,
  "createOrganizationTeam.members": "`members`, in a call after the creation: the creating call has no roles",
  "updateMembersInOrganizationTeam.memberships":
    "not declared: docsform leaves the roles in a team as they are",
};

const byId = "not shown: it is only the object's URL in the API, which follows from the id";

/** How docsform treats the fields that all objects have. */
export const commonFieldReasons: Readonly<Record<string, string>> = {
  object: "the type itself",
  organization: "the organization that the layout or the provider names",
  permissions:
    "not shown: it describes the token, not the object; the service refuses what the token may not do",
  urls: byId,
  "urls.location": byId,
};
