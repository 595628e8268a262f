import { requireRecord, textOf, withoutNulls } from "../../model/emulator-answers.ts";
import type { EmulatedService, EmulatorRecord } from "../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Handlers, System } from "../system.ts";
import { members } from "./members.operations.ts";

/**
 * The organization's people are records of type `organization_member`: `{ id, user: { id, displayName, email }, role,
 * joinedAt, lastSeenAt }`, where `id` is the user's id.
 */
const handlers: Handlers<typeof members> = {
  list: (request, service) => {
    const { role, search, sort, order } = request.query;
    const found = service
      .list("organization_member")
      .filter((member) => role === undefined || (member["role"] ?? "guest") === role)
      .filter((member) => search === undefined || matches(userOnWire(member), search))
      .filter((member) => sort !== "lastSeenAt" || member["lastSeenAt"] != null)
      .map((member) => memberOnWire(member, service));
    const key = sort ?? "joinedAt";
    const sorted = [...found].sort((a, b) => compare(sortValue(a, key), sortValue(b, key)));
    return { status: 200, items: order === "asc" ? sorted : sorted.reverse() };
  },

  get: (request, service) => {
    const member = requireRecord(service, "organization_member", request.params["userId"]);
    return { status: 200, body: memberOnWire(member, service) };
  },
};

/** The people of the organization. */
export const membersSystem: System = { operations: members, handlers };

const longAgo = "2026-01-01T00:00:00.000Z";

function memberOnWire(member: EmulatorRecord, service: EmulatedService): JsonObject {
  const teams = service
    .list("team")
    .filter((team) => isJsonObject(team["memberships"]) && member.id in team["memberships"]);
  return {
    ...withoutNulls({ lastSeenAt: member["lastSeenAt"] }),
    object: "member",
    id: member.id,
    role: member["role"] === undefined ? "read" : member["role"],
    user: userOnWire(member),
    disabled: false,
    joinedAt: member["joinedAt"] ?? longAgo,
    sso: false,
    spaces: 0,
    teams: teams.length,
    ...(service.generation === "current" ? { sites: 0 } : {}),
  };
}

function userOnWire(member: EmulatorRecord): JsonObject {
  const user = isJsonObject(member["user"]) ? member["user"] : member;
  return {
    ...withoutNulls({ email: user["email"], photoURL: user["photoURL"] }),
    object: "user",
    id: member.id,
    displayName: user["displayName"] ?? user["email"] ?? member.id,
    urls: { location: `https://api.docs.example/v1/users/${member.id}` },
  };
}

function matches(user: JsonObject, search: string): boolean {
  const text = `${textOf(user["displayName"])} ${textOf(user["email"])}`;
  return text.toLowerCase().includes(search.toLowerCase());
}

function sortValue(member: JsonObject, key: string): string {
  const user = member["user"];
  const value: Json | undefined = key === "name" && isJsonObject(user) ? user["displayName"] : member[key];
  return textOf(value);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
