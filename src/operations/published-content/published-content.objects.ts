import * as z from "zod";
import { siteStructureObject } from "../site-structure/site-structure.objects.ts";
import { siteObject } from "../sites/sites.objects.ts";

/** Everything that shows a published site: what is in it, and how it looks. */
export const publishedSiteObject = z.looseObject({
  object: z.literal("published-content-site"),
  site: siteObject,
  structure: siteStructureObject,
  customizations: z.looseObject({
    site: z.looseObject({}),
    /** By the id of a site space that looks different from the rest. */
    siteSpaces: z.record(z.string(), z.looseObject({})),
  }),
  scripts: z.array(z.looseObject({ script: z.string(), cookies: z.boolean() })),
});
