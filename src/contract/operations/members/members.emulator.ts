import { bodyOf, removed, textIn, wasAbsent, withoutNulls } from "../../../model/emulator-responses.ts";
import { type EmulatedService, type EmulatorRecord, EmulatorRefusal } from "../../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import { present } from "../../../util/present.ts";
import { callerOf, changePerson, peopleOf, requirePerson, roleOf, userRecordOnWire } from "../people.ts";
import { definePolicy } from "../policy.ts";
import type { Handlers, System } from "../system.ts";
import { permissionIn, spaceAccess } from "./member-access.ts";
import { members } from "./members.operations.ts";

/** Removing the token's own user is refused, or allowed. Afterwards the token can do nothing. */
const ownRemoval = definePolicy("ownRemoval", "refuse", "allow");

const handlers: Handlers<typeof members> = {
  list: (request, service) => {
    const { role, search, sort = "joinedAt", order } = request.query;
    const found = peopleOf(service)
      .map((person) => memberOnWire(person, service))
      .filter((member) => role === undefined || (member["role"] ?? "guest") === role)
      .filter((member) => search === undefined || matches(member, search))
      // Only members who have been active have a `lastSeenAt`.
      .filter((member) => sort !== "lastSeenAt" || member["lastSeenAt"] !== undefined);
    const sorted = [...found].sort((a, b) => compare(sortValue(a, sort), sortValue(b, sort)));
    return { status: 200, items: order === "asc" ? sorted : sorted.reverse() };
  },

  get: ({ params }, service) => ({
    status: 200,
    body: memberOnWire(requirePerson(service, params["userId"]), service),
  }),

  update: ({ params, body }, service) => {
    const person = requirePerson(service, params["userId"]);
    const changed = changePerson(service, person, present({ role: body["role"] }));
    return { status: 200, body: memberOnWire(changed, service) };
  },

  remove: ({ params }, service) => {
    const person = peopleOf(service).find((each) => each.id === params["userId"]);
    if (person === undefined) return wasAbsent;
    if (person.id === callerOf(service)?.id && service.choice(ownRemoval) === "refuse") {
      throw new EmulatorRefusal(400, "You cannot remove yourself from the organization");
    }
    changePerson(service, person, {});
    for (const team of teamsWith(service, person.id)) leaveTeam(service, team, person.id);
    service.remove("organization_member", person.id);
    return removed;
  },

  setSso: ({ params }, service) => {
    const person = requirePerson(service, params["userId"]);
    return { status: 200, body: memberOnWire(changePerson(service, person, { sso: true }), service) };
  },

  listSpaces: ({ params, query }, service) => {
    const role = roleOf(service, requirePerson(service, params["userId"]));
    const items = spaceAccess(service).flatMap((access) => {
      const permission = permissionIn(access, role);
      if (permission === null) return [];
      return [{ permission, space: bodyOf(service.call("getSpaceById", { spaceId: access.space.id })) }];
    });
    return { status: 200, items: query["order"] === "asc" ? items : items.reverse() };
  },

  listTeams: ({ params, query }, service) => {
    const { id } = requirePerson(service, params["userId"]);
    const wanted = query["title"]?.toLowerCase() ?? "";
    const items = teamsWith(service, id).map((team) => ({
      team: bodyOf(service.call("getTeamInOrganizationById", { teamId: team.id })),
      member: { role: membershipsOf(team)[id] ?? "member" },
    }));
    return {
      status: 200,
      items: items.filter(({ team }) => textIn(team["title"]).toLowerCase().includes(wanted)),
    };
  },
};

/** The people of the organization. */
export const membersSystem: System = {
  operations: members,
  handlers,
  policies: [ownRemoval],
};

const longAgo = "2026-01-01T00:00:00.000Z";

function memberOnWire(person: EmulatorRecord, service: EmulatedService): JsonObject {
  const role = roleOf(service, person);
  return {
    ...withoutNulls({ lastSeenAt: person["lastSeenAt"] }),
    object: "member",
    id: person.id,
    role,
    user: userRecordOnWire(person),
    disabled: person["disabled"] === true,
    joinedAt: person["joinedAt"] ?? longAgo,
    sso: person["sso"] === true,
    spaces: spaceAccess(service).filter((each) => permissionIn(each, role) !== null).length,
    teams: teamsWith(service, person.id).length,
    ...(service.apiVersion === "current" ? { sites: service.list("site").length } : {}),
  };
}

function teamsWith(service: EmulatedService, userId: string): readonly EmulatorRecord[] {
  return service.list("team").filter((team) => userId in membershipsOf(team));
}

function membershipsOf({ memberships }: EmulatorRecord): Readonly<Record<string, Json>> {
  return isJsonObject(memberships) ? memberships : {};
}

function leaveTeam(service: EmulatedService, team: EmulatorRecord, userId: string): void {
  const memberships = Object.entries(membershipsOf(team)).filter(([id]) => id !== userId);
  service.change("team", team.id, { memberships: Object.fromEntries(memberships) });
}

function matches(member: JsonObject, search: string): boolean {
  const user = member["user"] as JsonObject;
  const text = `${textIn(user["displayName"])} ${textIn(user["email"])}`;
  return text.toLowerCase().includes(search.toLowerCase());
}

function sortValue(member: JsonObject, key: string): string {
  const user = member["user"] as JsonObject;
  return textIn(key === "name" ? user["displayName"] : member[key]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
