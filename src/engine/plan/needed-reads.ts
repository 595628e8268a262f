import type { Address } from "../../model/address.ts";
import { satisfiesDeclared } from "../../model/attribute-value.ts";
import { type DesiredObject, type DesiredWorld, isReference } from "../../model/desired-world.ts";
import type { Purpose } from "../../model/plan/plan.ts";
import { writerOf } from "../../model/resource-type/writes.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject, ObjectName, Snapshot } from "../../model/snapshot.ts";
import type { Recovered, State } from "../../model/state.ts";
import { indexTypes, type TypeIndex } from "../../model/type-index.ts";
import { groupBy } from "../../util/groups.ts";
import { deletedObjects } from "./decide/decide-layout.ts";
import { findOutside } from "./match/find-outside.ts";
import { matchLayout } from "./match/match-layout.ts";
import { findReplacements, type Match, matchObjects } from "./match/match-objects.ts";
import { type Hash, resolveValue } from "./world/compare.ts";
import { indexDesired } from "./world/desired-index.ts";
import { indexLive, type LiveIndex } from "./world/live-index.ts";
import {
  type AttemptedObject,
  contentsToDelete,
  deletesUndeclared,
  type NeededContents,
  neededContents,
  unreadAmong,
} from "./world/needed-contents.ts";

/** Reads beyond the organization's lists: the contents of some objects, and attributes that need a separate read. */
export interface NeededReads {
  /** `types`: of the contents to read. Absent: all. */
  readonly owners: readonly (ObjectName & { readonly types?: ReadonlySet<string> })[];
  readonly details: readonly (ObjectName & { readonly attribute: string })[];
  /** Returns the contents to read after these. Undefined: no more are needed. */
  readonly further?: FurtherReads;
}

type FurtherReads = (
  soFar: Snapshot,
) => { readonly owners: readonly NeededContents[]; readonly further: FurtherReads } | undefined;

/** What a plan is made from, besides the layout and the snapshot. */
export interface NeededReadsInput {
  readonly hash: Hash;
  readonly state?: State | undefined;
  /** Reads the journal of an interrupted run, with what was read so far. */
  readonly recover?: (soFar: Snapshot) => Recovered | undefined;
  /** The objects that an interrupted run may have created. */
  readonly attempted?: readonly AttemptedObject[];
  readonly purpose?: Purpose | undefined;
}

/** Returns the reads of the whole organization: the contents and the details of all objects. */
export function allReads(types: readonly ResourceType[]): (soFar: Snapshot) => NeededReads {
  const index = indexTypes(types);
  return (soFar) => ({
    owners: ownersIn(index, soFar),
    details: soFar.objects.flatMap(({ type, id }) =>
      (index.get(type).details ?? []).map(({ attribute }) => ({ type, id, attribute })),
    ),
  });
}

/** Objects whose contents have lists of their own. */
function ownersIn(types: TypeIndex, { objects }: Snapshot): readonly ObjectName[] {
  return objects.filter(({ type }) => types.typesReadOf(type).size > 0).map(({ type, id }) => ({ type, id }));
}

/**
 * Returns what a plan must read, decided from the organization's lists. After the contents that decide about the layout, a plan that deletes
 * objects reads what is inside them and what may refer to them. A destroy reads all contents.
 */
export function neededReads(
  types: readonly ResourceType[],
  desired: DesiredWorld,
  input: NeededReadsInput,
): (soFar: Snapshot) => NeededReads {
  const index = indexTypes(types);
  const finding = { isDestroy: input.purpose === "destroy", state: input.state };
  return (soFar) => {
    // An object that is found only inside another one becomes known with the contents of that one.
    const found = findOutside(index, desired, soFar, finding);
    const planning: Planning = { types: index, desired: found.desired, input };
    const lists = matchLists(planning, soFar);
    const details = lists.toRead.flatMap(({ desired: object, live: { type, id } }) =>
      (planning.types.get(type).details ?? [])
        .filter(({ attribute }) => attribute in object.attributes || lists.isReplaced(object))
        .map(({ attribute }) => ({ type, id, attribute })),
    );
    if (input.purpose === "destroy") return { owners: ownersIn(planning.types, soFar), details };
    const byAddress = groupBy(lists.toRead, (match) => match.desired.address);
    const liveOf = (address: Address) => (byAddress.get(address) ?? []).map(({ live }) => live);
    const owners = neededContents({ ...planning, ...input, live: lists.live, liveOf });
    return { owners, details, further: furtherReads(planning, idsThatMatter(planning, lists)) };
  };
}

