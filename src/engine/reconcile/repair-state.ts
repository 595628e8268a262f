import { type Address, typeOfAddress } from "../../model/address.ts";
import { isHashed, rememberedValue } from "../../model/attribute-value.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import { isOrganization } from "../../model/resource-type/layout-syntax.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import { origins, type State, type StateEntry, stateVersion } from "../../model/state.ts";
import { indexTypes, outermost, type TypeIndex } from "../../model/type-index.ts";
import type { StateHead, StatePieces } from "../../state/state-pieces.ts";
import { groupBy } from "../../util/groups.ts";
import { canonicalJson, type Json } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { JournalLine } from "../apply/journal.ts";
import { newestSerial } from "./check-serial.ts";
import { declaredIn } from "./declared-in.ts";
import { withoutHashes } from "./hand-over.ts";
import { hashSecret } from "./hash-secret.ts";
import type { KnownById } from "./known-objects.ts";
import { readWorld, rereadMissing } from "./read-inputs.ts";
import { readSettled } from "./settle-api-version.ts";
import type { Setup } from "./setup.ts";

/** A broken state, and what else is known of the layout. */
export interface BrokenState {
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
  { desired, pieces, journal, signal }: BrokenState,
): Promise<RepairedState> {
  const live = await readEntries(setup, desired, pieces, signal);
  const types = indexTypes(setup.types);
  const { sides } = pieces;
  const salt = sides.map(({ head }) => head.salt).find((each) => each !== undefined) ?? setup.random.hex(16);
  const context = { types, liveOf: liveLookup(live), salt, desired, pieces };
  const chosen = versionsOf(pieces, salt).map((versions) => chooseEntry(context, versions));
  const { kept, duplicates } = eachObjectOnce(
    chosen.flatMap(({ entry, address }) => (entry === undefined ? [] : [[address, entry] as const])),
    declaredIn(desired),
  );
  const dropped = [...unreadableEntries(pieces), ...chosen.flatMap((each) => each.dropped), ...duplicates];
  if (kept.length === 0) return { state: undefined, dropped };
  const serial = Math.max(newestSerial(journal), ...sides.map(({ head }) => head.serial ?? 0)) + 1;
  const state: State = {
    docsformState: stateVersion,
    organization: desired.organizationId,
    ...present({ knownApiVersion: commonField(sides, "knownApiVersion") }),
    serial,
    salt,
    ...(commonField(sides, "pulled") === true && { pulled: true as const }),
    objects: Object.fromEntries(kept),
  };
  return { state, dropped };
}

/** A field of the heads, if it is the same on all sides. */
function commonField<Name extends keyof StateHead>(
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
  const known = objectsIn(sides).filter(({ type }) => types.find(type) !== undefined);
  const only = new Set([
    ...types.all.filter(isOrganization).map(({ name }) => name),
    ...known.map(({ type }) => outermost(types, type)),
  ]);
  const byScope = groupBy(known, ({ type, scopeId = "" }) => objectKey(types.get(type).scope ?? "", scopeId));
  const contentsOf = ({ objects }: Snapshot) => ({
    owners: objects.flatMap(({ type, id }) => {
      const contents = byScope.get(objectKey(type, id)) ?? [];
      return contents.length === 0 ? [] : [{ type, id, types: new Set(contents.map((each) => each.type)) }];
    }),
    details: [],
  });
  const first = await readSettled(setup, commonField(sides, "knownApiVersion"), (apiVersion) =>
    readWorld(setup, { organizationId, apiVersion, only, known, contentsOf, signal }),
  );
  return await rereadMissing(setup, known, first, { organizationId, apiVersion: first.apiVersion, signal });
}

/** The objects of all entries, each once. */
function objectsIn(sides: StatePieces["sides"]): readonly KnownById[] {
  const objects = new Map<ObjectKey, KnownById>();
  for (const [address, { id, scopeId }] of sides.flatMap(({ entries }) => entries)) {
    const type = typeOfAddress(address);
    objects.set(objectKey(type, id), { type, id, address, ...present({ scopeId }) });
  }
  return [...objects.values()];
}

/** Returns the live object. Undefined: it does not exist. `unknown`: the service does not show whether it exists. */
type LiveOf = (type: string, id: string) => LiveObject | "unknown" | undefined;

function liveLookup({ objects, incompleteLists = [], forbiddenLists = [] }: Snapshot): LiveOf {
  const byKey = new Map(objects.map((object) => [keyOf(object), object]));
  const typesWithGaps = new Set([...incompleteLists, ...forbiddenLists].flatMap(({ types }) => types));
  return (type, id) => byKey.get(objectKey(type, id)) ?? (typesWithGaps.has(type) ? "unknown" : undefined);
}

