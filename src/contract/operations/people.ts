import { textIn, withoutNulls } from "../../model/emulator-responses.ts";
import { type EmulatedService, type EmulatorRecord, EmulatorRefusal } from "../../model/emulator-rules.ts";
import { type Role, roles } from "../../model/role.ts";
import { isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import type { Need } from "./system.ts";

/*
 * Members of an organization are records of type `organization_member`: `{ id, user: { id, displayName, email }, role, joinedAt,
 * lastSeenAt, sso, disabled, currentUser }`, where `id` is the user's id. The token acts for the member with `currentUser: true`,
 * or else for the one with the id `currentUser`. Without seeded members, that one exists all the same.
 */

const table = "organization_member";
const anonymousUser: EmulatorRecord = { id: "currentUser" };

/** The tables of an emulator whose organization has these members besides the token's own user. */
export function tablesOfMembers(
  emails: readonly string[],
): Readonly<Record<string, readonly EmulatorRecord[]>> {
  const { id } = anonymousUser;
  const own = { id, user: { id, email: "me@example.com" }, role: "admin", currentUser: true };
  const others = emails.map((email, at) => {
    const userId = `user_${at + 1}`;
    return { id: userId, user: { id: userId, email }, role: "create" };
  });
  return { [table]: [own, ...others] };
}

/** All members of the organization. */
export function peopleOf(service: EmulatedService): readonly EmulatorRecord[] {
  const people = service.list(table);
  return people.length === 0 ? [callerAtHome(service) ?? anonymousUser] : people;
}

/** The member of this id, or the service's 404. */
export function requirePerson(service: EmulatedService, id: Json | undefined): EmulatorRecord {
  const person = peopleOf(service).find((each) => each.id === id);
  if (person === undefined) throw new EmulatorRefusal(404, `No such member: ${textIn(id)}`);
  return person;
}

/** Changes a member. If there were no records of members, it creates them first. */
export function changePerson(
  service: EmulatedService,
  { id }: EmulatorRecord,
  fields: { readonly [field: string]: Json },
): EmulatorRecord {
  if (service.get(table, id) === undefined) for (const each of peopleOf(service)) service.add(table, each);
  return service.change(table, id, fields);
}

/** Adds a member. */
export function addPerson(service: EmulatedService, { id, user }: EmulatorRecord, role: Json): void {
  service.add(table, {
    id,
    role,
    joinedAt: service.now(),
    lastSeenAt: service.now(),
    ...withoutNulls({ user }),
  } as EmulatorRecord);
}

/** The token's user as a member of this organization. undefined: the user is not a member. */
export function callerOf(service: EmulatedService): EmulatorRecord | undefined {
  const caller = callerAtHome(service);
  return service === service.home ? caller : peopleOf(service).find((each) => each.id === caller?.id);
}

/** The token's user as a member of the token's own organization. */
export function callerAtHome({ home }: EmulatedService): EmulatorRecord | undefined {
  const people = home.list(table);
  if (people.length === 0) return anonymousUser;
  return people.find((each) => each["currentUser"] === true) ?? home.get(table, anonymousUser.id);
}

/** A member's role; null: a guest. Default: the token's user is an administrator, and everybody else can read. */
export function roleOf(service: EmulatedService, person: EmulatorRecord): Role | null {
  const { role } = person;
  if (role !== undefined) return role as Role | null;
  return person.id === callerAtHome(service)?.id ? "admin" : "read";
}

/**
 * Whether the token has this role here. Both its own role and that of its user must suffice. In other organizations, the user must
 * be a member.
 */
export function callerMay(service: EmulatedService, need: Need): boolean {
  if (need === "anybody") return true;
  const { tokenRole } = service;
  if (tokenRole !== undefined && !isEnough(tokenRole, need)) return false;
  const caller = callerOf(service);
  return caller === undefined ? service === service.home : isEnough(roleOf(service, caller), need);
}

/** The highest role that the token has here. null: none. */
export function callerRole(service: EmulatedService): Role | null {
  const people = service.list(table);
  const known = service === service.home ? lastRole.get(people) : undefined;
  if (known !== undefined && known.tokenRole === service.tokenRole) return known.role;
  const role = roles.find((each) => callerMay(service, each)) ?? null;
  if (service === service.home) lastRole.set(people, { tokenRole: service.tokenRole, role });
  return role;
}

// Every item of a list shows the permissions of its reader, and members seldom change.
const lastRole = new WeakMap<
  readonly EmulatorRecord[],
  { readonly tokenRole: Role | undefined; readonly role: Role | null }
>();

/** The permissions of a role. `needs`: the least role for each permission. */
export function permissionsOf(role: Role | null, needs: Readonly<Record<string, Role>>): JsonObject {
  return Object.fromEntries(
    Object.entries(needs).map(([name, need]) => [name, role !== null && isEnough(role, need)]),
  );
}

function isEnough(role: Role | null, need: Role): boolean {
  return role === null ? need === "read" : roles.indexOf(role) <= roles.indexOf(need);
}

/** The user of a member, as on the wire. */
export function userRecordOnWire(person: EmulatorRecord): JsonObject {
  const user = isJsonObject(person["user"]) ? person["user"] : person;
  return {
    ...withoutNulls({ email: user["email"], photoURL: user["photoURL"] }),
    object: "user",
    id: person.id,
    displayName: user["displayName"] ?? user["email"] ?? person.id,
    urls: { location: `https://api.docs.example/v1/users/${person.id}` },
  };
}
