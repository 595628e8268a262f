import type { Address } from "../model/address.ts";
import { append } from "../model/groups.ts";
import { keyOf, type ObjectKey, objectKey } from "../model/object-key.ts";
import { once } from "../model/once.ts";
import type { LiveObject } from "../model/snapshot.ts";
import type { OtherLayout, Recovered, State } from "../model/state.ts";
import type { TypeIndex } from "../model/type-index.ts";
import type { Hash } from "./decide/compare.ts";
import type { Decisions } from "./decide/decisions.ts";
import { type PlanValues, planValuesOf } from "./decide/plan-values.ts";
import { type WhoChanged, whoChanged } from "./decide/who-changed.ts";
import type { DesiredIndex } from "./desired-index.ts";
import { type KnownName, knownNames } from "./known-names.ts";
import type { LiveIndex } from "./live-index.ts";
import type { Matches } from "./match/match-objects.ts";
import { type Origins, originsOf } from "./match/origins.ts";
import { type Names, nameObjects } from "./names.ts";
import { secretTextsOf } from "./report/secret-texts.ts";
import { findStructureChanges, type StructureChange } from "./structure-kinds.ts";

/** Purpose of a plan: to make the service match the layout, or to delete what the layout declares. */
export type Purpose = "apply" | "destroy";

/** Settings of planning that the caller provides. */
export interface PlanSettings {
  /** Random, hex: salts the hashes of secrets in the plan. */
  readonly salt: string;
  readonly hash: Hash;
  /** Random: ends temporary values, so that two runs never choose the same one. */
  readonly temporarySuffix: string;
}

/** The inputs of a plan, with what becomes of each object. */
export interface DecidedPlan {
  readonly purpose: Purpose;
  readonly types: TypeIndex;
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
}

/** A decided plan, with indexes that the later stages use many times. */
export interface PlanContext extends DecidedPlan {
  readonly origins: Origins;
  readonly names: Names;
  readonly values: PlanValues;
  /** Texts of secrets, which no output may show. */
  readonly secretTexts: readonly string[];
  /** Returns the name for people of the object with an id. */
  readonly nameOf: KnownName;
  /** Knows who changed each attribute since the last apply. */
  readonly who: WhoChanged;
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
  const referrers = once(() => indexReferrers(decided.types, decided.live));
  const { types, desired, live, state } = decided;
  const secretTexts = secretTextsOf({ types: types.all, desired: desired.world, live: live.world, state });
  return {
    ...decided,
    origins: decided.origins ?? originsOf({ ...decided, desired: decided.desired.world }),
    names: nameObjects(decided),
    secretTexts,
    values: planValuesOf(decided.options, decided.state, secretTexts),
    nameOf: (type, id) => known()(type, id),
    who: whoChanged({ ...decided, hash: decided.options.hash }),
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
