import * as z from "zod";
import { only } from "../../../model/api-version-marks.ts";
import { publishedApiVersions } from "../../../model/endpoint.ts";
import { get, patch, post, remove } from "../operation.ts";
import {
  groupIcon,
  groupTitle,
  itemDraft,
  itemPointer,
  linkCondition,
  linkDescription,
  linkIcon,
  linkTitle,
  linkUrl,
  localized128,
  localized256,
  sectionCondition,
  sectionDescription,
  sectionIcon,
  sectionPath,
  sectionTitle,
  siteLinkObject,
  siteSectionGroupObject,
  siteSectionObject,
  siteSpaceCondition,
  siteSpaceHidden,
  siteSpaceObject,
  siteSpacePage,
  siteSpacePath,
  siteSpaceTitle,
  siteStructureObject,
} from "./site-structure.objects.ts";

const site = "/orgs/{organizationId}/sites/{siteId}";
const section = `${site}/sections/{siteSectionId}`;
const group = `${site}/section-groups/{siteSectionGroupId}`;
const link = `${site}/external-links/{siteExternalLinkId}`;
const siteSpace = `${site}/site-spaces/{siteSpaceId}`;

const shared = z.object({
  shareKey: z
    .string()
    .optional()
    .describe("Key at the end of the share link. Needed for a site that is shared only by link."),
});

const draft = itemDraft.describe("Whether the item is a draft. Readers do not see drafts.");
const newDraft = itemDraft.describe(
  "Whether the item is a draft. Readers do not see drafts. Default: false.",
);
const homePage = siteSpacePage.describe("Id of the space's page that opens first.");
const localizedTitle = localized128.describe(translationsOf("title"));

const structure = {
  get: get(`${site}/structure`, {
    id: "getSiteStructure",
    apiVersions: publishedApiVersions,
    query: shared,
    summary:
      "Reads the structure of a site: its sections, groups, external links and site spaces, in their order.",
    response: siteStructureObject,
  }),
  sort: patch(`${site}/structure/sort`, {
    id: "sortSiteStructure",
    apiVersions: publishedApiVersions,
    summary: "Puts a section, a group, an external link or a site space before or after one of its siblings.",
    errors: { 400: "The position does not exist.", 404: "There is no such item." },
    body: z.strictObject({
      item: itemPointer.describe(
        "Item to move: its `type` (site-space, site-section, site-section-group or site-external-link) and its `id`.",
      ),
      position: positionAt(itemPointer).describe(
        "Place among the siblings: `before` or `after` one of them, which has the form of `item`.",
      ),
    }),
    success: [200, 204],
  }),
};

const sections = {
  listSections: get(`${site}/sections`, {
    id: "listSiteSections",
    query: shared,
    summary: "Lists a site's sections.",
    items: siteSectionObject,
  }),
  /** Creates the section and, in it, a site space for `spaceId`. The service would ignore a `description`. */
  addSection: post(`${site}/sections`, {
    id: "addSectionToSite",
    summary: "Adds a section to a site, with a space in it.",
    body: z.strictObject({
      spaceId: z.string().describe("Id of the space that the section shows."),
      title: sectionTitle.nullable().optional().describe("Title of the section."),
      icon: sectionIcon.nullable().optional().describe("Name of the section's icon."),
      siteSectionGroupId: only("current", z.string())
        .optional()
        .describe("Id of the group that contains the section. Absent: the top level."),
      pageId: homePage.optional(),
      draft: newDraft.optional(),
    }),
    response: siteSectionObject,
  }),
  updateSection: patch(section, {
    id: "updateSiteSectionById",
    summary: "Changes a section's title, path, appearance, place or audience.",
    errors: { 400: "Another section has this path, or the request is not valid." },
    body: z.strictObject({
      title: sectionTitle.optional().describe("Title of the section."),
      localizedTitle: localizedTitle.optional(),
      path: sectionPath.optional().describe("The section's segment in the site's URLs."),
      icon: sectionIcon.nullable().optional().describe("Name of the section's icon; null removes it."),
      description: sectionDescription
        .nullable()
        .optional()
        .describe("Short description of the section, shown in the navigation; null removes it."),
      localizedDescription: localized256.optional().describe(translationsOf("description")),
      condition: sectionCondition.nullable().optional().describe(conditionOf("section")),
      defaultSiteSpace: z.string().optional().describe("Id of the section's default site space."),
      siteSectionGroupId: only("current", z.string().nullable())
        .optional()
        .describe("Id of the group that contains the section; null: the top level."),
      draft: draft.optional(),
    }),
    response: siteSectionObject,
  }),
  deleteSection: remove(section, {
    id: "deleteSiteSectionById",
    summary: "Removes a section from its site.",
    errors: { 400: "The section is the last one of its site." },
  }),
  /** The service has deprecated it. `sort` does the same for every kind of item. */
  moveSection: post(`${section}/move`, {
    id: "moveSiteSection",
    summary: "Puts a section before or after another one. Deprecated by the service.",
    errors: { 400: "The position does not exist.", 404: "There is no such section." },
    body: z.strictObject({
      position: positionAt(z.strictObject({ type: z.literal("site-section"), siteSection: z.string() }))
        .optional()
        .describe(placeBeside('{"type": "site-section", "siteSection": ID}')),
    }),
    response: siteSectionObject,
    success: [200],
    repeatable: true,
  }),
  addSectionToGroup: post(`${group}/sections`, {
    id: "addSectionToGroup",
    summary: "Puts a section into a group.",
    body: z.strictObject({ sectionId: z.string().describe("Id of the section.") }),
    response: siteSectionGroupObject,
    repeatable: true,
    apiVersions: ["classic", "classic-minimal"],
  }),
  removeSectionFromGroup: remove(`${group}/sections/{siteSectionId}`, {
    id: "removeSectionFromGroup",
    summary: "Removes a section from a group.",
    apiVersions: ["classic", "classic-minimal"],
  }),
};

