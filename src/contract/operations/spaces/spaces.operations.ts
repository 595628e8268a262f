import * as z from "zod";
import { only } from "../../../model/api-version-marks.ts";
import { publishedApiVersions } from "../../../model/endpoint.ts";
import { templateInput } from "../content/template.objects.ts";
import { get, patch, post, remove } from "../operation.ts";
import {
  mergeRules,
  placeAmongSiblings,
  spaceDefaultLevel,
  spaceEditMode,
  spaceEmoji,
  spaceLanguage,
  spaceObject,
  spaceTitle,
} from "./spaces.objects.ts";

const inOrganization = "/orgs/{organizationId}/spaces";
const one = "/spaces/{spaceId}";
const title = spaceTitle.optional().describe("Title of the space.");
const language = spaceLanguage
  .optional()
  .describe("Language of the content, as a code such as `en` or `pt-br`.");
const editMode = spaceEditMode
  .optional()
  .describe("Whether content can be edited in place (`live`) or only through change requests (`locked`).");
const emoji = "Emoji of the space: the character, or its code points in hex, joined by `-`";

export const spaces = {
  list: get(inOrganization, {
    id: "listSpacesInOrganizationById",
    summary: "Lists an organization's spaces.",
    items: spaceObject,
  }),
  get: get(one, {
    id: "getSpaceById",
    summary: "Reads a space.",
    query: z.object({
      shareKey: z
        .string()
        .optional()
        .describe("Key at the end of the share link, for a space that only the link gives access to."),
    }),
    response: spaceObject,
  }),
  create: post(inOrganization, {
    id: "createSpace",
    apiVersions: publishedApiVersions,
    summary: "Creates a space at the top level or inside a collection.",
    body: z.object({
      title,
      emoji: spaceEmoji.optional().describe(`${emoji}.`),
      parent: z.string().optional().describe("Id of the parent collection. Absent: the top level."),
      language,
      editMode,
      template: templateInput
        .optional()
        .describe(
          "Template whose pages the space begins with. A call has `template`, `computedSource` or `empty`.",
        ),
      computedSource: z
        .looseObject({ type: z.string() })
        .optional()
        .describe("Source from which the service computes the pages of the space."),
      empty: z.literal(true).optional().describe("Whether the space begins without a page."),
    }),
    response: spaceObject,
  }),
  update: patch(one, {
    id: "updateSpaceById",
    summary: "Changes a space's title, appearance, language, access or rules for edits.",
    // The service accepts a `parent` and silently ignores it: only a move changes it.
    body: z
      .object({
        title,
        emoji: spaceEmoji
          .nullable()
          .optional()
          .describe(`${emoji}; null removes it. A space has an emoji or an icon, not both.`),
        icon: only(publishedApiVersions, z.url().max(2048))
          .nullable()
          .optional()
          .describe("URL of an image for the space; null removes it."),
        language,
        editMode,
        defaultLevel: spaceDefaultLevel
          .nullable()
          .optional()
          .describe(
            "Access that every member of the organization has to the space: a role, `inherit` (the access that its collection gives), or null for no access.",
          ),
        mergeRules: mergeRules
          .optional()
          .describe(
            "Rules that a change request must meet before it can be merged. The `type` is `inherit`, `none`, or `rules` (the space's own).",
          ),
      })
      .refine((body) => body.emoji == null || body.icon == null, "An emoji or an icon, not both"),
    response: spaceObject,
  }),
  move: post(`${one}/move`, {
    id: "moveSpace",
    summary: "Moves a space into a collection or to the top level, and to a place among its siblings.",
    errors: {
      400: "The position does not exist.",
      404: "There is no such space.",
      409: "The move would change nothing.",
    },
    body: z.object({
      parent: z
        .string()
        .nullable()
        .optional()
        .describe("Id of the parent collection; null for the top level."),
      position: placeAmongSiblings,
    }),
    response: spaceObject,
    success: [200],
    // The service answers a repetition with 409, because it would change nothing.
    repeatable: true,
  }),
  duplicate: post(`${one}/duplicate`, {
    id: "duplicateSpace",
    summary: "Creates a copy of a space.",
    response: spaceObject,
  }),
  delete: remove(one, {
    id: "deleteSpaceById",
    summary: "Puts a space into the trash. The space can be restored for seven days.",
    errors: { 400: "A site shows the space, and the service does not remove it from that site." },
  }),
  restore: post(`${one}/restore`, {
    id: "restoreSpace",
    summary: "Restores a space from the trash.",
    errors: { 404: "There is no such space in the trash." },
    response: spaceObject,
    success: [200],
    repeatable: true,
  }),
  transfer: post(`${one}/transfer`, {
    id: "transferSpace",
    summary: "Transfers a space to another organization, with everything in it.",
    errors: {
      404: "There is no such organization.",
      409: "The transfer would change nothing.",
      412: "The space cannot be transferred.",
    },
    body: z.strictObject({
      organization: z.string().describe("Id of the organization that receives the space."),
    }),
    response: spaceObject,
    success: [200],
    // The service answers a repetition with 409, because it would change nothing.
    repeatable: true,
    apiVersions: ["classic", "classic-minimal"],
  }),
};