interface Planning {
  readonly types: TypeIndex;
  readonly desired: DesiredWorld;
  readonly input: NeededReadsInput;
}

/** What the organization's lists show about a layout. They show nothing inside a scope. */
interface MatchedLists {
  readonly live: LiveIndex;
  /** The objects of the organization that the layout declares. A replacement that an interrupted run has created is read too. */
  readonly toRead: readonly Pick<Match, "desired" | "live">[];
  readonly isReplaced: (object: DesiredObject) => boolean;
}

function matchLists({ types, desired, input }: Planning, soFar: Snapshot): MatchedLists {
  const live = indexLive(soFar, types);
  const outer = desired.objects.filter(({ scope }) => scope === undefined);
  const inputs = {
    types,
    desired: indexDesired({ ...desired, objects: outer }),
    live,
    state: input.state,
    recovered: input.recover?.(soFar),
  };
  const matches = matchObjects(inputs);
  const matched = [...matches.byAddress.values()];
  const replaced = matched.filter((match) => isReplaced(types.get(match.desired.type), match));
  const successors = replaced.flatMap(({ desired: object }) =>
    findReplacements(inputs, matches, object).map((successor) => ({ desired: object, live: successor })),
  );
  const replacedObjects = new Set(replaced.map(({ desired: object }) => object));
  return {
    live,
    toRead: [...matched, ...successors],
    isReplaced: (object) => replacedObjects.has(object),
  };
}

/** Whether a new object replaces the live one, and gets its values. */
function isReplaced(
  type: ResourceType,
  { desired: { attributes, ignore }, live: { attributes: values } }: Pick<Match, "desired" | "live">,
): boolean {
  return Object.entries(attributes).some(([name, value]) => {
    const rule = type.attributes[name];
    const isFixed = rule !== undefined && rule.onlyAtCreate !== true && writerOf(type, name) === undefined;
    if (!isFixed || isReference(value) || ignore.includes(name)) return false;
    return !satisfiesDeclared(rule, resolveValue(value, () => undefined) ?? null, values[name]);
  });
}

/** The ids of the objects whose contents may matter to the plan. Undefined: all of them may. */
function idsThatMatter(planning: Planning, { toRead }: MatchedLists): ReadonlySet<string> | undefined {
  if (deletesUndeclared(planning.desired)) return undefined;
  const recorded = Object.values(planning.input.state?.objects ?? {});
  return new Set([...toRead.map(({ live }) => live.id), ...recorded.map(({ id }) => id)]);
}

/** Returns the contents that only the contents read so far show to be needed: mostly those that a delete needs. */
function furtherReads(planning: Planning, ids: ReadonlySet<string> | undefined): FurtherReads {
  return (soFar) => {
    // The decision costs time, and nothing can follow from it if everything was read.
    const isWhole = soFar.objects.every(
      (object) => ids?.has(object.id) === false || isReadWhole(planning.types, soFar, object),
    );
    const owners = isWhole ? [] : stillNeeded(planning, soFar);
    return owners.length === 0 ? undefined : { owners, further: furtherReads(planning, ids) };
  };
}

function isReadWhole(types: TypeIndex, { contentsReadOf }: Snapshot, { type, id }: LiveObject): boolean {
  const read = contentsReadOf.get(id);
  return [...types.typesReadOf(type)].every((name) => read?.has(name) === true);
}

function stillNeeded({ types, desired, input }: Planning, soFar: Snapshot): readonly NeededContents[] {
  const { state, hash, attempted } = input;
  const recovered = input.recover?.(soFar);
  const matched = matchLayout({ types: types.all, desired, live: soFar, state, recovered });
  const { live, matches } = matched;
  const liveOf = (address: Address) => {
    const match = matches.byAddress.get(address);
    return match === undefined ? [] : [match.live];
  };
  const isSearched = ({ id }: LiveObject) => deletesUndeclared(desired) || soFar.contentsReadOf.has(id);
  return unreadAmong(types, live, [
    ...neededContents({ types, desired, live, state, attempted, liveOf }),
    ...contentsToDelete(types, live, deletedObjects(matched, hash), isSearched),
  ]);
}