function unreadableEntries({ sides }: StatePieces): readonly Dropped[] {
  const readable = new Set(sides.flatMap(({ entries }) => entries.map(([address]) => address)));
  const lost = new Set(
    sides.flatMap(({ unreadable }) => unreadable).filter((address) => !readable.has(address)),
  );
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
  const versions = sides.flatMap(({ head, entries }, side) =>
    entries.map(([address, entry]) => ({
      address,
      side,
      // A hash is useless with another salt.
      entry: head.salt === salt ? entry : withoutHashes(entry),
    })),
  );
  const byAddress = groupBy(versions, ({ address }) => address);
  return [...byAddress].map(([address, ofAddress]) => ({
    address,
    entries: [...new Map(ofAddress.map(({ entry }) => [jsonText(entry), entry])).values()],
    isOneSided: new Set(ofAddress.map(({ side }) => side)).size < sides.length,
  }));
}

/** Text that is the same for equal values. */
function jsonText(value: StateEntry | Json | undefined): string {
  return canonicalJson((value ?? null) as Json);
}

interface RepairContext {
  readonly types: TypeIndex;
  readonly liveOf: LiveOf;
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

function chooseEntry(context: RepairContext, versions: Versions): Chosen {
  const { address, entries } = versions;
  const type = typeOfAddress(address);
  const drop = (ids: readonly string[], reason: string): Chosen => ({
    address,
    entry: undefined,
    dropped: ids.map((id) => ({ address, id, reason })),
  });
  if (context.types.find(type) === undefined)
    return drop([entries[0]?.id ?? ""], `this docsform does not know the type ${type}`);
  const ids = [...new Set(entries.map(({ id }) => id))];
  const liveIds = ids.filter((id) => context.liveOf(type, id) !== undefined);
  if (ids.length > 1 && liveIds.length > 1)
    return drop(ids, `the two sides of the merge have it as ${ids.join(" and as ")}, and both exist`);
  if (liveIds.length === 0 && dropsMissing(context, versions))
    return drop(ids, "the service does not have it");
  const id = liveIds[0] ?? ids[0] ?? "";
  const merged = mergeVersions(
    context,
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
function dropsMissing({ desired, pieces }: RepairContext, { address, isOneSided }: Versions): boolean {
  const isOfOrganization = pieces.sides.some(({ head }) => head.organization === desired.organizationId);
  return !isOfOrganization || (isOneSided && !declaredIn(desired)(address));
}

/** Merges several entries of one object. If they differ in a value, the live value decides. */
function mergeVersions(context: RepairContext, address: Address, entries: readonly StateEntry[]): Chosen {
  const [best, ...others] = entries.toSorted(
    (one, other) => liveValueCount(context, address, other) - liveValueCount(context, address, one),
  );
  if (best === undefined || others.length === 0) return { address, entry: best, dropped: [] };
  const names = [...new Set(entries.flatMap(({ applied }) => Object.keys(applied)))].sort();
  const isSameInAll = (name: string) =>
    entries.every(({ applied }) => jsonText(applied[name]) === jsonText(best.applied[name]));
  const isKnown = (name: string) => isSameInAll(name) || isLiveValue(context, address, best, name);
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

/** The number of applied values in an entry that equal the live ones. */
function liveValueCount(context: RepairContext, address: Address, entry: StateEntry): number {
  return Object.keys(entry.applied).filter((name) => isLiveValue(context, address, entry, name)).length;
}

function isLiveValue(
  { types, liveOf, salt }: RepairContext,
  address: Address,
  entry: StateEntry,
  name: string,
): boolean {
  const type = typeOfAddress(address);
  const live = liveOf(type, entry.id);
  const [attribute, applied] = [types.get(type).attributes[name], entry.applied[name]];
  if (live === undefined || live === "unknown" || attribute === undefined || applied === undefined)
    return false;
  const clear = live.attributes[name];
  if (clear === undefined) return false;
  const liveAsApplied = rememberedValue(attribute, clear, isHashed(applied), { salt, hash: hashSecret });
  return jsonText(liveAsApplied) === jsonText(applied);
}

/** Keeps one address for each object, and prefers the one that the layout declares. */
function eachObjectOnce(
  entries: readonly (readonly [Address, StateEntry])[],
  isDeclared: (address: Address) => boolean,
): { readonly kept: readonly (readonly [Address, StateEntry])[]; readonly duplicates: readonly Dropped[] } {
  const byObject = new Map<ObjectKey, Address>();
  const declaredFirst = entries.toSorted(
    ([one], [other]) => Number(isDeclared(other)) - Number(isDeclared(one)),
  );
  const duplicates: Dropped[] = [];
  const kept = declaredFirst.filter(([address, { id }]) => {
    const key = objectKey(typeOfAddress(address), id);
    const other = byObject.get(key);
    if (other === undefined) byObject.set(key, address);
    else duplicates.push({ address, id, reason: `${other} is the same object` });
    return other === undefined;
  });
  return { kept, duplicates };
}