const sectionGroups = {
  listGroups: get(`${site}/section-groups`, {
    id: "listSiteSectionGroups",
    summary: "Lists a site's groups of sections.",
    items: siteSectionGroupObject,
  }),
  addGroup: post(`${site}/section-groups`, {
    id: "addSectionGroupToSite",
    summary: "Adds a group of sections to a site.",
    body: z.strictObject({
      title: groupTitle.describe("Title of the group."),
      icon: groupIcon.nullable().optional().describe("Name of the group's icon."),
      parent: z.string().optional().describe("Id of the parent group. Absent: the top level."),
      sections: z.array(z.string()).optional().describe("Ids of the sections that the group gets."),
      draft: draft.optional(),
    }),
    response: siteSectionGroupObject,
  }),
  updateGroup: patch(group, {
    id: "updateSiteSectionGroupById",
    summary: "Changes a group's title, appearance or place.",
    body: z.strictObject({
      title: groupTitle.optional().describe("Title of the group."),
      localizedTitle: localizedTitle.optional(),
      icon: groupIcon.nullable().optional().describe("Name of the group's icon; null removes it."),
      parentSectionGroupId: only(
        "current",
        z.string().nullable().describe("Id of the parent group; null: the top level."),
      ).optional(),
      draft: draft.optional(),
    }),
    response: siteSectionGroupObject,
  }),
  deleteGroup: remove(group, {
    id: "deleteSiteSectionGroupById",
    summary: "Removes a group of sections from its site.",
  }),
  /** The service has deprecated it. `sort` does the same for every kind of item. */
  moveGroup: post(`${group}/move`, {
    id: "moveSiteSectionGroup",
    apiVersions: publishedApiVersions,
    summary: "Puts a group before or after a sibling. Deprecated by the service.",
    body: z.strictObject({
      position: positionAt(
        z.strictObject({ type: z.enum(["site-section", "site-section-group"]), id: z.string() }),
      )
        .optional()
        .describe(placeBeside('{"type": "site-section" or "site-section-group", "id": ID}')),
    }),
    response: siteSectionGroupObject,
    success: [200],
    repeatable: true,
  }),
};

/** No operation lists them: only the structure shows them. */
const links = {
  addLink: post(`${site}/external-links`, {
    id: "addExternalLinkToSite",
    apiVersions: ["current"],
    summary: "Adds a link to another website to a site's navigation.",
    errors: { 400: "The site has no sections, the group does not exist, or the request is not valid." },
    body: z.strictObject({
      title: linkTitle.describe("Title of the link."),
      localizedTitle: localizedTitle.optional(),
      url: linkUrl.describe("URL that the link opens."),
      icon: linkIcon.nullable().optional().describe("Name of the link's icon."),
      description: linkDescription.nullable().optional().describe("Short description of the link."),
      localizedDescription: localized256.nullable().optional().describe(translationsOf("description")),
      condition: linkCondition.nullable().optional().describe(conditionOf("link")),
      parent: z
        .string()
        .optional()
        .describe("Id of the group that contains the link. Absent: the top level."),
      draft: newDraft.optional(),
    }),
    response: siteLinkObject,
  }),
  updateLink: patch(link, {
    id: "updateSiteExternalLinkById",
    apiVersions: ["current"],
    summary: "Changes an external link's title, target, appearance, place or audience.",
    errors: { 400: "The group does not exist, or the request is not valid." },
    body: z.strictObject({
      title: linkTitle.optional().describe("Title of the link."),
      localizedTitle: localizedTitle.nullable().optional(),
      url: linkUrl.optional().describe("URL that the link opens."),
      icon: linkIcon.nullable().optional().describe("Name of the link's icon; null removes it."),
      description: linkDescription
        .nullable()
        .optional()
        .describe("Short description of the link; null removes it."),
      localizedDescription: localized256.nullable().optional().describe(translationsOf("description")),
      condition: linkCondition.nullable().optional().describe(conditionOf("link")),
      parent: z
        .string()
        .nullable()
        .optional()
        .describe("Id of the group that contains the link; null: the top level."),
      draft: draft.optional(),
    }),
    response: siteLinkObject,
  }),
  deleteLink: remove(link, {
    id: "deleteSiteExternalLinkById",
    apiVersions: ["current"],
    summary: "Removes an external link from its site.",
  }),
};

