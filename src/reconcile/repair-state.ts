import type { JournalLine } from "../apply/journal.ts";
import { type Address, typeOfAddress } from "../model/address.ts";
import { isHashed, rememberedValue } from "../model/attribute-value.ts";
import type { DesiredWorld } from "../model/desired-world.ts";
import { groupBy } from "../model/groups.ts";
import { canonicalJson, type Json } from "../model/json.ts";
import { keyOf, type ObjectKey, objectKey } from "../model/object-key.ts";
import { present } from "../model/present.ts";
import { isOrganization } from "../model/resource-type/layout-syntax.ts";
import type { LiveObject, Snapshot } from "../model/snapshot.ts";
import { origins, type State, type StateEntry } from "../model/state.ts";
import { indexTypes, outermost, type TypeIndex } from "../model/type-index.ts";
import { newestSerial } from "./check-serial.ts";
import { declaredIn } from "./declared-in.ts";
import type { StateHead, StatePieces } from "./disk/state-pieces.ts";
import { withoutHashes } from "./hand-over.ts";
import { hashSecret } from "./hash-secret.ts";
import type { KnownById } from "./known-objects.ts";
import { readWorld, rereadMissing } from "./read-inputs.ts";
import { readSettled } from "./settle-api-version.ts";
import type { Setup } from "./setup.ts";

/** A broken state, and what else is known of the layout. */
export interface RepairState {
  readonly desired: DesiredWorld;
  readonly pieces: StatePieces;
  readonly journal: readonly JournalLine[];
  readonly signal?: AbortSignal;
}

/** The valid part of a state, and what was dropped. */
export interface RepairedState {
  /** Undefined: nothing of it is valid. */
  readonly state: State | undefined;
  readonly dropped: readonly Dropped[];
}

/** Something of a state that was dropped, and why. */
export interface Dropped {
  readonly address: Address;
  readonly id?: string;
  /** The attribute whose applied value is no longer known. Absent: the whole entry was dropped. */
  readonly attribute?: string;
  readonly reason: string;
}

/** Decides which entries of a state are valid, from what the service returns for their ids. It writes nothing. */
export async function repairState(
  setup: Setup,
  { desired, pieces, journal, signal }: RepairState,
): Promise<RepairedState> {
  const live = await readEntries(setup, desired, pieces, signal);
  const types = indexTypes(setup.types);
  const { sides } = pieces;
  const salt = sides.map(({ head }) => head.salt).find((each) => each !== undefined) ?? setup.random.hex(16);
  const deciding = { types, live: liveIn(live), salt, desired, pieces };
  const unreadable = unreadableIn(pieces);
  const chosen = versionsOf(pieces, salt).map((version) => chooseEntry(deciding, version));
  const { kept, doubled } = eachObjectOnce(
    chosen.flatMap(({ entry, address }) => (entry === undefined ? [] : [[address, entry] as const])),
    declaredIn(desired),
  );
  const dropped = [...unreadable, ...chosen.flatMap((each) => each.dropped), ...doubled];
  if (kept.length === 0) return { state: undefined, dropped };
  const serial = Math.max(newestSerial(journal), ...sides.map(({ head }) => head.serial ?? 0)) + 1;
  const state: State = {
    docsformState: 2,
    organization: desired.organizationId,
    ...present({ knownApiVersion: agreed(sides, "knownApiVersion") }),
    serial,
    salt,
    ...(agreed(sides, "pulled") === true && { pulled: true as const }),
    objects: Object.fromEntries(kept),
  };
  return { state, dropped };
}

function agreed<Name extends keyof StateHead>(
  sides: StatePieces["sides"],
  name: Name,
): StateHead[Name] | undefined {
  const values = sides.map(({ head }) => head[name]);
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}

