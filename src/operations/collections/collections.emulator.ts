import {
  bodyOf,
  fieldsNamed,
  removed,
  requireRecord,
  wasAbsent,
  withoutNulls,
} from "../../model/emulator-answers.ts";
import {
  type Content,
  type EmulatedService,
  type EmulatorRecord,
  EmulatorRefusal,
} from "../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import { definePolicy } from "../policy.ts";
import type { Handlers, System } from "../system.ts";
import { targetOf } from "../transfer.ts";
import { collections } from "./collections.operations.ts";

/** Deleting a collection: its spaces go to the trash, or move to its parent. */
const collectionDelete = definePolicy("collectionDelete", "trash-spaces", "reparent-spaces");

/** The service's side of collections. A record: `{ id, title, description, parent, defaultLevel }`. */
const handlers: Handlers<typeof collections> = {
  list: (request, service) => {
    const all = service.list("collection");
    const listed =
      request.query["nested"] === "false" ? all.filter((record) => (record["parent"] ?? null) === null) : all;
    return { status: 200, items: listed.map((record) => collectionOnWire(record, service)) };
  },

  get: ({ params }, service) => ({
    status: 200,
    body: collectionOnWire(requireRecord(service, "collection", params["collectionId"]), service),
  }),

  create: (request, service) => {
    const parent = request.body["parent"] ?? null;
    if (parent !== null) requireRecord(service, "collection", parent);
    const record = service.add("collection", {
      id: service.newId(""),
      title: request.body["title"] ?? "",
      description: null,
      parent,
      defaultLevel: "inherit",
    });
    return { status: 201, body: collectionOnWire(record, service), location: `/collections/${record.id}` };
  },

  update: ({ params, body }, service) => {
    const { id } = requireRecord(service, "collection", params["collectionId"]);
    const record = service.change(
      "collection",
      id,
      fieldsNamed(body, ["title", "description", "defaultLevel"]),
    );
    return { status: 200, body: collectionOnWire(record, service) };
  },

  move: ({ params, body }, service) => {
    const record = requireRecord(service, "collection", params["collectionId"]);
    const before = record["parent"] ?? null;
    const parent = body["parent"] === undefined ? before : body["parent"];
    checkParent(service, record.id, parent);
    const sibling = siblingOf(service, body["position"]);
    if (parent === before && sibling === undefined)
      throw new EmulatorRefusal(409, "The move would change nothing");
    service.change("collection", record.id, { parent });
    if (sibling !== undefined) service.place("collection", record.id, sibling);
    else service.place("collection", record.id, "end");
    return { status: 200, body: collectionOnWire(requireRecord(service, "collection", record.id), service) };
  },

  listSpaces: ({ params }, service) => {
    const { id } = requireRecord(service, "collection", params["collectionId"]);
    const inside = service.list("space").filter((space) => space["parent"] === id && !isTrashed(space));
    const items = inside.map((space) => bodyOf(service.call("getSpaceById", { spaceId: space.id })));
    return { status: 200, items };
  },

  transfer: ({ params, body }, service) => {
    const { id } = requireRecord(service, "collection", params["collectionId"]);
    const target = targetOf(service, body["organization"]);
    const contents = everythingIn(service, id);
    if (contents.some(({ type, record }) => type === "space" && isUsed(service, record.id))) {
      throw new EmulatorRefusal(412, "The collection holds a space that a site uses");
    }
    for (const { type, record } of contents) service.handOver(type, record.id, target.organizationId);
    service.change("collection", id, { parent: null });
    service.handOver("collection", id, target.organizationId);
    return { status: 200, body: collectionOnWire(requireRecord(target, "collection", id), target) };
  },

  delete: ({ params }, service) => {
    const record = service.get("collection", params["collectionId"] ?? "");
    if (record === undefined) return wasAbsent;
    releaseContents(service, record);
    service.remove("collection", record.id);
    return removed;
  },
};

/** Collections of spaces and of further collections. */
export const collectionsSystem: System = {
  operations: collections,
  handlers,
  policies: [collectionDelete],
  containerFields: { collection: "parent" },
};

function collectionOnWire(record: EmulatorRecord, service: EmulatedService): JsonObject {
  return {
    ...withoutNulls({ description: record["description"], parent: record["parent"] }),
    object: "collection",
    id: record.id,
    title: record["title"] ?? "",
    organization: service.organizationId,
    defaultLevel: record["defaultLevel"] === undefined ? "inherit" : record["defaultLevel"],
    urls: {
      location: `https://api.docs.example/v1/collections/${record.id}`,
      app: `https://app.docs.example/o/${service.organizationId}/c/${record.id}`,
    },
    permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
  };
}

function checkParent(service: EmulatedService, id: string, parent: Json): void {
  let ancestor: Json = parent;
  while (ancestor !== null) {
    if (ancestor === id) throw new EmulatorRefusal(400, "A collection cannot be moved into itself");
    const record = typeof ancestor === "string" ? service.get("collection", ancestor) : undefined;
    if (record === undefined) throw new EmulatorRefusal(400, "Invalid collection");
    ancestor = record["parent"] ?? null;
  }
}

type SiblingPosition = { readonly before: string } | { readonly after: string } | undefined;

/** The place among collections; a place beside a space is accepted and has no meaning in this order. */
function siblingOf(service: EmulatedService, position: Json | undefined): SiblingPosition {
  if (!isJsonObject(position)) return undefined;
  for (const side of ["before", "after"] as const) {
    const pointer = position[side];
    if (!isJsonObject(pointer)) continue;
    const type = pointer["type"] === "collection" ? "collection" : "space";
    const id = pointer[type];
    if (typeof id !== "string" || service.get(type, id) === undefined)
      throw new EmulatorRefusal(400, "Invalid position");
    if (type === "collection") return side === "before" ? { before: id } : { after: id };
  }
  return undefined;
}

function releaseContents(service: EmulatedService, { id, parent = null }: EmulatorRecord): void {
  const reparent = service.choice(collectionDelete) === "reparent-spaces";
  for (const { type, record, field } of service.contents("collection", id)) {
    // The service keeps a space that a site uses and puts it into the parent.
    if (reparent || isUsed(service, record.id)) service.change(type, record.id, { [field]: parent });
    else service.destroy(type, record.id);
  }
}

function everythingIn(service: EmulatedService, id: string): readonly Content[] {
  return service
    .contents("collection", id)
    .flatMap((content) => [
      content,
      ...(content.type === "collection" ? everythingIn(service, content.record.id) : []),
    ]);
}

function isTrashed(space: EmulatorRecord): boolean {
  return space["deletedAt"] != null;
}

function isUsed(service: EmulatedService, spaceId: string): boolean {
  return service.list("site_space").some((record) => record["space"] === spaceId);
}
