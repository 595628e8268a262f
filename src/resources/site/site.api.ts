import * as z from "zod";
import { defineEndpoint } from "../../model/endpoint.ts";
import {
  adaptiveContent,
  agentsContext,
  defaultLevel,
  siteBasename,
  siteKind,
  siteProxy,
  siteTitle,
  siteVisibility,
} from "./site.schema.ts";

const sitePath = "/orgs/{organizationId}/sites/{siteId}";

/** A flag in a query: a client gives it as a boolean, a URL as text. */
const flag = z.union([z.boolean(), z.enum(["true", "false"])]);

/** The fields of a site that docsform reads. */
export const siteAnswer = z.looseObject({
  object: z.literal("site"),
  id: z.string(),
  title: z.string(),
  visibility: z.string(),
  type: z.string(),
  published: z.boolean(),
  basename: z.string().optional(),
  proxy: z.looseObject({ origin: z.string() }).optional(),
  adaptiveContent: z.looseObject({ enabled: z.boolean() }).optional(),
  agentsContext: z.string().optional(),
  defaultLevel: z.string().nullish(),
  appliedType: z.string().optional(),
  gitSync: z.looseObject({}).optional(),
  urls: z.looseObject({}).optional(),
});

const spaceSeen = z.looseObject({ id: z.string() });

const siteSpaceSeen = z.looseObject({
  object: z.literal("site-space"),
  id: z.string(),
  path: z.string(),
  space: spaceSeen,
  default: z.boolean().optional(),
  condition: z.string().nullish(),
});

const sectionSeen = z.looseObject({
  object: z.literal("site-section"),
  id: z.string(),
  title: z.string(),
  path: z.string(),
  default: z.boolean().optional(),
  description: z.string().nullish(),
  condition: z.string().nullish(),
  icon: z.string().nullish(),
  siteSpaces: z.array(siteSpaceSeen),
});

// Links to other websites stand among the sections of the current generation. They are passed over; a section or a group
// that lacks what docsform needs must not pass for one, or it would count as absent.
const managedKinds = ["site-space", "site-section", "site-section-group"];
const otherItem = z.looseObject({ object: z.string().refine((kind) => !managedKinds.includes(kind)) });

const groupSeen = z.looseObject({
  object: z.literal("site-section-group"),
  id: z.string(),
  title: z.string(),
  icon: z.string().nullish(),
  get children(): z.ZodArray<z.ZodType> {
    return z.array(structureItem);
  },
});

const structureItem: z.ZodType = z.union([siteSpaceSeen, sectionSeen, groupSeen, otherItem]);

const itemPointer = z.strictObject({
  type: z.enum(["site-space", "site-section", "site-section-group"]),
  id: z.string(),
});

export const listSites = defineEndpoint({
  operation: "listSites",
  method: "GET",
  path: "/orgs/{organizationId}/sites",
  query: z.object({ space: z.string().optional(), title: z.string().optional(), published: flag.optional() }),
  response: siteAnswer,
  success: [200],
  idempotent: true,
  paged: true,
});

export const createSite = defineEndpoint({
  operation: "createSite",
  method: "POST",
  path: "/orgs/{organizationId}/sites",
  body: z.strictObject({
    title: siteTitle.optional(),
    visibility: siteVisibility.optional(),
    type: siteKind.optional(),
    spaces: z.array(z.string()).optional(),
  }),
  response: siteAnswer,
  success: [201],
  idempotent: false,
});

export const getSite = defineEndpoint({
  operation: "getSiteById",
  method: "GET",
  path: sitePath,
  response: siteAnswer,
  success: [200],
  idempotent: true,
});

export const updateSite = defineEndpoint({
  operation: "updateSiteById",
  method: "PATCH",
  path: sitePath,
  body: z.strictObject({
    title: siteTitle.optional(),
    visibility: siteVisibility.optional(),
    basename: siteBasename.optional(),
    proxy: siteProxy.nullable().optional(),
    adaptiveContent: adaptiveContent.optional(),
    agentsContext: agentsContext.optional(),
    defaultLevel: defaultLevel.nullable().optional(),
    defaultSiteSpace: z.string().optional(),
    defaultSiteSection: z.string().optional(),
  }),
  response: siteAnswer,
  success: [200],
  idempotent: true,
});

export const deleteSite = defineEndpoint({
  operation: "deleteSiteById",
  method: "DELETE",
  path: sitePath,
  success: [204, 205],
  idempotent: true,
});

/** Publishing answers the site, or a checkout where the plan does not allow it. */
export const publishSite = defineEndpoint({
  operation: "publishSite",
  method: "POST",
  path: `${sitePath}/publish`,
  response: z.union([siteAnswer, z.looseObject({ type: z.literal("checkout"), sessionId: z.string() })]),
  success: [200],
  idempotent: true,
});

export const unpublishSite = defineEndpoint({
  operation: "unpublishSite",
  method: "POST",
  path: `${sitePath}/unpublish`,
  response: siteAnswer,
  success: [200],
  idempotent: true,
});

export const getSiteStructure = defineEndpoint({
  operation: "getSiteStructure",
  method: "GET",
  path: `${sitePath}/structure`,
  response: z.looseObject({ type: z.enum(["sections", "siteSpaces"]), structure: z.array(structureItem) }),
  success: [200],
  idempotent: true,
});

export const sortSiteStructure = defineEndpoint({
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

/** Every operation on sites themselves and on their structure as a whole. */
export const siteEndpoints = [
  listSites,
  createSite,
  getSite,
  updateSite,
  deleteSite,
  publishSite,
  unpublishSite,
  getSiteStructure,
  sortSiteStructure,
];
