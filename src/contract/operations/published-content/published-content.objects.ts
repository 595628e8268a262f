import * as z from "zod";
import { siteStructureObject } from "../site-structure/site-structure.objects.ts";
import { siteObject } from "../sites/sites.objects.ts";
import { customizationObject } from "./customization.objects.ts";

/** A published site with its structure and its appearance. */
export const publishedSiteObject = z.looseObject({
  object: z.literal("published-content-site"),
  site: siteObject,
  structure: siteStructureObject,
  customizations: z.looseObject({
    site: customizationObject,
    /** By id of a site space, if it looks different from the rest of the site. */
    siteSpaces: z.record(z.string(), customizationObject),
  }),
  scripts: z.array(
    z.looseObject({ script: z.string(), contentSecurityPolicy: z.string().optional(), cookies: z.boolean() }),
  ),
});
