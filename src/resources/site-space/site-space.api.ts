import * as z from "zod";
import { defineEndpoint } from "../../model/endpoint.ts";
import { siteSpaceCondition, siteSpacePath } from "./site-space.schema.ts";

const sitePath = "/orgs/{organizationId}/sites/{siteId}";
const siteSpacesPath = `${sitePath}/site-spaces`;

/** The fields of a site space that docsform reads. */
export const siteSpaceAnswer = z.looseObject({
  object: z.literal("site-space"),
  id: z.string(),
  path: z.string(),
  title: z.string().optional(),
  section: z.string().nullish(),
  space: z.looseObject({ id: z.string() }),
  default: z.boolean().optional(),
  condition: z.string().nullish(),
  urls: z.looseObject({}).optional(),
});

const neighbour = z.strictObject({ type: z.literal("site-space"), siteSpace: z.string() });

export const listSiteSpaces = defineEndpoint({
  operation: "listSiteSpaces",
  method: "GET",
  path: siteSpacesPath,
  // A flag in a query: a client gives it as a boolean, a URL as text.
  query: z.object({ default: z.union([z.boolean(), z.enum(["true", "false"])]).optional() }),
  response: siteSpaceAnswer,
  success: [200],
  idempotent: true,
  paged: true,
});

/** Without `sectionId` the site space goes to the default section, or to the root of a site that has no sections. */
export const addSiteSpace = defineEndpoint({
  operation: "addSpaceToSite",
  method: "POST",
  path: siteSpacesPath,
  body: z.strictObject({
    spaceId: z.string(),
    sectionId: z.string().optional(),
    title: z.string().min(2).max(128).optional(),
    draft: z.boolean().optional(),
  }),
  response: siteSpaceAnswer,
  success: [201],
  idempotent: false,
});

export const updateSiteSpace = defineEndpoint({
  operation: "updateSiteSpaceById",
  method: "PATCH",
  path: `${siteSpacesPath}/{siteSpaceId}`,
  body: z.strictObject({
    spaceId: z.string().optional(),
    path: siteSpacePath.optional(),
    condition: siteSpaceCondition.nullable().optional(),
    draft: z.boolean().optional(),
    hidden: z.boolean().optional(),
  }),
  response: siteSpaceAnswer,
  success: [200],
  idempotent: true,
});

export const deleteSiteSpace = defineEndpoint({
  operation: "deleteSiteSpaceById",
  method: "DELETE",
  path: `${siteSpacesPath}/{siteSpaceId}`,
  success: [204, 205],
  idempotent: true,
});

/** Deprecated by the service; `sortSiteStructure` does the same for every kind of item. */
export const moveSiteSpace = defineEndpoint({
  operation: "moveSiteSpace",
  method: "POST",
  path: `${siteSpacesPath}/{siteSpaceId}/move`,
  body: z.strictObject({
    position: z.strictObject({ before: neighbour.optional(), after: neighbour.optional() }).optional(),
  }),
  response: siteSpaceAnswer,
  success: [200],
  idempotent: true,
});

/** The part of the site's own operation that makes a site space the default of a site without sections. */
export const pointDefaultOfSite = defineEndpoint({
  operation: "updateSiteById",
  method: "PATCH",
  path: sitePath,
  body: z.strictObject({ defaultSiteSpace: z.string() }),
  success: [200],
  idempotent: true,
});

/** The part of the section's own operation that makes a site space its default. */
export const pointDefaultOfSection = defineEndpoint({
  operation: "updateSiteSectionById",
  method: "PATCH",
  path: `${sitePath}/sections/{siteSectionId}`,
  body: z.strictObject({ defaultSiteSpace: z.string() }),
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

/** Every operation on site spaces. */
export const siteSpaceEndpoints = [
  listSiteSpaces,
  addSiteSpace,
  updateSiteSpace,
  deleteSiteSpace,
  moveSiteSpace,
];
