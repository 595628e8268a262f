import {
  bodyOf,
  fieldsNamed,
  removed,
  requireRecord,
  wasAbsent,
  withoutNulls,
} from "../../../model/emulator-responses.ts";
import {
  type ContentRecord,
  type EmulatedService,
  type EmulatorRecord,
  EmulatorRefusal,
} from "../../../model/emulator-rules.ts";
import type { JsonObject } from "../../../util/json.ts";
import { moveInLibrary } from "../moving.ts";
import { callerRole, permissionsOf } from "../people.ts";
import { definePolicy } from "../policy.ts";
import type { Handlers, System } from "../system.ts";
import { targetOf } from "../transfer.ts";
import { isTrashed } from "../trash.ts";
import { collections } from "./collections.operations.ts";

/** Deleting a collection puts its spaces into the trash, or moves them to its parent. */
const collectionDelete = definePolicy("collectionDelete", "trash-spaces", "reparent-spaces");

/** The emulator's collections. A record: `{ id, title, description, parent, defaultLevel }`. */
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
    const moved = moveInLibrary(service, "collection", record, body);
    return { status: 200, body: collectionOnWire(moved, service) };
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

/** Collections of spaces and of other collections. */
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
    permissions: permissionsOf(callerRole(service), {
      view: "read",
      admin: "admin",
      viewInviteLinks: "admin",
      create: "create",
    }),
  };
}

function releaseContents(service: EmulatedService, { id, parent = null }: EmulatorRecord): void {
  if (service.choice(collectionDelete) === "trash-spaces") destroyContents(service, id);
  // The remaining contents move up into the parent. A space in the trash would be restored there.
  for (const { type, record, field } of service.contents("collection", id)) {
    service.change(type, record.id, { [field]: parent });
  }
}

/**
 * Deletes the contents of a collection. The service keeps spaces that a site uses; such a space of a nested collection has moved up
 * into this one by then.
 */
function destroyContents(service: EmulatedService, id: string): void {
  for (const { type, record } of service.contents("collection", id)) {
    if (!isUsed(service, record.id)) service.destroy(type, record.id);
  }
}

function everythingIn(service: EmulatedService, id: string): readonly ContentRecord[] {
  return service
    .contents("collection", id)
    .flatMap((content) => [
      content,
      ...(content.type === "collection" ? everythingIn(service, content.record.id) : []),
    ]);
}

function isUsed(service: EmulatedService, spaceId: string): boolean {
  return service.list("site_space").some((record) => record["space"] === spaceId);
}
