import type { Address } from "../../../model/address.ts";
import { keyOf, type ObjectKey, objectKey } from "../../../model/object-key.ts";
import type { Purpose } from "../../../model/plan/plan.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { OtherLayout, Recovered, State } from "../../../model/state.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { append } from "../../../util/groups.ts";
import { once } from "../../../util/once.ts";
import type { Matches } from "../match/match-objects.ts";
import { type Origins, originsOf } from "../match/origins.ts";
import type { Hash } from "../world/compare.ts";
import type { DesiredIndex } from "../world/desired-index.ts";
import type { LiveIndex } from "../world/live-index.ts";
import { type Changes, changesIn } from "./changes.ts";
import type { Decisions } from "./decisions.ts";
import { type KnownName, knownNames } from "./known-names.ts";
import { type Names, nameObjects } from "./object-names.ts";
import { type PlanValues, planValuesOf } from "./plan-values.ts";
import { findStructureChanges, type StructureChange } from "./structure-changes.ts";
import { type WhoChanged, whoChanged } from "./who-changed.ts";

/** Settings of planning that the caller provides. */
export interface PlanSettings {
  /** Random, hex: salts the hashes of secrets in the plan. */
  readonly salt: string;
  readonly hash: Hash;
  /** Random: ends temporary values, so that two runs never choose the same one. */
  readonly temporarySuffix: string;
  /** The time by the caller's clock, in milliseconds. Absent: the plan warns of no value that ends soon. */
  readonly now?: number;
}

/** The inputs of a plan, with what becomes of each object. */
export interface DecidedPlan {
  readonly purpose: Purpose;
  readonly types: TypeIndex;
  /** The layout as it was read. */
  readonly declared: DesiredIndex;
  /** The layout, with the values that its objects carry over from those that they replace. */
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly matches: Matches;
  readonly decisions: Decisions;
  readonly state: State | undefined;
  /** Addresses that an unfinished destroy was deleting. */
  readonly toDestroy: readonly Address[];
  /** Whether the apply saves a state. */
  readonly keepsState: boolean;
  readonly recovered: Recovered | undefined;
  /** Absent: the origins that the layout, the state and the journal record. */
  readonly origins?: Origins | undefined;
  readonly otherLayouts: readonly OtherLayout[];
  readonly options: PlanSettings;
  /** Texts of secrets, which no output may show. */
  readonly secretTexts: readonly string[];
}

/** A decided plan, with indexes that the later stages use many times. */
export interface PlanContext extends DecidedPlan {
  readonly origins: Origins;
  readonly names: Names;
  readonly values: PlanValues;
  /** Returns the name for people of the object with an id. */
  readonly nameOf: KnownName;
  /** Knows who changed what since the last apply. */
  readonly who: WhoChanged;
  /** What differs between the layout and the service. In a selected part, it is still that of the whole layout. */
  readonly changes: Changes;
  /** Objects whose root gets another set of siblings. */
  structureChanges(): readonly StructureChange[];
  /** Returns the live objects that refer to an object, each with the referring attribute. */
  referrersOf(target: LiveObject): readonly LiveReferrer[];
}

export interface LiveReferrer {
  readonly object: LiveObject;
  readonly attribute: string;
}

export function contextOf(decided: DecidedPlan): PlanContext {
  const known = once(() => knownNames(decided));
  const who = whoChanged({ ...decided, desired: decided.declared, hash: decided.options.hash });
  const referrers = once(() => indexReferrers(decided.types, decided.live));
  return {
    ...decided,
    origins: decided.origins ?? originsOf({ ...decided, desired: decided.desired.world }),
    names: nameObjects(decided),
    values: planValuesOf(decided.options, decided.state, decided.secretTexts),
    nameOf: (type, id) => known()(type, id),
    who,
    changes: changesIn(decided.decisions, who),
    structureChanges: once(() => findStructureChanges(decided)),
    referrersOf: (target) => referrers().get(keyOf(target)) ?? [],
  };
}

function indexReferrers(types: TypeIndex, live: LiveIndex): ReadonlyMap<ObjectKey, readonly LiveReferrer[]> {
  const index = new Map<ObjectKey, LiveReferrer[]>();
  for (const object of live.world.objects)
    for (const [name, { reference }] of Object.entries(types.get(object.type).attributes)) {
      const id = object.attributes[name];
      if (reference && typeof id === "string")
        append(index, objectKey(reference.type, id), { object, attribute: name });
    }
  return index;
}
