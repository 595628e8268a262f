import * as z from "zod";
import { get } from "../operation.ts";
import { publishedSiteObject } from "./published-content.objects.ts";

export const publishedContent = {
  getSite: get("/orgs/{organizationId}/sites/{siteId}/published", {
    id: "getPublishedContentSite",
    summary: "Reads all that shows a published site: its structure, how it looks, and the scripts in it.",
    errors: { 404: "There is no such site, or it is not published." },
    // For a site that is shared by a link: what the link ends in.
    query: z.object({ shareKey: z.string().optional() }),
    answer: publishedSiteObject,
  }),
};
