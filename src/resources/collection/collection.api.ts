import * as z from "zod";
import { defineEndpoint } from "../../model/endpoint.ts";
import { roles } from "../../model/role.ts";

const title = z.string().max(50);
const description = z.string().max(100);
const defaultLevel = z.enum([...roles, "inherit"]).nullable();

const pointer = z.union([
  z.object({ type: z.literal("space"), space: z.string() }),
  z.object({ type: z.literal("collection"), collection: z.string() }),
]);

/** The fields of a collection in an answer that docsform relies on. */
export const collectionAnswer = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  organization: z.string().optional(),
  parent: z.string().nullish(),
  defaultLevel: z.string().nullable(),
  urls: z.object({ app: z.string().optional(), location: z.string().optional() }).optional(),
});

export const listCollectionsInOrganizationById = defineEndpoint({
  operation: "listCollectionsInOrganizationById",
  method: "GET",
  path: "/orgs/{organizationId}/collections",
  query: z.object({ nested: z.enum(["true", "false"]).optional() }),
  response: collectionAnswer,
  success: [200],
  idempotent: true,
  paged: true,
});

export const getCollectionById = defineEndpoint({
  operation: "getCollectionById",
  method: "GET",
  path: "/collections/{collectionId}",
  response: collectionAnswer,
  success: [200],
  idempotent: true,
});

export const createCollection = defineEndpoint({
  operation: "createCollection",
  method: "POST",
  path: "/orgs/{organizationId}/collections",
  body: z.object({ title: title.optional(), parent: z.string().optional() }),
  response: collectionAnswer,
  success: [201],
  idempotent: false,
});

export const updateCollectionById = defineEndpoint({
  operation: "updateCollectionById",
  method: "PATCH",
  path: "/collections/{collectionId}",
  body: z.object({
    title: title.optional(),
    description: description.optional(),
    defaultLevel: defaultLevel.optional(),
  }),
  response: collectionAnswer,
  success: [200],
  idempotent: true,
});

export const moveCollection = defineEndpoint({
  operation: "moveCollection",
  method: "POST",
  path: "/collections/{collectionId}/move",
  body: z.object({
    parent: z.string().nullable().optional(),
    position: z.object({ before: pointer.optional(), after: pointer.optional() }).optional(),
  }),
  response: collectionAnswer,
  success: [200],
  // Sent twice, the second is answered 409: nothing would change.
  idempotent: true,
});

export const deleteCollectionById = defineEndpoint({
  operation: "deleteCollectionById",
  method: "DELETE",
  path: "/collections/{collectionId}",
  success: [204, 205],
  idempotent: true,
});
