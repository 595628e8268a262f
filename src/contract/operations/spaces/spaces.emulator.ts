import {
  fieldsIn,
  oncePerRecord,
  removed,
  requireRecord,
  textIn,
  wasAbsent,
  withoutNulls,
} from "../../../model/emulator-responses.ts";
import { type EmulatedService, type EmulatorRecord, EmulatorRefusal } from "../../../model/emulator-rules.ts";
import { type Role, roles } from "../../../model/role.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import { moveInLibrary } from "../moving.ts";
import { callerRole, permissionsOf } from "../people.ts";
import { definePolicy } from "../policy.ts";
import { noCounts } from "../revisions/places.ts";
import { copyRevision } from "../revisions/revisions.ts";
import type { Handlers, System } from "../system.ts";
import { targetOf } from "../transfer.ts";
import { isTrashed, requireSpace } from "../trash.ts";
import { emojiToCodePoints } from "./emoji.ts";
import { spaces } from "./spaces.operations.ts";

/** Deleting a space that a site uses deletes its site spaces, or is refused with 400. */
const usedSpaceDelete = definePolicy("usedSpaceDelete", "takes-site-spaces", "refuse");

/**
 * The emulator's spaces. A record: `{ id, title, emoji, icon, parent, language, editMode, defaultLevel, mergeRules, createdAt,
 * updatedAt, deletedAt, revision, gitSync }`.
 */
