import type { Address } from "../../../model/address.ts";
import { satisfiesDeclared } from "../../../model/attribute-value.ts";
import type { DesiredObject, DesiredValue, DesiredWorld } from "../../../model/desired-world.ts";
import { isReference } from "../../../model/desired-world.ts";
import type { KeyField } from "../../../model/key-field.ts";
import { keyOf, type ObjectKey } from "../../../model/object-key.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../../../model/snapshot.ts";
import { indexTypes, type TypeIndex } from "../../../model/type-index.ts";
import { groupBy } from "../../../util/groups.ts";
import type { Json } from "../../../util/json.ts";
import { resolveValue } from "../world/compare.ts";
import { type DesiredIndex, indexDesired } from "../world/desired-index.ts";
import { indexLive, type LiveIndex } from "../world/live-index.ts";
import { batchesByLevel, keyLevels } from "./by-keys.ts";
import { desiredKey, liveKey } from "./keys.ts";

/** Objects that another tool declares, and live objects that they may be. */
export interface PairingInputs {
  readonly types: readonly ResourceType[];
  readonly desired: DesiredWorld;
  /** The declared objects to pair. */
  readonly wanted: readonly DesiredObject[];
  readonly live: Snapshot;
  /** Live objects whose address is known. */
  readonly known: ReadonlyMap<Address, LiveObject>;
  /** Live objects that a declared object may be. */
  readonly free: readonly LiveObject[];
}

/** Declared objects and live objects with the same key. */
export interface Alike {
  readonly objects: readonly DesiredObject[];
  readonly live: readonly LiveObject[];
}

export interface Pairing {
  /** The live object of each address, also of those that were known. */
  readonly byAddress: ReadonlyMap<Address, LiveObject>;
  /** Objects that have the same key as others, so that only a person can pair them. */
  readonly undecided: readonly Alike[];
}

/**
 * Pairs declared objects with live ones by the keys of their types, parents before their contents, and only if exactly one fits one. It
 * uses the keys of a plan's matches but, other than a plan, it guesses nothing: not even by the place among siblings.
 */
export function pairByKeys({ types, desired, wanted, live, known, free }: PairingInputs): Pairing {
  const index = indexTypes(types);
  const byAddress = new Map([...known].map(([address, object]) => [address, { live: object }]));
  const worlds: Worlds = {
    types: index,
    desired: indexDesired(desired),
    live: indexLive(live, index),
    byAddress,
  };
  const left = new Map(free.map((object) => [keyOf(object), object]));
  const undecided: Alike[] = [];
  const levels = keyLevels({ types: index, desired: worlds.desired }, desired.objects);
  for (const batch of batchesByLevel(levels, wanted)) {
    const [first] = batch;
    if (first === undefined) continue;
    let alike: readonly Alike[] = [];
    for (const fields of keysOf(index.get(first.type))) {
      const wanting = batch.filter(({ address }) => !byAddress.has(address));
      const found = pairBatch(worlds, wanting, left, fields);
      for (const [object, candidate] of found.pairs) {
        byAddress.set(object.address, { live: candidate });
        left.delete(keyOf(candidate));
      }
      alike = [...alike, ...found.alike];
    }
    undecided.push(...stillAlike(alike, byAddress, left));
  }
  return {
    byAddress: new Map([...byAddress].map(([address, found]) => [address, found.live])),
    undecided,
  };
}

interface Worlds {
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly byAddress: Map<Address, { readonly live: LiveObject }>;
}

/** The keys of a type, the best first. Outside a scope, objects with the same weak key may belong to other people. */
function keysOf({ identity, scope }: ResourceType): readonly (readonly KeyField[])[] {
  const { key, createKey, fallbackKeys = [], matchByCreateKeyLast = false } = identity;
  const weak = scope === undefined ? [] : fallbackKeys;
  const keys = matchByCreateKeyLast ? [key, ...weak, createKey] : [key, createKey, ...weak];
  return keys.filter((fields) => fields.length > 0);
}

interface PairedBatch {
  readonly pairs: readonly (readonly [DesiredObject, LiveObject])[];
  readonly alike: readonly Alike[];
}

function pairBatch(
  worlds: Worlds,
  wanting: readonly DesiredObject[],
  left: ReadonlyMap<ObjectKey, LiveObject>,
  fields: readonly KeyField[],
): PairedBatch {
  const type = wanting[0]?.type;
  const candidates = groupBy(
    [...left.values()].filter((live) => live.type === type),
    (live) => liveKey(worlds, live, fields),
  );
  const groups = [...groupBy(wanting, (object) => desiredKey(worlds, object, fields))].flatMap(
    ([key, objects]) => {
      const live = key === undefined ? undefined : candidates.get(key);
      return live === undefined ? [] : [{ objects, live }];
    },
  );
  const decided = groups.map((group) => ({ group, pairs: surePairs(worlds, group) }));
  return {
    pairs: decided.flatMap(({ pairs }) => pairs),
    alike: decided.filter(({ pairs }) => pairs.length === 0).map(({ group }) => group),
  };
}

/** One with one; or of several with the same key those that agree in everything that is declared, again one with one. */
function surePairs(worlds: Worlds, { objects, live }: Alike): PairedBatch["pairs"] {
  const [[object], [candidate]] = [objects, live];
  if (object !== undefined && candidate !== undefined && objects.length === 1 && live.length === 1)
    return [[object, candidate]];
  return objects.flatMap((each): PairedBatch["pairs"] => {
    const [same, ...others] = live.filter((one) => agrees(worlds, each, one));
    if (same === undefined || others.length > 0) return [];
    const rivals = objects.filter((rival) => rival !== each && agrees(worlds, rival, same));
    return rivals.length === 0 ? [[each, same]] : [];
  });
}

function agrees({ types, byAddress }: Worlds, object: DesiredObject, live: LiveObject): boolean {
  const type = types.get(object.type);
  const idOf = (address: Address) => byAddress.get(address)?.live.id;
  const isSame = (name: string, value: DesiredValue) => {
    const attribute = type.attributes[name];
    if (attribute === undefined || attribute.sensitive === true) return true;
    if (live.unreadAttributes?.includes(name) === true) return true;
    const clear = isReference(value) ? idOf(value.$ref) : resolveValue(value, idOf);
    return clear !== undefined && satisfiesDeclared(attribute, clear as Json, live.attributes[name]);
  };
  const { container } = object;
  const inside = isReference(container) ? idOf(container.$ref) : container;
  const isInPlace = container === undefined || inside === (live.container?.id ?? null);
  return isInPlace && Object.entries(object.attributes).every(([name, value]) => isSame(name, value));
}

/** The groups without what a later key paired. */
function stillAlike(
  alike: readonly Alike[],
  byAddress: ReadonlyMap<Address, unknown>,
  left: ReadonlyMap<ObjectKey, LiveObject>,
): readonly Alike[] {
  const named = new Set<Address>();
  return alike.flatMap((group) => {
    const objects = group.objects.filter(({ address }) => !byAddress.has(address) && !named.has(address));
    const live = group.live.filter((each) => left.has(keyOf(each)));
    for (const { address } of objects) named.add(address);
    return objects.length === 0 || live.length === 0 ? [] : [{ objects, live }];
  });
}
