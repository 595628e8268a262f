import {
  type CollectionObject,
  collectionObject,
} from "../../contract/operations/collections/collections.objects.ts";
import { collections } from "../../contract/operations/collections/collections.operations.ts";
import { theContainer } from "../../model/key-field.ts";
import { callAt } from "../../model/resource-type/call-at.ts";
import { defineResource } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { asParent } from "../../model/unmapped-fields.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import { collectionAttributes, collectionComputed } from "./collection.schema.ts";

/** A group of spaces and of other collections. */
export const collection = defineResource({
  name: "collection",
  label: { one: "collection", many: "collections" },
  description:
    "A group of spaces and other collections, with the access that the organization's members have to it by default.",
  attributes: collectionAttributes,
  computed: collectionComputed,
  identity: {
    key: ["title", theContainer],
    createKey: ["title", theContainer],
    keyIsUnique: false,
  },
  container: {
    types: ["collection"],
    rootAllowed: true,
    layoutField: "parent",
    atCreate: { classic: true, current: true, "classic-minimal": true },
    change: { classic: "move", current: "move", "classic-minimal": "move" },
    moveInto: (context, id, _from, to) => [
      callAt(collections.move, context, [id], { body: { parent: to }, alreadyDone: [409] }),
    ],
  },
  // The service deletes the contents too (it moves spaces to the trash), so docsform deletes them or moves them out before.
  deletion: {
    endpoint: collections.delete,
    contents: "first",
  },
  creation: {
    endpoint: collections.create,
    parentField: "parent",
    created: (response) => ({ object: foundCollection(collectionObject.parse(response)), children: [] }),
  },
  writers: [
    {
      name: "patch",
      endpoint: collections.update,
      body: ({ values }) => patchBody(values),
      fromResponse: (response) => foundCollection(response as unknown as CollectionObject),
    },
  ],
  reads: [
    {
      name: "collections",
      endpoint: collections.list,
      finds: ["collection"],
      query: { nested: "true" },
      found: (response: Json) => [foundCollection(response as unknown as CollectionObject)],
    },
  ],
  readById: {
    endpoint: collections.get,
    found: (response) => foundCollection(response as unknown as CollectionObject),
  },
  unmanagedContents: "the undeclared spaces and collections inside it",
  unmappedFields: {
    parent: asParent,
  },
  layout: { kind: "map", field: "collections", addressBy: ["$key"] },
});

function foundCollection(response: CollectionObject): FoundObject {
  return {
    type: "collection",
    id: response.id,
    container: response.parent == null ? null : { type: "collection", id: response.parent },
    attributes: {
      title: response.title,
      description: response.description || null,
      defaultLevel: response.defaultLevel,
    },
    computed: { urls: { app: response.urls?.app ?? null } },
    ...present({ organizationId: response.organization }),
  };
}

function patchBody(values: JsonObject): JsonObject {
  return values["description"] === null ? { ...values, description: "" } : values;
}
