import * as z from "zod";
import { only } from "../../model/api-version-marks.ts";
import { publishedApiVersions } from "../../model/endpoint.ts";
import { get, patch, post, remove } from "../operation.ts";
import {
  mergeRules,
  spaceDefaultLevel,
  spaceEditMode,
  spaceEmoji,
  spaceLanguage,
  spaceNeighbour,
  spaceObject,
  spaceTitle,
} from "./spaces.objects.ts";

const inOrganization = "/orgs/{organizationId}/spaces";
const one = "/spaces/{spaceId}";

export const spaces = {
  list: get(inOrganization, {
    id: "listSpacesInOrganizationById",
    summary: "Lists an organization's spaces.",
    items: spaceObject,
  }),
  get: get(one, {
    id: "getSpaceById",
    summary: "Reads a space.",
    query: z.object({ shareKey: z.string().optional() }),
    answer: spaceObject,
  }),
  create: post(inOrganization, {
    id: "createSpace",
    apiVersions: publishedApiVersions,
    summary: "Makes an empty space, at the top or inside of a collection.",
    body: z.object({
      title: spaceTitle.optional(),
      emoji: spaceEmoji.optional(),
      parent: z.string().optional(),
      language: spaceLanguage.optional(),
      editMode: spaceEditMode.optional(),
    }),
    answer: spaceObject,
  }),
  update: patch(one, {
    id: "updateSpaceById",
    summary: "Changes a space's title, look, language, access or how it is edited.",
    // A `parent` is accepted and silently ignored: it takes a move.
    body: z
      .object({
        title: spaceTitle.optional(),
        emoji: spaceEmoji.nullable().optional(),
        icon: only(publishedApiVersions, z.url().max(2048)).nullable().optional(),
        language: spaceLanguage.optional(),
        editMode: spaceEditMode.optional(),
        defaultLevel: spaceDefaultLevel.nullable().optional(),
        mergeRules: mergeRules.optional(),
      })
      .refine((body) => body.emoji == null || body.icon == null, "An emoji or an icon, not both"),
    answer: spaceObject,
  }),
  move: post(`${one}/move`, {
    id: "moveSpace",
    summary: "Moves a space into a collection or to the top, and to a place among its neighbours.",
    errors: {
      400: "The position is none that there is.",
      404: "There is no such space.",
      409: "The move would change nothing.",
    },
    body: z.object({
      parent: z.string().nullable().optional(),
      position: z.object({ before: spaceNeighbour.optional(), after: spaceNeighbour.optional() }).optional(),
    }),
    answer: spaceObject,
    success: [200],
    // Sent twice, the second is answered 409: nothing would change.
    repeatable: true,
  }),
  /** The copy is a space of its own, with the same content. */
  duplicate: post(`${one}/duplicate`, {
    id: "duplicateSpace",
    summary: "Makes a copy of a space.",
    answer: spaceObject,
  }),
  /** Into the trash, where it stays for seven days. */
  delete: remove(one, {
    id: "deleteSpaceById",
    summary: "Puts a space into the trash, from where it can be restored for seven days.",
    errors: { 400: "A site shows it, and does not let it go." },
  }),
  /** Out of the trash. */
  restore: post(`${one}/restore`, {
    id: "restoreSpace",
    summary: "Takes a space out of the trash.",
    errors: { 404: "There is no such space in the trash." },
    answer: spaceObject,
    success: [200],
    repeatable: true,
  }),
  /** To another organization, with all that it holds. */
  transfer: post(`${one}/transfer`, {
    id: "transferSpace",
    summary: "Hands a space to another organization, with all that it holds.",
    errors: {
      404: "There is no such organization.",
      409: "The transfer would change nothing.",
      412: "The space cannot be transferred.",
    },
    body: z.strictObject({ organization: z.string() }),
    answer: spaceObject,
    success: [200],
    // Sent twice, the second is answered 409: nothing would change.
    repeatable: true,
    apiVersions: ["classic", "classic-minimal"],
  }),
};
