import * as z from "zod";
import { get } from "../operation.ts";
import { publishedSiteObject } from "./published-content.objects.ts";

export const publishedContent = {
  getSite: get("/orgs/{organizationId}/sites/{siteId}/published", {
    id: "getPublishedContentSite",
    summary: "Reads what readers see of a published site: its structure, its customization and its scripts.",
    errors: { 404: "There is no such site, or it is not published." },
    query: z.object({
      shareKey: z
        .string()
        .optional()
        .describe("Key at the end of the share link, for a site that only the link gives access to."),
    }),
    response: publishedSiteObject,
  }),
};
