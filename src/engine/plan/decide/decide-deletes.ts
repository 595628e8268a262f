import type { Address } from "../../../model/address.ts";
import { isUnmanagedAddress, typeOfAddress, unmanagedAddress } from "../../../model/address.ts";
import { keyOf, type ObjectKey, objectKey } from "../../../model/object-key.ts";
import { replacedAddress } from "../../../model/plan/plan.ts";
import { isOnlyImported } from "../../../model/resource-type/creation.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { parentOf } from "../../../model/type-index.ts";
import { present } from "../../../util/present.ts";
import type { Created, DecideInputs, Deleted, Retained } from "./decisions.ts";
import { isOwnUserOf, namedPeople } from "./known-people.ts";
import { isPruned } from "./pruned.ts";

/** Decides which objects are deleted: replaced ones, pruned ones and undeclared ones in owned contents, each with its contents. */
export function decideDeletes(
  inputs: DecideInputs,
  retained: ReadonlyMap<Address, Retained>,
  created: ReadonlyMap<Address, Created>,
): ReadonlyMap<ObjectKey, Deleted> {
  const deleted = new Map<ObjectKey, Deleted>();
  const nameOf = namesOfDeleted(inputs);
  const isRetained = (live: LiveObject) => {
    const match = inputs.matches.byLive.get(keyOf(live));
    return match !== undefined && retained.has(match.desired.address);
  };
  const replaced = new Map(
    [...created.values()].flatMap(({ desired, replaces }) =>
      replaces ? [[keyOf(replaces.live), desired.address] as const] : [],
    ),
  );
  const succeeded = new Map(
    [...(inputs.superseded ?? [])].map(([address, live]) => [keyOf(live), address] as const),
  );
  // An object inside a deleted one may itself be replaced: its deletion is then part of its replace step.
  const named = (live: LiveObject): Deleted => {
    const by = replaced.get(keyOf(live));
    if (by !== undefined) return { live, address: replacedAddress(by), replacedBy: by };
    return { live, address: nameOf(live), ...present({ succeededBy: succeeded.get(keyOf(live)) }) };
  };
  const drop = (top: LiveObject) => {
    const stack: Deleted[] = [named(top)];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const key = keyOf(next.live);
      if (deleted.has(key) || isRetained(next.live)) continue;
      deleted.set(key, next);
      const implied = inputs.types.get(next.live.type).deletion?.contents === "implied";
      // Contents of an organization-level container belong to the organization: their own rules decide.
      for (const inner of inputs.live.inside(next.live.type, next.live.id))
        if (implied || inputs.types.get(inner.type).scope !== undefined)
          stack.push({ ...named(inner), ...(implied && { deletedWith: next.deletedWith ?? key }) });
    }
  };
  // Outermost objects come first, so that their contents are deleted with them and need no calls of their own.
  for (const { replaces } of created.values()) if (replaces) drop(replaces.live);
  for (const live of [...(inputs.superseded?.values() ?? []), ...undeclared(inputs, retained)]) drop(live);
  return withoutDoubled(inputs, deleted);
}

/** Undeclared objects that the layout may delete: those of pruned types, those in owned contents, and forgotten ones. */
function undeclared(inputs: DecideInputs, retained: ReadonlyMap<Address, Retained>): readonly LiveObject[] {
  const isDeclared = (live: LiveObject) => inputs.matches.byLive.has(keyOf(live));
  const pruned = inputs.types.all
    .filter((type) => isPruned(inputs.desired.world, type))
    .flatMap((type) => inputs.live.ofType(type.name));
  const names = namedPeople(inputs);
  const owned = [...retained.values()].flatMap(({ desired, live }) =>
    desired.owns.length === 0
      ? []
      : inputs.live.inside(live.type, live.id).filter(({ type }) => desired.owns.includes(type)),
  );
  return [...pruned, ...owned, ...removedFromLayout(inputs, retained)].filter(
    (live) => !isDeclared(live) && !isOwnUserOf(inputs, live) && !names(live),
  );
}

/** Objects that the layout declared at the last apply and no longer declares, if the layout deletes such objects. */
function removedFromLayout(
  { desired, live, state, types }: DecideInputs,
  retained: ReadonlyMap<Address, Retained>,
): readonly LiveObject[] {
  const { deletesRemoved, deletesRemovedIn } = desired.world;
  const managed = new Set(
    [...retained.values()].flatMap(({ desired: { manages = [] }, live: { id } }) =>
      manages.map((type) => objectKey(type, id)),
    ),
  );
  if (deletesRemoved !== true && deletesRemovedIn === undefined && managed.size === 0) return [];
  return Object.entries(state?.objects ?? {}).flatMap(([address, { id, applied }]) => {
    // An object that was only referred to by its id was never managed by the layout, so it has no applied values.
    const isReferred = isUnmanagedAddress(address) && Object.keys(applied).length === 0;
    if (desired.get(address) || isReferred) return [];
    if (isOnlyImported(types.get(typeOfAddress(address)))) return [];
    const object = live.get(typeOfAddress(address), id);
    if (object === undefined) return [];
    const { type, scopeId = "" } = object;
    const isInside = deletesRemovedIn?.includes(scopeId) === true || managed.has(objectKey(type, scopeId));
    return deletesRemoved === true || isInside ? object : [];
  });
}

/** Returns the address of an object in the state, unless the layout uses it for another object; or else `type.@id`. */
function namesOfDeleted(inputs: DecideInputs): (live: LiveObject) => Address {
  const inState = new Map<ObjectKey, Address>();
  for (const [address, entry] of Object.entries(inputs.state?.objects ?? {}))
    if (!inputs.desired.get(address)) inState.set(objectKey(typeOfAddress(address), entry.id), address);
  return (live) => inState.get(keyOf(live)) ?? unmanagedAddress(live.type, live.id);
}

/** Marks the deletes that another delete implies: they need no call of their own. */
function withoutDoubled(
  inputs: DecideInputs,
  deleted: ReadonlyMap<ObjectKey, Deleted>,
): ReadonlyMap<ObjectKey, Deleted> {
  const result = new Map<ObjectKey, Deleted>();
  for (const [key, entry] of deleted) {
    const deletedWith = entry.deletedWith ?? deletedWithOf(inputs, deleted, entry.live);
    result.set(key, deletedWith === undefined ? entry : { ...entry, deletedWith });
  }
  // Follows `deletedWith` to the outermost object, the only one that is deleted by a call.
  const last = (key: ObjectKey): ObjectKey => {
    const next = result.get(key)?.deletedWith;
    return next === undefined ? key : last(next);
  };
  for (const [key, entry] of result)
    if (entry.deletedWith !== undefined) result.set(key, { ...entry, deletedWith: last(entry.deletedWith) });
  return result;
}

function deletedWithOf(
  inputs: DecideInputs,
  deleted: ReadonlyMap<ObjectKey, Deleted>,
  live: LiveObject,
): ObjectKey | undefined {
  const parent = parentOf(inputs.types, live);
  if (parent === undefined) return undefined;
  const key = keyOf(parent);
  const entry = deleted.get(key);
  if (entry === undefined) return undefined;
  if (inputs.types.get(parent.type).deletion?.contents !== "implied")
    return deletedWithOf(inputs, deleted, entry.live);
  return entry.deletedWith ?? deletedWithOf(inputs, deleted, entry.live) ?? key;
}
