import * as z from "zod";
import { defineEndpoint } from "../../model/endpoint.ts";
import { roles } from "../../model/role.ts";
import { emojiPattern } from "./emoji.ts";
import { languages, mergeRules } from "./space.schema.ts";

const title = z.string().max(50);
const emoji = z.string().max(50).regex(emojiPattern);
const language = z.enum(languages);
const editMode = z.enum(["live", "locked"]);

const pointer = z.union([
  z.object({ type: z.literal("space"), space: z.string() }),
  z.object({ type: z.literal("collection"), collection: z.string() }),
]);

/** The fields of a space in an answer that docsform relies on. */
export const spaceAnswer = z.object({
  id: z.string(),
  title: z.string(),
  emoji: z.string().nullish(),
  visibility: z.string().optional(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
  deletedAt: z.string().nullish(),
  editMode: z.string().nullish(),
  mergeRules: z.json().optional(),
  urls: z.object({
    app: z.string().optional(),
    published: z.string().optional(),
    public: z.string().optional(),
    icon: z.string().optional(),
  }),
  parent: z.string().nullish(),
  language: z.string().nullish(),
  revision: z.string().optional(),
  defaultLevel: z.string().nullable(),
});

export const listSpacesInOrganizationById = defineEndpoint({
  operation: "listSpacesInOrganizationById",
  method: "GET",
  path: "/orgs/{organizationId}/spaces",
  response: spaceAnswer,
  success: [200],
  idempotent: true,
  paged: true,
});

export const getSpaceById = defineEndpoint({
  operation: "getSpaceById",
  method: "GET",
  path: "/spaces/{spaceId}",
  response: spaceAnswer,
  success: [200],
  idempotent: true,
});

export const createSpace = defineEndpoint({
  operation: "createSpace",
  method: "POST",
  path: "/orgs/{organizationId}/spaces",
  body: z.object({
    title: title.optional(),
    emoji: emoji.optional(),
    parent: z.string().optional(),
    language: language.optional(),
    editMode: editMode.optional(),
  }),
  response: spaceAnswer,
  success: [201],
  idempotent: false,
});

export const updateSpaceById = defineEndpoint({
  operation: "updateSpaceById",
  method: "PATCH",
  path: "/spaces/{spaceId}",
  // A `parent` is accepted and silently ignored: it takes a move.
  body: z
    .object({
      title: title.optional(),
      emoji: emoji.nullable().optional(),
      icon: z.url().max(2048).nullable().optional(),
      language: language.optional(),
      editMode: editMode.optional(),
      defaultLevel: z
        .enum([...roles, "inherit"])
        .nullable()
        .optional(),
      mergeRules: mergeRules.optional(),
    })
    .refine((body) => body.emoji == null || body.icon == null, "An emoji or an icon, not both"),
  response: spaceAnswer,
  success: [200],
  idempotent: true,
});

export const moveSpace = defineEndpoint({
  operation: "moveSpace",
  method: "POST",
  path: "/spaces/{spaceId}/move",
  body: z.object({
    parent: z.string().nullable().optional(),
    position: z.object({ before: pointer.optional(), after: pointer.optional() }).optional(),
  }),
  response: spaceAnswer,
  success: [200],
  // Sent twice, the second is answered 409: nothing would change.
  idempotent: true,
});

export const deleteSpaceById = defineEndpoint({
  operation: "deleteSpaceById",
  method: "DELETE",
  path: "/spaces/{spaceId}",
  success: [204, 205],
  idempotent: true,
});
