import * as z from "zod";
import { defineEndpoint } from "../../model/endpoint.ts";
import {
  sectionCondition,
  sectionDescription,
  sectionIcon,
  sectionPath,
  sectionTitle,
} from "./site-section.schema.ts";

const sitePath = "/orgs/{organizationId}/sites/{siteId}";
const sectionsPath = `${sitePath}/sections`;
const membersPath = `${sitePath}/section-groups/{siteSectionGroupId}/sections`;

const siteSpaceAnswer = z.looseObject({
  id: z.string(),
  path: z.string(),
  space: z.looseObject({ id: z.string() }),
  default: z.boolean().optional(),
  condition: z.string().nullish(),
});

/** The fields of a section that docsform reads. */
export const siteSectionAnswer = z.looseObject({
  object: z.literal("site-section"),
  id: z.string(),
  title: z.string(),
  path: z.string(),
  sectionGroup: z.string().nullish(),
  default: z.boolean().optional(),
  icon: z.string().nullish(),
  description: z.string().nullish(),
  condition: z.string().nullish(),
  siteSpaces: z.array(siteSpaceAnswer),
  urls: z.looseObject({}).optional(),
});

const sectionPointer = z.strictObject({ type: z.literal("site-section"), siteSection: z.string() });

export const listSiteSections = defineEndpoint({
  operation: "listSiteSections",
  method: "GET",
  path: sectionsPath,
  response: siteSectionAnswer,
  success: [200],
  idempotent: true,
  paged: true,
});

/** Makes a section and, in it, a site space for `spaceId`. A `description` would be dropped. */
export const addSection = defineEndpoint({
  operation: "addSectionToSite",
  method: "POST",
  path: sectionsPath,
  body: z.strictObject({
    spaceId: z.string(),
    title: sectionTitle.nullable().optional(),
    icon: sectionIcon.nullable().optional(),
    siteSectionGroupId: z.string().optional(),
    draft: z.boolean().optional(),
  }),
  response: siteSectionAnswer,
  success: [201],
  idempotent: false,
});

export const updateSection = defineEndpoint({
  operation: "updateSiteSectionById",
  method: "PATCH",
  path: `${sectionsPath}/{siteSectionId}`,
  body: z.strictObject({
    title: sectionTitle.optional(),
    path: sectionPath.optional(),
    icon: sectionIcon.nullable().optional(),
    description: sectionDescription.nullable().optional(),
    condition: sectionCondition.nullable().optional(),
    defaultSiteSpace: z.string().optional(),
    siteSectionGroupId: z.string().nullable().optional(),
    draft: z.boolean().optional(),
  }),
  response: siteSectionAnswer,
  success: [200],
  idempotent: true,
});

export const deleteSection = defineEndpoint({
  operation: "deleteSiteSectionById",
  method: "DELETE",
  path: `${sectionsPath}/{siteSectionId}`,
  success: [204, 205],
  idempotent: true,
});

/** Deprecated by the service; `sortSiteStructure` does the same for every kind of item. */
export const moveSection = defineEndpoint({
  operation: "moveSiteSection",
  method: "POST",
  path: `${sectionsPath}/{siteSectionId}/move`,
  body: z.strictObject({
    position: z
      .strictObject({ before: sectionPointer.optional(), after: sectionPointer.optional() })
      .optional(),
  }),
  response: siteSectionAnswer,
  success: [200],
  idempotent: true,
});

export const enterGroup = defineEndpoint({
  operation: "addSectionToGroup",
  method: "POST",
  path: membersPath,
  body: z.strictObject({ sectionId: z.string() }),
  success: [201],
  idempotent: true,
  generations: ["classic"],
});

export const leaveGroup = defineEndpoint({
  operation: "removeSectionFromGroup",
  method: "DELETE",
  path: `${membersPath}/{siteSectionId}`,
  success: [204, 205],
  idempotent: true,
  generations: ["classic"],
});

/** The part of the site's own operation that makes a section its default. */
export const pointDefaultSection = defineEndpoint({
  operation: "updateSiteById",
  method: "PATCH",
  path: sitePath,
  body: z.strictObject({ defaultSiteSection: z.string() }),
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

/** Every operation on sections. */
export const siteSectionEndpoints = [
  listSiteSections,
  addSection,
  updateSection,
  deleteSection,
  moveSection,
  enterGroup,
  leaveGroup,
];
