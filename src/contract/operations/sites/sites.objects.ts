import * as z from "zod";
import { only } from "../../../model/api-version-marks.ts";
import { roles } from "../../../model/role.ts";
import { urls } from "../response-parts.ts";

export const siteTitle = z.string().min(2).max(128);
export const siteVisibility = z.enum(["public", "unlisted", "share-link", "visitor-auth"]);
export const siteKind = z.enum([
  "basic",
  "premium",
  "ultimate",
  "sponsored",
  "legacy-basic",
  "legacy-premium",
]);
export const siteBasename = z.string().min(1).max(100);
export const siteProxy = z
  .string()
  .max(512)
  .regex(
    /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/,
    "must be a hostname and at least one path segment, such as acme.example/docs",
  );
export const siteAdaptiveContent = z.strictObject({
  enabled: z.boolean().describe("Whether adaptive content is enabled."),
});
export const siteAgentsContext = only(["classic", "classic-minimal"], z.enum(["excluded", "included"]));
export const siteStyleguide = only("current", z.string().min(1));
export const siteDefaultLevel = only("current", z.enum([...roles, "inherit"]));

/** An image or a color, for the light and the dark theme. */
export const themedObject = z.looseObject({ light: z.string().optional(), dark: z.string().optional() });

const feature = z.looseObject({
  id: z.string().optional(),
  plan: z.string().optional(),
  frozen: z.boolean().optional(),
  customizations: z.array(z.string()).optional(),
});

/** The fields of a site in a response. */
export const siteObject = z.looseObject({
  object: z.literal("site"),
  id: z.string(),
  title: z.string(),
  visibility: z.string(),
  type: z.string(),
  published: z.boolean(),
  icon: z.looseObject({ icon: themedObject.optional() }).optional(),
  hostname: z.string().optional(),
  basename: z.string().optional(),
  proxy: z.looseObject({ origin: z.string(), target: z.string().optional() }).optional(),
  siteSpaces: z.number().optional(),
  createdAt: z.string().optional(),
  adaptiveContent: z.looseObject({ enabled: z.boolean() }).optional(),
  ads: z.looseObject({ status: z.string().optional(), submittable: z.boolean().optional() }).optional(),
  agentsContext: z.string().optional(),
  features: z.array(feature).optional(),
  defaultLevel: z.string().nullish(),
  styleguide: z.looseObject({ space: z.string() }).nullish(),
  appliedType: z.string().optional(),
  gitSync: z.looseObject({}).optional(),
  urls: urls("location", "app", "published"),
});

/** The response to publishing if the site's plan does not allow it. */
export const checkout = z.looseObject({ type: z.literal("checkout"), sessionId: z.string() });
