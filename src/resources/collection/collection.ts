import * as z from "zod";
import { collections } from "../../contract/operations/collections/collections.operations.ts";
import { theContainer } from "../../model/key-field.ts";
import { plainType } from "../../model/plain/plain-type.ts";
import { callAt } from "../../model/resource-type/call-at.ts";
import { roles, widerRole } from "../../model/role.ts";
import { asParent } from "../../model/unmapped-fields.ts";

/** A group of spaces and of other collections. */
export const collection = plainType({
  name: "collection",
  label: { one: "collection", many: "collections" },
  description:
    "A group of spaces and other collections, with the access that the organization's members have to it by default.",
  fields: {
    title: {
      description: "Name of the collection.",
      schema: z.string().min(1).max(50),
      samples: ["Handbook", "Company handbook"],
    },
    description: {
      description: "What the collection is about.",
      schema: z.string().max(100),
      atCreate: "no",
      nullable: true,
      // The service does not accept null. An empty text clears a description.
      unset: "",
      normalize: (value) => (value === "" ? null : value),
      samples: ["How we work", "Everything about how we work"],
    },
    defaultLevel: {
      description:
        "Access that every member of the organization has to the collection: a role, `inherit` (the access that its parent gives), or null for no access.",
      schema: z.enum([...roles, "inherit"]),
      atCreate: "no",
      nullable: true,
      derived: true,
      default: "inherit",
      opens: { as: "level", isWider: widerRole },
      terraform: { nullAs: "none" },
      samples: ["read", "edit"],
    },
  },
  computed: {
    urls: {
      description: "URLs of the collection.",
      schema: z.object({ app: z.string().describe("URL where you edit the collection in the app.") }),
      follows: [],
    },
  },
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
  deletion: { endpoint: collections.delete, contents: "first" },
  creation: { parentField: "parent" },
  rows: {
    list: collections.list,
    get: collections.get,
    create: collections.create,
    update: collections.update,
    delete: collections.delete,
  },
  query: { nested: "true" },
  also: ({ parent, organization }) => ({
    ...(typeof parent === "string" && { container: { type: "collection", id: parent } }),
    ...(typeof organization === "string" && { organizationId: organization }),
  }),
  unmanagedContents: "the undeclared spaces and collections inside it",
  unmappedFields: {
    parent: asParent,
  },
  layout: { kind: "map", field: "collections", addressBy: ["$key"] },
});
