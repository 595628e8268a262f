import * as z from "zod";
import { only } from "../../../model/api-version-marks.ts";
import { publishedApiVersions } from "../../../model/endpoint.ts";
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

const title = siteTitle.optional().describe("Title of the site.");
const visibility = siteVisibility
  .optional()
  .describe(
    "Who can see the published site. `public`: anyone, and search engines list it. `unlisted`: anyone, but search engines do not list it. `share-link`: people with the secret link. `visitor-auth`: authenticated visitors.",
  );

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
      title,
      visibility,
      type: siteKind.optional().describe("Plan of the site. Absent: the service chooses one."),
      spaces: z.array(z.string()).optional().describe("Ids of the spaces that the site shows."),
    }),
    response: siteObject,
  }),
  update: patch(one, {
    id: "updateSiteById",
    summary: "Changes a site's title, visibility, URLs, defaults or other settings.",
    errors: { 400: "Another site has this basename, or the request is not valid." },
    body: z.strictObject({
      title,
      visibility,
      basename: siteBasename
        .optional()
        .describe("The site's own part of its URL, under the organization's hostname."),
      proxy: siteProxy
        .nullable()
        .optional()
        .describe(
          "Hostname and path under which a proxy serves the site, such as acme.example/docs; null removes it.",
        ),
      adaptiveContent: siteAdaptiveContent
        .optional()
        .describe("Whether the site adapts its content to the visitor: `enabled` is true or false."),
      agentsContext: siteAgentsContext
        .optional()
        .describe("Whether the site is part of the agents' context."),
      defaultLevel: siteDefaultLevel
        .nullable()
        .optional()
        .describe(
          "Access that the organization's members have to the site: a role, `inherit` (their role in the organization), or null for no role.",
        ),
      styleguide: siteStyleguide
        .nullable()
        .optional()
        .describe("Id of the space that contains the style guide for writing; null removes it."),
      defaultSiteSpace: z
        .string()
        .optional()
        .describe("Id of the default site space: that of the default section, if the site has sections."),
      defaultSiteSection: z.string().optional().describe("Id of the default section."),
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
