import * as z from "zod";
import { defineEndpoint } from "../../model/endpoint.ts";
import { groupIcon, groupTitle } from "./site-section-group.schema.ts";

const sitePath = "/orgs/{organizationId}/sites/{siteId}";
const groupsPath = `${sitePath}/section-groups`;

/** The fields of a group that docsform reads. */
export const siteSectionGroupAnswer = z.looseObject({
  object: z.literal("site-section-group"),
  id: z.string(),
  title: z.string(),
  icon: z.string().nullish(),
  sectionGroup: z.string().nullish(),
});

const neighbour = z.strictObject({ type: z.enum(["site-section", "site-section-group"]), id: z.string() });

export const listSiteSectionGroups = defineEndpoint({
  operation: "listSiteSectionGroups",
  method: "GET",
  path: groupsPath,
  response: siteSectionGroupAnswer,
  success: [200],
  idempotent: true,
  paged: true,
});

export const addSectionGroup = defineEndpoint({
  operation: "addSectionGroupToSite",
  method: "POST",
  path: groupsPath,
  body: z.strictObject({
    title: groupTitle,
    icon: groupIcon.nullable().optional(),
    parent: z.string().optional(),
    sections: z.array(z.string()).optional(),
    draft: z.boolean().optional(),
  }),
  response: siteSectionGroupAnswer,
  success: [201],
  idempotent: false,
});

/** `parentSectionGroupId` is of the current generation; null is the root. */
export const updateSectionGroup = defineEndpoint({
  operation: "updateSiteSectionGroupById",
  method: "PATCH",
  path: `${groupsPath}/{siteSectionGroupId}`,
  body: z.strictObject({
    title: groupTitle.optional(),
    icon: groupIcon.nullable().optional(),
    parentSectionGroupId: z.string().nullable().optional(),
    draft: z.boolean().optional(),
  }),
  response: siteSectionGroupAnswer,
  success: [200],
  idempotent: true,
});

export const deleteSectionGroup = defineEndpoint({
  operation: "deleteSiteSectionGroupById",
  method: "DELETE",
  path: `${groupsPath}/{siteSectionGroupId}`,
  success: [204, 205],
  idempotent: true,
});

/** Deprecated by the service; `sortSiteStructure` does the same for every kind of item. */
export const moveSectionGroup = defineEndpoint({
  operation: "moveSiteSectionGroup",
  method: "POST",
  path: `${groupsPath}/{siteSectionGroupId}/move`,
  body: z.strictObject({
    position: z.strictObject({ before: neighbour.optional(), after: neighbour.optional() }).optional(),
  }),
  response: siteSectionGroupAnswer,
  success: [200],
  idempotent: true,
});

const itemPointer = z.strictObject({ type: z.string(), id: z.string() });

/** The site's own operation that orders siblings. */
export const sortStructure = defineEndpoint({
  operation: "sortSiteStructure",
  method: "PATCH",
  path: `${sitePath}/structure/sort`,
  body: z.strictObject({
    item: itemPointer,
    position: z.strictObject({ before: itemPointer.optional(), after: itemPointer.optional() }),
  }),
  success: [200, 204],
  idempotent: true,
});

/** Every operation on groups of sections. */
export const siteSectionGroupEndpoints = [
  listSiteSectionGroups,
  addSectionGroup,
  updateSectionGroup,
  deleteSectionGroup,
  moveSectionGroup,
];