const handlers: Handlers<typeof spaces> = {
  list: (_request, service) => {
    const spaces = service.list("space").filter((record) => !isTrashed(record));
    return { status: 200, items: spaces.map((record) => spaceOnWire(record, service)) };
  },

  // The service still returns a space in the trash, with `deletedAt`.
  get: ({ params }, service) => ({
    status: 200,
    body: spaceOnWire(requireExisting(service, params["spaceId"]), service),
  }),

  create: (request, service) => {
    const fields = fieldsOf(request.body);
    const parent = request.body["parent"] ?? null;
    if (parent !== null) requireRecord(service, "collection", parent);
    const { template, computedSource } = request.body;
    if (computedSource !== undefined)
      throw new EmulatorRefusal(400, "The emulator computes no pages from a source");
    if (isJsonObject(template)) requireSpace(service, textIn(template["id"]));
    const now = service.now();
    const { id } = service.add("space", {
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
    if (isJsonObject(template)) service.call("applyTemplateToSpace", { spaceId: id }, template);
    const record = requireSpace(service, id);
    return { status: 201, body: spaceOnWire(record, service), location: `/spaces/${id}` };
  },

  update: ({ params, body }, service) => {
    const space = requireSpace(service, params["spaceId"]);
    const fields = fieldsOf(body);
    // In a space with Git Sync, the repository decides how people edit.
    const unchanged = space["gitSync"] == null ? {} : { editMode: space["editMode"] ?? "locked" };
    const record = service.change("space", space.id, { ...fields, ...unchanged, updatedAt: service.now() });
    return { status: 200, body: spaceOnWire(record, service) };
  },

  move: ({ params, body }, service) => {
    const moved = moveInLibrary(service, "space", requireSpace(service, params["spaceId"]), body);
    return { status: 200, body: spaceOnWire(moved, service) };
  },

  duplicate: ({ params }, service) => {
    const space = requireSpace(service, params["spaceId"]);
    const now = service.now();
    const id = service.newId("");
    const copy = { ...space, ...noCounts, id, createdAt: now, updatedAt: now, gitSync: null };
    const revision = service.newId("");
    copyRevision(service, space, { id: revision, space: id });
    const record = service.add("space", { ...copy, revision });
    return { status: 201, body: spaceOnWire(record, service), location: `/spaces/${id}` };
  },

  restore: ({ params }, service) => {
    const { id } = requireExisting(service, params["spaceId"]);
    const record = service.change("space", id, { deletedAt: null });
    return { status: 200, body: spaceOnWire(record, service) };
  },

  transfer: ({ params, body }, service) => {
    const { id } = requireSpace(service, params["spaceId"]);
    const target = targetOf(service, body["organization"]);
    if (usesOf(service, id).length > 0) throw new EmulatorRefusal(412, "The space is used by a site");
    service.change("space", id, { parent: null });
    service.handOver("space", id, target.organizationId);
    return { status: 200, body: spaceOnWire(requireRecord(target, "space", id), target) };
  },

  delete: ({ params }, service) => {
    const space = service.get("space", params["spaceId"] ?? "");
    if (space === undefined || isTrashed(space)) return wasAbsent;
    releaseFromSites(service, space.id);
    service.change("space", space.id, { deletedAt: service.now() });
    return removed;
  },
};

/** Spaces, and the trash for deleted ones. */
export const spacesSystem: System = {
  operations: spaces,
  handlers,
  policies: [usedSpaceDelete],
  containerFields: { space: "parent" },
};

function fieldsOf(body: JsonObject): { readonly [field: string]: Json } {
  const fields = fieldsIn(spaces.update.body, body);
  // A space has an icon or an emoji. Setting one clears the other.
  if (typeof fields["icon"] === "string") return { ...fields, emoji: null };
  const { emoji } = fields;
  return typeof emoji === "string" ? { ...fields, emoji: emojiToCodePoints(emoji), icon: null } : fields;
}

const retention = 7 * 24 * 60 * 60 * 1000;

/** A space, also one in the trash; or the service's 404. A space leaves the trash for good after seven days. */
function requireExisting(service: EmulatedService, id: string | undefined): EmulatorRecord {
  const record = requireRecord(service, "space", id);
  const { deletedAt } = record;
  if (typeof deletedAt === "string" && Date.parse(service.now()) - Date.parse(deletedAt) >= retention) {
    throw new EmulatorRefusal(404, `No such space: ${record.id}`);
  }
  return record;
}

function usesOf(service: EmulatedService, spaceId: string): readonly EmulatorRecord[] {
  return service.list("site_space").filter((record) => record["space"] === spaceId);
}

function releaseFromSites(service: EmulatedService, spaceId: string): void {
  const uses = usesOf(service, spaceId);
  if (uses.length > 0 && service.choice(usedSpaceDelete) === "refuse") {
    throw new EmulatorRefusal(400, "The space is used by a site");
  }
  for (const use of uses) destroyUse(service, use);
}

/** Deletes a site space. A section cannot be without site spaces, so its only site space takes the section with it. */
function destroyUse(service: EmulatedService, { id, section }: EmulatorRecord): void {
  const siblings = service.list("site_space").filter((record) => record["section"] === section);
  if (typeof section === "string" && siblings.length === 1) service.destroy("site_section", section);
  else service.destroy("site_space", id);
}

/** A space as on the wire, for a reader with this role. */
const onWireFor = (role: Role | null) =>
  oncePerRecord((record, service) => {
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
      permissions: permissionsOf(role, needs),
    };
  });

const onWireByRole = new Map([...roles, null].map((role) => [role, onWireFor(role)]));

function spaceOnWire(record: EmulatorRecord, service: EmulatedService): JsonObject {
  const onWire = onWireByRole.get(callerRole(service)) as ReturnType<typeof onWireFor>;
  return onWire(record, service);
}

/** The least role for each permission in a space. */
const needs = {
  view: "read",
  access: "read",
  admin: "admin",
  viewInviteLinks: "admin",
  edit: "edit",
  triggerGitSync: "edit",
  comment: "comment",
  merge: "edit",
  review: "review",
  installIntegration: "admin",
} as const;

/** The counts of a space. The operations on comments and change requests update them. */
function countsOf(record: EmulatorRecord): JsonObject {
  const counted = Object.keys(noCounts).map((name): [string, Json] => [name, record[name] ?? 0]);
  return Object.fromEntries(counted);
}
