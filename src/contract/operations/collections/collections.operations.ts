import * as z from "zod";
import { get, patch, post, remove } from "../operation.ts";
import { placeAmongSiblings, spaceObject } from "../spaces/spaces.objects.ts";
import {
  collectionDefaultLevel,
  collectionDescription,
  collectionObject,
  collectionTitle,
} from "./collections.objects.ts";

const inOrganization = "/orgs/{organizationId}/collections";
const one = "/collections/{collectionId}";
const title = collectionTitle.optional().describe("Title of the collection.");

export const collections = {
  list: get(inOrganization, {
    id: "listCollectionsInOrganizationById",
    summary: "Lists an organization's collections, including nested ones.",
    query: z.object({
      nested: z
        .union([z.boolean(), z.enum(["true", "false"])])
        .optional()
        .describe("Whether to list nested collections too. Default: true."),
    }),
    items: collectionObject,
  }),
  get: get(one, { id: "getCollectionById", summary: "Reads a collection.", response: collectionObject }),
  create: post(inOrganization, {
    id: "createCollection",
    summary: "Creates a collection at the top level or inside another collection.",
    body: z.object({
      title,
      parent: z.string().optional().describe("Id of the parent collection. Absent: the top level."),
    }),
    response: collectionObject,
  }),
  update: patch(one, {
    id: "updateCollectionById",
    summary: "Changes a collection's title, description or access.",
    body: z.object({
      title,
      description: collectionDescription.optional().describe("What the collection is about."),
      defaultLevel: collectionDefaultLevel
        .optional()
        .describe(
          "Access that every member of the organization has to the collection: a role, `inherit` (the access that its parent gives), or null for no access.",
        ),
    }),
    response: collectionObject,
  }),
  move: post(`${one}/move`, {
    id: "moveCollection",
    summary:
      "Moves a collection into another collection or to the top level, and to a place among its siblings.",
    errors: {
      400: "The position does not exist.",
      404: "There is no such collection.",
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
    response: collectionObject,
    success: [200],
    // The service answers a repetition with 409, because it would change nothing.
    repeatable: true,
  }),
  listSpaces: get(`${one}/spaces`, {
    id: "listSpacesInCollectionById",
    summary: "Lists the spaces directly in a collection.",
    items: spaceObject,
  }),
  transfer: post(`${one}/transfer`, {
    id: "transferCollection",
    summary: "Transfers a collection to another organization, with everything in it.",
    errors: {
      404: "There is no such organization.",
      409: "The transfer would change nothing.",
      412: "The collection cannot be transferred.",
    },
    body: z.strictObject({
      organization: z.string().describe("Id of the organization that receives the collection."),
    }),
    response: collectionObject,
    success: [200],
    // The service answers a repetition with 409, because it would change nothing.
    repeatable: true,
  }),
  delete: remove(one, { id: "deleteCollectionById", summary: "Deletes a collection." }),
};
