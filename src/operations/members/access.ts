import type { EmulatedService, EmulatorRecord } from "../../model/emulator-rules.ts";
import type { Json } from "../../model/json.ts";
import type { Role } from "../../model/role.ts";

/** What a member of this role may do in each space that is not in the trash, in the order of the spaces. */
export interface SpaceAccess {
  readonly space: EmulatorRecord;
  /** What the space, or what it is inside of, gives to every member; `inherit`: their own role. */
  readonly level: Json;
}

// Lists show the counts of every member, and most of them follow no change of a space.
const lastAccess = new WeakMap<
  readonly EmulatorRecord[],
  { readonly collections: readonly EmulatorRecord[]; readonly access: readonly SpaceAccess[] }
>();

/** The spaces of the organization with what they give to its members. */
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

/** What somebody of this role may do there; null: nothing. An administrator may do everything, everywhere. */
export function permissionIn({ level }: SpaceAccess, role: Role | null): Role | null {
  if (role === "admin" || level === "inherit") return role;
  return role === null ? null : (level as Role | null);
}
