import { bodyOf, removed, requireRecord, textIn, wasAbsent } from "../../../model/emulator-responses.ts";
import { type EmulatedService, type EmulatorRecord, EmulatorRefusal } from "../../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import { callerRole, peopleOf, permissionsOf, requirePerson, userRecordOnWire } from "../people.ts";
import { definePolicy } from "../policy.ts";
import type { Handlers, System } from "../system.ts";
import { teams } from "./teams.operations.ts";

/** Deleting a team that a SAML provider names clears the provider's field, or is refused with 400. */
const usedTeamDelete = definePolicy("usedTeamDelete", "clears", "refuse");

/**
 * The service's side of teams. A record: `{ id, title, createdAt, memberships: { [userId]: "owner" | "member" } }`.
 */
const handlers: Handlers<typeof teams> = {
  list: (request, service) => {
    const { owner, title } = request.query;
    const teams = service
      .list("team")
      .filter((team) => owner === undefined || membershipsOf(team)[owner] === "owner")
      .filter((team) => title === undefined || titleOf(team).toLowerCase().includes(title.toLowerCase()));
    return { status: 200, items: teams.map((team) => teamOnWire(service, team)) };
  },

  get: (request, service) => {
    return {
      status: 200,
      body: teamOnWire(service, requireRecord(service, "team", request.params["teamId"])),
    };
  },

  create: (request, service) => {
    const title = textIn(request.body["title"]);
    requireFreeTitle(service, title);
    const ids = stringsOf(request.body["members"]).map((id) => requirePerson(service, id).id);
    const memberships = Object.fromEntries(ids.map((id) => [id, "member"]));
    const record = service.add("team", {
      id: service.newId(""),
      title,
      createdAt: service.now(),
      memberships,
    });
    return { status: 201, body: teamOnWire(service, record) };
  },

  update: (request, service) => {
    const { id } = requireRecord(service, "team", request.params["teamId"]);
    const title = textIn(request.body["title"]);
    requireFreeTitle(service, title, id);
    return { status: 200, body: teamOnWire(service, service.change("team", id, { title })) };
  },

  delete: (request, service) => {
    const team = service.get("team", request.params["teamId"] ?? "");
    if (team === undefined) return wasAbsent;
    refuseUsed(service, team.id);
    service.remove("team", team.id);
    return removed;
  },

  listMembers: (request, service) => {
    const team = requireRecord(service, "team", request.params["teamId"]);
    const items = Object.entries(membershipsOf(team)).map(([userId, role]) =>
      membershipOnWire(service, userId, role),
    );
    return { status: 200, items };
  },

  updateMembers: (request, service) => {
    const team = requireRecord(service, "team", request.params["teamId"]);
    const { add, remove, memberships: given } = request.body;
    const roles = isJsonObject(given) ? given : {};
    const added = [...stringsOf(add), ...Object.keys(roles)].map((name) => requireNamed(service, name).id);
    // A member who is both added and removed is removed. Removing an unknown member does nothing.
    const gone = stringsOf(remove).map((name) => memberNamed(service, name)?.id ?? name);
    const before = membershipsOf(team);
    const all = {
      ...before,
      ...Object.fromEntries(added.map((id) => [id, roleOf(roles[id]) ?? before[id] ?? "member"])),
    };
    const memberships = Object.fromEntries(Object.entries(all).filter(([id]) => !gone.includes(id)));
    service.change("team", team.id, { memberships });
    return { status: 204 };
  },
};

/** Teams and their members. */
export const teamsSystem: System = { operations: teams, handlers, policies: [usedTeamDelete] };

function teamOnWire(service: EmulatedService, record: EmulatorRecord): JsonObject {
  return {
    object: "team",
    id: record.id,
    title: titleOf(record),
    members: Object.keys(membershipsOf(record)).length,
    spaces: 0,
    createdAt: record["createdAt"] ?? "2026-01-01T00:00:00.000Z",
    permissions: permissionsOf(callerRole(service), { admin: "admin", view: "read" }),
  };
}

function membershipOnWire(service: EmulatedService, userId: string, role: string): JsonObject {
  const { organizationId } = service;
  return {
    organization: bodyOf(service.call("getMemberInOrganizationById", { organizationId, userId })),
    team: { role },
    permissions: permissionsOf(callerRole(service), { view: "read" }),
  };
}

function requireFreeTitle(service: EmulatedService, title: string, ownId?: string): void {
  if (service.list("team").some((team) => team.id !== ownId && titleOf(team) === title)) {
    throw new EmulatorRefusal(400, `A team with the name "${title}" already exists`);
  }
}

function refuseUsed(service: EmulatedService, teamId: string): void {
  const isUsed = service.list("saml_provider").some((provider) => provider["defaultTeam"] === teamId);
  if (isUsed && service.choice(usedTeamDelete) === "refuse") {
    throw new EmulatorRefusal(400, "The team is the default team of a SAML provider");
  }
}

function requireNamed(service: EmulatedService, name: string): EmulatorRecord {
  return memberNamed(service, name) ?? requirePerson(service, name);
}

/** The member with this user id or e-mail address. */
function memberNamed(service: EmulatedService, name: string): EmulatorRecord | undefined {
  const people = peopleOf(service);
  return people.find((each) => each.id === name) ?? people.find((each) => hasEmail(each, name));
}

function hasEmail(person: EmulatorRecord, email: string): boolean {
  return textIn(userRecordOnWire(person)["email"]).toLowerCase() === email.toLowerCase();
}

function roleOf(membership: Json | undefined): string | undefined {
  return isJsonObject(membership) ? textIn(membership["role"]) : undefined;
}

function titleOf(record: EmulatorRecord): string {
  return textIn(record["title"]);
}

function membershipsOf(record: EmulatorRecord): Readonly<Record<string, string>> {
  return (record["memberships"] ?? {}) as Readonly<Record<string, string>>;
}

function stringsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(textIn) : [];
}
