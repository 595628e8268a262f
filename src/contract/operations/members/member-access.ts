import type { EmulatedService, EmulatorRecord } from "../../../model/emulator-rules.ts";
import type { Role } from "../../../model/role.ts";
import type { Json } from "../../../util/json.ts";

/** A space that is not in the trash, with the access that it gives to members. */
export interface SpaceAccess {
  readonly space: EmulatorRecord;
  /** The access of every member, from the space or its collections. `inherit`: the member's own role. */
  readonly level: Json;
}

// Lists show the counts of every member, and the spaces seldom change between them.
const lastAccess = new WeakMap<
  readonly EmulatorRecord[],
  { readonly collections: readonly EmulatorRecord[]; readonly access: readonly SpaceAccess[] }
>();

/** The organization's spaces in their order, with the access that they give to its members. */
export function spaceAccess(service: EmulatedService): readonly SpaceAccess[] {
  const all = service.list("space");
  const collections = service.list("collection");
  const last = lastAccess.get(all);
  if (last?.collections === collections) return last.access;
  const spaces = all.filter((space) => space["deletedAt"] == null);
  const access = spaces.map((space) => ({ space, level: levelOf(service, space) }));
  lastAccess.set(all, { collections, access });
  return access;
}

function levelOf(service: EmulatedService, record: EmulatorRecord): Json {
  const level = record["defaultLevel"] === undefined ? "inherit" : record["defaultLevel"];
  const { parent } = record;
  const outer = typeof parent === "string" ? service.get("collection", parent) : undefined;
  return level === "inherit" && outer !== undefined ? levelOf(service, outer) : level;
}

/** The permission of a role in a space. null: none. An administrator has every permission everywhere. */
export function permissionIn({ level }: SpaceAccess, role: Role | null): Role | null {
  if (role === "admin" || level === "inherit") return role;
  return role === null ? null : (level as Role | null);
}
