import * as z from "zod";
import { only } from "../../../model/api-version-marks.ts";
import { roles } from "../../../model/role.ts";
import { promised } from "../promised.ts";
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
export const themedObject = z.looseObject({ light: promised(z.string()), dark: promised(z.string()) });

const feature = z.looseObject({
  id: promised(z.string()),
  plan: promised(z.string()),
  frozen: promised(z.boolean()),
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
  proxy: z.looseObject({ origin: z.string(), target: promised(z.string()) }).optional(),
  siteSpaces: promised(z.number()),
  createdAt: promised(z.string()),
  adaptiveContent: z.looseObject({ enabled: z.boolean() }).optional(),
  ads: z.looseObject({ status: promised(z.string()), submittable: z.boolean().optional() }).optional(),
  agentsContext: z.string().optional(),
  features: promised(z.array(feature)),
  defaultLevel: z.string().nullish(),
  styleguide: z.looseObject({ space: z.string() }).nullish(),
  appliedType: z.string().optional(),
  gitSync: z.looseObject({}).optional(),
  urls: urls("location", "app", "published?"),
});

/** The response to publishing if the site's plan does not allow it. */
export const checkout = z.looseObject({ type: z.literal("checkout"), sessionId: z.string() });
