import * as z from "zod";
import { siteStructureObject } from "../site-structure/site-structure.objects.ts";
import { siteObject } from "../sites/sites.objects.ts";
import { customizationObject } from "./customization.objects.ts";

/** Everything that shows a published site: what is in it, and how it looks. */
export const publishedSiteObject = z.looseObject({
  object: z.literal("published-content-site"),
  site: siteObject,
  structure: siteStructureObject,
  customizations: z.looseObject({
    site: customizationObject,
    /** By the id of a site space that looks different from the rest. */
    siteSpaces: z.record(z.string(), customizationObject),
  }),
  scripts: z.array(
    z.looseObject({ script: z.string(), contentSecurityPolicy: z.string().optional(), cookies: z.boolean() }),
  ),
});
