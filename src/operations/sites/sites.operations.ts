import * as z from "zod";
import { only } from "../../model/api-version-marks.ts";
import { publishedApiVersions } from "../../model/endpoint.ts";
import { get, patch, post, remove } from "../operation.ts";
import {
  checkout,
  siteAdaptiveContent,
  siteAgentsContext,
  siteBasename,
  siteDefaultLevel,
  siteKind,
  siteObject,
  siteProxy,
  siteStyleguide,
  siteTitle,
  siteVisibility,
} from "./sites.objects.ts";

const all = "/orgs/{organizationId}/sites";
const one = `${all}/{siteId}`;

/** A boolean query parameter: clients pass a boolean, a URL contains text. */
const flag = z.union([z.boolean(), z.enum(["true", "false"])]);

export const sites = {
  list: get(all, {
    id: "listSites",
    summary: "Lists an organization's sites.",
    query: z.object({
      space: z.string().optional().describe("Id of a space that the listed sites show."),
      title: z.string().optional().describe("Title of the listed sites."),
      published: flag.optional().describe("Whether the listed sites are published."),
      type: only("current", z.array(siteKind)).optional().describe("Plans of the listed sites."),
    }),
    items: siteObject,
  }),
  get: get(one, {
    id: "getSiteById",
    summary: "Reads a site.",
    errors: { 404: "There is no such site." },
    response: siteObject,
  }),
  create: post(all, {
    id: "createSite",
    summary: "Creates a site. The site is not published yet.",
    body: z.strictObject({
      title: siteTitle.optional(),
      visibility: siteVisibility.optional(),
      type: siteKind.optional(),
      spaces: z.array(z.string()).optional(),
    }),
    response: siteObject,
  }),
  update: patch(one, {
    id: "updateSiteById",
    summary: "Changes a site's title, visibility, URLs, defaults or other settings.",
    errors: { 400: "Another site has this basename, or the request is not valid." },
    body: z.strictObject({
      title: siteTitle.optional(),
      visibility: siteVisibility.optional(),
      basename: siteBasename.optional(),
      proxy: siteProxy.nullable().optional(),
      adaptiveContent: siteAdaptiveContent.optional(),
      agentsContext: siteAgentsContext.optional(),
      defaultLevel: siteDefaultLevel.nullable().optional(),
      styleguide: siteStyleguide.nullable().optional().describe("Id of a space."),
      defaultSiteSpace: z.string().optional(),
      defaultSiteSection: z.string().optional(),
    }),
    response: siteObject,
  }),
  delete: remove(one, { id: "deleteSiteById", summary: "Deletes a site. Its spaces stay." }),
  publish: post(`${one}/publish`, {
    id: "publishSite",
    summary: "Publishes a site for the audience that its visibility names.",
    response: z.union([siteObject, checkout]),
    success: [200],
    repeatable: true,
  }),
  unpublish: post(`${one}/unpublish`, {
    id: "unpublishSite",
    apiVersions: publishedApiVersions,
    summary: "Unpublishes a site.",
    response: siteObject,
    success: [200],
    repeatable: true,
  }),
};
