import * as z from "zod";
import { only } from "../../model/generation-marks.ts";
import { roles } from "../../model/role.ts";

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
export const siteAdaptiveContent = z.strictObject({ enabled: z.boolean().describe("Whether it does.") });
export const siteAgentsContext = only(["classic", "shown"], z.enum(["excluded", "included"]));
export const siteStyleguide = only("current", z.string().min(1));
export const siteDefaultLevel = only("current", z.enum([...roles, "inherit"]));

/** The fields of a site that docsform reads. */
export const siteObject = z.looseObject({
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
  styleguide: z.looseObject({ space: z.string() }).nullish(),
  appliedType: z.string().optional(),
  gitSync: z.looseObject({}).optional(),
  urls: z.looseObject({}).optional(),
});

/** What publishing answers where the site's plan does not allow it. */
export const checkout = z.looseObject({ type: z.literal("checkout"), sessionId: z.string() });
