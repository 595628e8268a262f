import {
  fieldsNamed,
  oncePerRecord,
  removed,
  requireRecord,
  wasAbsent,
  withoutNulls,
} from "../../model/emulator-answers.ts";
import { type EmulatedService, type EmulatorRecord, EmulatorRefusal } from "../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import { definePolicy } from "../policy.ts";
import type { Handlers, System } from "../system.ts";
import { emojiToCodePoints } from "./emoji.ts";
import { spaces } from "./spaces.operations.ts";

/** Deleting a space that a site uses: its site spaces go, or it is refused with 400. */
const usedSpaceDelete = definePolicy("usedSpaceDelete", "takes-site-spaces", "refuse");

/**
 * The service's side of spaces. A record: `{ id, title, emoji, icon, parent, language, editMode, defaultLevel, mergeRules,
 * createdAt, updatedAt, deletedAt, revision, gitSync }`.
 */
const handlers: Handlers<typeof spaces> = {
  list: (_request, service) => {
    const spaces = service.list("space").filter((record) => !isTrashed(record));
    return { status: 200, items: spaces.map((record) => spaceOnWire(record, service)) };
  },

  // A space in the trash is still given, with `deletedAt`.
  get: ({ params }, service) => ({
    status: 200,
    body: spaceOnWire(requireRecord(service, "space", params["spaceId"]), service),
  }),

  create: (request, service) => {
    const fields = fieldsOf(request.body);
    const parent = request.body["parent"] ?? null;
    if (parent !== null) requireRecord(service, "collection", parent);
    const now = service.now();
    const record = service.add("space", {
      title: "",
      emoji: null,
      icon: null,
      language: null,
      editMode: "locked",
      ...fields,
      id: service.newId(""),
      parent,
      defaultLevel: "inherit",
      mergeRules: { type: "inherit" },
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      revision: service.newId(""),
    });
    return { status: 201, body: spaceOnWire(record, service), location: `/spaces/${record.id}` };
  },

  update: ({ params, body }, service) => {
    const space = requireSpace(service, params["spaceId"]);
    const fields = fieldsOf(body);
    // The repository decides how a space under Git Sync is edited.
    const unchanged = space["gitSync"] == null ? {} : { editMode: space["editMode"] ?? "locked" };
    const record = service.change("space", space.id, { ...fields, ...unchanged, updatedAt: service.now() });
    return { status: 200, body: spaceOnWire(record, service) };
  },

  move: ({ params, body }, service) => {
    const space = requireSpace(service, params["spaceId"]);
    const before = space["parent"] ?? null;
    const parent = body["parent"] === undefined ? before : body["parent"];
    if (typeof parent === "string" && service.get("collection", parent) === undefined) {
      throw new EmulatorRefusal(400, "Invalid collection");
    }
    const sibling = siblingOf(service, body["position"]);
    if (parent === before && sibling === undefined)
      throw new EmulatorRefusal(409, "The move would change nothing");
    service.change("space", space.id, { parent });
    service.place("space", space.id, sibling ?? "end");
    return { status: 200, body: spaceOnWire(requireRecord(service, "space", space.id), service) };
  },

  delete: ({ params }, service) => {
    const space = service.get("space", params["spaceId"] ?? "");
    if (space === undefined || isTrashed(space)) return wasAbsent;
    releaseFromSites(service, space.id);
    service.change("space", space.id, { deletedAt: service.now() });
    return removed;
  },
};

/** Spaces, and the trash that deleted ones go to. */
export const spacesSystem: System = {
  operations: spaces,
  handlers,
  policies: [usedSpaceDelete],
  containerFields: { space: "parent" },
};

const settable = ["title", "emoji", "icon", "language", "editMode", "defaultLevel", "mergeRules"];

function fieldsOf(body: JsonObject): { readonly [field: string]: Json } {
  const fields = fieldsNamed(body, settable);
  // Whether an icon replaces an emoji is not documented; an answer can carry both, so neither clears the other here.
  const { emoji } = fields;
  return typeof emoji === "string" ? { ...fields, emoji: emojiToCodePoints(emoji) } : fields;
}

function isTrashed(record: EmulatorRecord): boolean {
  return record["deletedAt"] != null;
}

function requireSpace(service: EmulatedService, id: string | undefined): EmulatorRecord {
  const record = requireRecord(service, "space", id);
  if (isTrashed(record)) throw new EmulatorRefusal(404, `No such space: ${record.id}`);
  return record;
}

type SiblingPosition = { readonly before: string } | { readonly after: string } | undefined;

/** The place among spaces; a place beside a collection is accepted and has no meaning in this order. */
function siblingOf(service: EmulatedService, position: Json | undefined): SiblingPosition {
  if (!isJsonObject(position)) return undefined;
  for (const side of ["before", "after"] as const) {
    const pointer = position[side];
    if (!isJsonObject(pointer)) continue;
    const type = pointer["type"] === "collection" ? "collection" : "space";
    const id = pointer[type];
    if (typeof id !== "string" || service.get(type, id) === undefined)
      throw new EmulatorRefusal(400, "Invalid position");
    if (type === "space") return side === "before" ? { before: id } : { after: id };
  }
  return undefined;
}

function releaseFromSites(service: EmulatedService, spaceId: string): void {
  const uses = service.list("site_space").filter((record) => record["space"] === spaceId);
  if (uses.length > 0 && service.choice(usedSpaceDelete) === "refuse") {
    throw new EmulatorRefusal(400, "The space is used by a site");
  }
  for (const use of uses) service.destroy("site_space", use.id);
}

const spaceOnWire = oncePerRecord((record, service) => {
  const { parent, language, deletedAt, gitSync } = record;
  const createdAt = record["createdAt"] ?? "2026-01-01T00:00:00.000Z";
  return {
    ...withoutNulls({ parent, language, deletedAt, gitSync }),
    object: "space",
    id: record.id,
    title: record["title"] ?? "",
    emoji: record["emoji"] ?? "",
    visibility: parent == null ? "private" : "in-collection",
    createdAt,
    updatedAt: record["updatedAt"] ?? createdAt,
    editMode: record["editMode"] ?? "locked",
    mergeRules: record["mergeRules"] ?? { type: "inherit" },
    urls: withoutNulls({
      location: `https://api.docs.example/v1/spaces/${record.id}`,
      app: `https://app.docs.example/o/${service.organizationId}/s/${record.id}`,
      icon: record["icon"],
    }),
    organization: service.organizationId,
    revision: record["revision"] ?? `${record.id}revision`,
    defaultLevel: record["defaultLevel"] === undefined ? "inherit" : record["defaultLevel"],
    ...countsOf(record),
    permissions: {
      view: true,
      access: true,
      admin: true,
      viewInviteLinks: true,
      edit: true,
      triggerGitSync: true,
      comment: true,
      merge: true,
      review: true,
      installIntegration: true,
    },
  };
});

/** Counted anew by whoever comments or proposes changes. */
function countsOf(record: EmulatorRecord): JsonObject {
  const { comments = 0, changeRequests = 0, changeRequestsOpen = 0, changeRequestsDraft = 0 } = record;
  return { comments, changeRequests, changeRequestsOpen, changeRequestsDraft };
}
