import type { Purpose } from "../../../model/plan/plan.ts";
import type { OtherLayout } from "../../../model/state.ts";
import { once } from "../../../util/once.ts";
import type { MatchedLayout } from "../match/match-layout.ts";
import { type Origins, originsOf } from "../match/origins.ts";
import type { Hash } from "../world/compare.ts";
import type { DesiredIndex } from "../world/desired-index.ts";
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

/** What decides about a layout besides its matches. */
export interface DecideSettings {
  /** Absent: the plan makes the service match the layout. */
  readonly purpose?: Purpose;
  /** Whether a state will record what the run does. Absent: it will. */
  readonly keepsState?: boolean;
  /** Objects that belong to other layouts of the organization. Absent: none. */
  readonly otherLayouts?: readonly OtherLayout[] | undefined;
  /** How live objects came under management. Absent: the layout, the state and the journal decide. */
  readonly origins?: Origins | undefined;
  readonly options: PlanSettings;
}

/** A matched layout, with what becomes of each object. `desired` has the values that objects carry over from those that they replace. */
export interface DecidedPlan extends MatchedLayout, Pick<DecideSettings, "origins" | "options"> {
  readonly purpose: Purpose;
  readonly keepsState: boolean;
  readonly otherLayouts: readonly OtherLayout[];
  /** The layout as it was read. */
  readonly declared: DesiredIndex;
  readonly decisions: Decisions;
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
}

/** What ordering reads of it: the order does not depend on the purpose of a plan, the state or other layouts. */
export type OrderContext = Omit<PlanContext, "purpose" | "state" | "keepsState" | "origins" | "otherLayouts">;

export function contextOf(decided: DecidedPlan): PlanContext {
  const known = once(() => knownNames(decided));
  const who = whoChanged({ ...decided, desired: decided.declared, hash: decided.options.hash });
  return {
    ...decided,
    origins: decided.origins ?? originsOf({ ...decided, desired: decided.desired.world }),
    names: nameObjects(decided),
    values: planValuesOf(decided.options, decided.state, decided.secretTexts),
    nameOf: (type, id) => known()(type, id),
    who,
    changes: changesIn(decided.decisions, who),
    structureChanges: once(() => findStructureChanges(decided)),
  };
}