const siteSpaces = {
  listSpaces: get(`${site}/site-spaces`, {
    id: "listSiteSpaces",
    summary: "Lists the spaces that a site shows.",
    // A boolean query parameter: clients pass a boolean, a URL contains text.
    query: shared.extend({
      default: z
        .union([z.boolean(), z.enum(["true", "false"])])
        .optional()
        .describe(
          "Whether to list only the default site space (true) or only the others (false). Absent: all.",
        ),
    }),
    items: siteSpaceObject,
  }),
  /** Without `sectionId`, the site space goes to the default section, or to the root of a site without sections. */
  addSpace: post(`${site}/site-spaces`, {
    id: "addSpaceToSite",
    summary: "Adds a space to a site, or to a section of it.",
    body: z.strictObject({
      spaceId: z.string().describe("Id of the space that the site shows."),
      sectionId: z
        .string()
        .optional()
        .describe(
          "Id of the section that gets the space. Absent: the default section, or the top level of a site without sections.",
        ),
      title: siteSpaceTitle
        .optional()
        .describe("Title of the site space, if it differs from that of its space."),
      pageId: homePage.nullable().optional(),
      draft: newDraft.optional(),
    }),
    response: siteSpaceObject,
  }),
  updateSpace: patch(siteSpace, {
    id: "updateSiteSpaceById",
    summary: "Changes the space that a site space shows, its path or its audience.",
    errors: { 400: "Another site space beside it has this path, or the request is not valid." },
    body: z.strictObject({
      spaceId: z.string().optional().describe("Id of the space that the site shows."),
      path: siteSpacePath.optional().describe("The site space's segment in the site's URLs."),
      condition: siteSpaceCondition.nullable().optional().describe(conditionOf("site space")),
      pageId: siteSpacePage
        .nullable()
        .optional()
        .describe(
          "Id of the space's page that opens first; null removes it. The service clears it when `spaceId` changes.",
        ),
      draft: draft.optional(),
      hidden: siteSpaceHidden
        .optional()
        .describe("Whether the site's navigation omits the site space. Readers can still open its URL."),
    }),
    response: siteSpaceObject,
  }),
  deleteSpace: remove(siteSpace, {
    id: "deleteSiteSpaceById",
    summary: "Removes a space from its site. The space itself stays.",
    errors: { 400: "The site space is the last one of its section." },
  }),
  /** The service has deprecated it. `sort` does the same for every kind of item. */
  moveSpace: post(`${siteSpace}/move`, {
    id: "moveSiteSpace",
    summary: "Puts a site space before or after another one. Deprecated by the service.",
    errors: { 400: "The position does not exist.", 404: "There is no such site space." },
    body: z.strictObject({
      position: positionAt(z.strictObject({ type: z.literal("site-space"), siteSpace: z.string() }))
        .optional()
        .describe(placeBeside('{"type": "site-space", "siteSpace": ID}')),
    }),
    response: siteSpaceObject,
    success: [200],
    repeatable: true,
  }),
};

/** Sections, groups of sections, external links and site spaces. They share one order, and docsform reads them together. */
export const siteStructure = { ...structure, ...sections, ...sectionGroups, ...links, ...siteSpaces };

function positionAt<Neighbor extends z.ZodType>(neighbor: Neighbor) {
  return z.strictObject({ before: neighbor.optional(), after: neighbor.optional() });
}

function placeBeside(neighbor: string): string {
  return `Place among the siblings: \`before\` or \`after\` \`${neighbor}\`. Absent: the last place.`;
}

function translationsOf(text: string): string {
  return `The ${text} in languages other than the site's own, by language code. The given map replaces the stored one; an empty map removes all.`;
}

function conditionOf(item: string): string {
  return `Expression that decides which visitors see the ${item}; null removes it.`;
}