async function readEntries(
  setup: Setup,
  { organizationId }: DesiredWorld,
  { sides }: StatePieces,
  signal: AbortSignal | undefined,
): Promise<Snapshot> {
  const types = indexTypes(setup.types);
  const entries = sides.flatMap((side) => side.entries);
  const known = [
    ...new Map(
      entries.map(([address, { id, scopeId }]): [ObjectKey, KnownById] => {
        const type = typeOfAddress(address);
        return [objectKey(type, id), { type, id, address, ...present({ scopeId }) }];
      }),
    ).values(),
  ].filter(({ type }) => types.find(type) !== undefined);
  const only = new Set([
    ...types.all.filter(isOrganization).map(({ name }) => name),
    ...known.map(({ type }) => outermost(types, type)),
  ]);
  const byScope = groupBy(known, ({ type, scopeId = "" }) => objectKey(types.get(type).scope ?? "", scopeId));
  const contentsOf = ({ objects }: Snapshot) => ({
    owners: objects.flatMap(({ type, id }) => {
      const inside = byScope.get(objectKey(type, id)) ?? [];
      return inside.length === 0 ? [] : [{ type, id, types: new Set(inside.map((each) => each.type)) }];
    }),
    details: [],
  });
  const first = await readSettled(setup, agreed(sides, "knownApiVersion"), (apiVersion) =>
    readWorld(setup, { organizationId, apiVersion, only, known, contentsOf, signal }),
  );
  return await rereadMissing(setup, known, first, { organizationId, apiVersion: first.apiVersion, signal });
}

/** Returns the live object. Undefined: it does not exist. `unknown`: the service does not show whether it exists. */
type LiveOf = (type: string, id: string) => LiveObject | "unknown" | undefined;

function liveIn({ objects, incompleteLists = [], forbiddenLists = [] }: Snapshot): LiveOf {
  const found = new Map(objects.map((object) => [keyOf(object), object]));
  const unsure = new Set([...incompleteLists, ...forbiddenLists].flatMap(({ types }) => types));
  return (type, id) => found.get(objectKey(type, id)) ?? (unsure.has(type) ? "unknown" : undefined);
}

function unreadableIn({ sides }: StatePieces): readonly Dropped[] {
  const read = new Set(sides.flatMap(({ entries }) => entries.map(([address]) => address)));
  const lost = new Set(sides.flatMap(({ unreadable }) => unreadable).filter((address) => !read.has(address)));
  return [...lost].map((address) => ({ address, reason: "its entry is not readable" }));
}

/** An address with its entries: several if the sides of a merge differ. */
interface Versions {
  readonly address: Address;
  readonly entries: readonly StateEntry[];
  /** Whether a side of a merge does not have the address. */
  readonly isOneSided: boolean;
}

function versionsOf({ sides }: StatePieces, salt: string): readonly Versions[] {
  const found = sides.flatMap(({ head, entries }, side) =>
    entries.map(([address, entry]) => ({
      address,
      side,
      // A hash is useless with another salt.
      entry: head.salt === salt ? entry : withoutHashes(entry),
    })),
  );
  const byAddress = groupBy(found, ({ address }) => address);
  return [...byAddress].map(([address, all]) => ({
    address,
    entries: [...new Map(all.map(({ entry }) => [entryText(entry), entry])).values()],
    isOneSided: new Set(all.map(({ side }) => side)).size < sides.length,
  }));
}

function entryText(entry: object): string {
  return canonicalJson(entry as unknown as Json);
}

interface Deciding {
  readonly types: TypeIndex;
  readonly live: LiveOf;
  readonly salt: string;
  readonly desired: DesiredWorld;
  readonly pieces: StatePieces;
}

interface Chosen {
  readonly address: Address;
  /** Undefined: it was dropped. */
  readonly entry: StateEntry | undefined;
  readonly dropped: readonly Dropped[];
}

function chooseEntry(deciding: Deciding, versions: Versions): Chosen {
  const { address, entries } = versions;
  const type = typeOfAddress(address);
  const drop = (ids: readonly string[], why: string): Chosen => ({
    address,
    entry: undefined,
    dropped: ids.map((id) => ({ address, id, reason: why })),
  });
  if (deciding.types.find(type) === undefined)
    return drop([entries[0]?.id ?? ""], `this docsform does not know the type ${type}`);
  const ids = [...new Set(entries.map(({ id }) => id))];
  const there = ids.filter((id) => deciding.live(type, id) !== undefined);
  if (ids.length > 1 && there.length > 1)
    return drop(ids, `the two sides of the merge have it as ${ids.join(" and as ")}, and both exist`);
  if (there.length === 0 && mayBeLeftOut(deciding, versions))
    return drop(ids, "the service does not have it");
  const id = there[0] ?? ids[0] ?? "";
  const merged = mergeVersions(
    deciding,
    address,
    entries.filter((entry) => entry.id === id),
  );
  const others = drop(
    ids.filter((other) => other !== id),
    `the service does not have it; ${address} is ${id}`,
  );
  return { ...merged, dropped: [...others.dropped, ...merged.dropped] };
}

/**
 * Whether to drop an entry whose object does not exist. A plan uses the entry to guard the recreation of the object. So the entry stays,
 * unless no side of the state belongs to this organization, or only one side of the merge has the address and the layout does not declare
 * it.
 */
function mayBeLeftOut({ desired, pieces }: Deciding, { address, isOneSided }: Versions): boolean {
  const isOfHere = pieces.sides.some(({ head }) => head.organization === desired.organizationId);
  return !isOfHere || (isOneSided && !declaredIn(desired)(address));
}

/** Merges several entries of one object. If they differ in a value, the live value decides. */
function mergeVersions(deciding: Deciding, address: Address, entries: readonly StateEntry[]): Chosen {
  const [best, ...others] = entries.toSorted(
    (one, other) => likeness(deciding, address, other) - likeness(deciding, address, one),
  );
  if (best === undefined || others.length === 0) return { address, entry: best, dropped: [] };
  const names = [...new Set(entries.flatMap(({ applied }) => Object.keys(applied)))].sort();
  const isKnown = (name: string) =>
    entries.every(
      ({ applied }) => entryText([applied[name] ?? null]) === entryText([best.applied[name] ?? null]),
    ) || isLive(deciding, address, best, name);
  const lost = names.filter((name) => !isKnown(name));
  const applied = Object.entries(best.applied).filter(([name]) => !lost.includes(name));
  const origin = origins.find((each) => entries.some((entry) => entry.origin === each));
  const isProtected = entries.some(({ protect }) => protect === true);
  return {
    address,
    entry: {
      ...best,
      ...present({ origin }),
      applied: Object.fromEntries(applied),
      ...(isProtected && { protect: true as const }),
    },
    dropped: lost.map((attribute) => ({
      address,
      id: best.id,
      attribute,
      reason: "the two sides of the merge differ, and neither matches the service",
    })),
  };
}

/** The number of values in an entry that equal the live ones. */
function likeness(deciding: Deciding, address: Address, entry: StateEntry): number {
  return Object.keys(entry.applied).filter((name) => isLive(deciding, address, entry, name)).length;
}

function isLive({ types, live, salt }: Deciding, address: Address, entry: StateEntry, name: string): boolean {
  const type = typeOfAddress(address);
  const found = live(type, entry.id);
  const [attribute, applied] = [types.get(type).attributes[name], entry.applied[name]];
  if (found === undefined || found === "unknown" || attribute === undefined || applied === undefined)
    return false;
  const clear = found.attributes[name];
  if (clear === undefined) return false;
  const now = rememberedValue(attribute, clear, isHashed(applied), { salt, hash: hashSecret });
  return entryText([now]) === entryText([applied]);
}

/** Keeps one address for each object: the one that the layout declares. */
function eachObjectOnce(
  entries: readonly (readonly [Address, StateEntry])[],
  isDeclared: (address: Address) => boolean,
): { readonly kept: readonly (readonly [Address, StateEntry])[]; readonly doubled: readonly Dropped[] } {
  const byObject = new Map<ObjectKey, Address>();
  const inOrder = entries.toSorted(([one], [other]) => Number(isDeclared(other)) - Number(isDeclared(one)));
  const doubled: Dropped[] = [];
  const kept = inOrder.filter(([address, { id }]) => {
    const key = objectKey(typeOfAddress(address), id);
    const other = byObject.get(key);
    if (other === undefined) byObject.set(key, address);
    else doubled.push({ address, id, reason: `${other} is the same object` });
    return other === undefined;
  });
  return { kept, doubled };
}
