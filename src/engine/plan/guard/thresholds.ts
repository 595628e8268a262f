import type { Threshold } from "../../../model/desired-world.ts";
import type { GuardRefusal, PlanStep } from "../../../model/plan/plan.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { isUnfinished } from "../match/matches.ts";
import { possibleMatchRemedy } from "../steps/possible-matches.ts";
import { changesIn, forgetsIn, type Guard } from "./guard.ts";
import { adviceIn, withAdvice } from "./permit.ts";
import { refusal } from "./refusal.ts";
import { splitDeletes } from "./split-deletes.ts";

/** Maximum share of deletes among managed objects. A share is checked only from `smallestForShare` objects on. */
const defaultMaxDeletes: Threshold = { share: 0.3 };
const defaultMaxChanges: Threshold = { share: 0.5 };
const smallestForShare = 10;

export const thresholds: Guard = (context, steps) => {
  const groups: readonly (string | undefined)[] = [undefined, ...new Set(steps.map((step) => step.type))];
  const refusals = groups.flatMap((type) => refusalsIn(context, steps, type));
  return refusals.filter(({ code }, at) => refusals.findIndex((each) => each.code === code) === at);
};

/** Refusals about one type, or about all objects if `type` is undefined. */
function refusalsIn(
  context: PlanContext,
  steps: readonly PlanStep[],
  type: string | undefined,
): readonly GuardRefusal[] {
  const { maxDeletes = defaultMaxDeletes, maxChanges = defaultMaxChanges } = context.desired.world.safety;
  const isOfType = (each: { readonly type: string }) => type === undefined || each.type === type;
  const ofType = steps.filter(isOfType);
  const retained = [...context.decisions.retained.values()].filter(({ desired }) => isOfType(desired));
  // The guard `recreated` judges recreated objects.
  const [deletes, forgotten] = [splitDeletes(context, ofType).others, forgottenIn(context, ofType)];
  const whole = retained.length + deletes.length;
  const what = type === undefined ? "managed objects" : context.types.get(type).label.many;
  const changed = changedIn(context, ofType);
  const objects = addressesOf(changed).length;
  const all = {
    // Forgotten objects count like deleted ones.
    deletes: splitDeletes(context, steps).others.length + forgottenIn(context, steps).length,
    changes: addressesOf(changedIn(context, steps)).length,
  };
  return [
    ...(exceeds(deletes.length, whole, maxDeletes)
      ? [
          withRemedyLines(
            tooManyDeletes(context, deletes, whole, what, all.deletes),
            possibleMatchRemedy(steps, deletes),
          ),
        ]
      : []),
    ...(forgotten.length > 0 &&
    exceeds(deletes.length + forgotten.length, whole + forgotten.length, maxDeletes)
      ? [
          withRemedyLines(
            tooManyForgotten(forgotten, whole + forgotten.length, what),
            possibleMatchRemedy(steps, forgotten),
          ),
        ]
      : []),
    ...(isAppliedBefore(context) && exceeds(objects, retained.length, maxChanges)
      ? [tooManyChanges(changed, retained.length, what, all.changes)]
      : []),
  ];
}

/** Adds the lines that keep the objects. */
function withRemedyLines(refused: GuardRefusal, lines: string): GuardRefusal {
  return withAdvice(refused, `${adviceIn(refused)}${lines}`);
}

function exceeds(part: number, whole: number, limit: Threshold): boolean {
  if (part === 0) return false;
  return "count" in limit ? part > limit.count : whole >= smallestForShare && part / whole > limit.share;
}

/** Whether people have approved what the state records: an apply wrote it, and not only a pull. */
function isAppliedBefore({ state }: PlanContext): boolean {
  return state !== undefined && state.pulled !== true;
}

function forgottenIn(context: PlanContext, steps: readonly PlanStep[]): readonly PlanStep[] {
  return isAppliedBefore(context) ? forgetsIn(steps) : [];
}

function changedIn(context: PlanContext, steps: readonly PlanStep[]): readonly PlanStep[] {
  return changesIn(steps).filter(({ address }) => !isToBeFinished(context, address));
}

/** Finishing an object that a run of this layout created or changed is no change of what people approved. */
function isToBeFinished({ decisions, state }: PlanContext, address: string): boolean {
  const retained = decisions.retained.get(address);
  return retained !== undefined && isUnfinished(retained, state);
}

// A flag counts objects of all types, so a refusal about one type names the number of all.

function tooManyDeletes(
  { purpose }: PlanContext,
  steps: readonly PlanStep[],
  whole: number,
  objects: string,
  all: number,
): GuardRefusal {
  const addresses = addressesOf(steps);
  const facts = { case: purpose, count: addresses.length, whole, objects, all };
  return refusal("guard/too-many-deletes", addresses, facts);
}

function tooManyChanges(
  steps: readonly PlanStep[],
  whole: number,
  objects: string,
  all: number,
): GuardRefusal {
  const addresses = addressesOf(steps);
  return refusal("guard/too-many-changes", addresses, { count: addresses.length, whole, objects, all });
}

function tooManyForgotten(steps: readonly PlanStep[], whole: number, objects: string): GuardRefusal {
  const addresses = addressesOf(steps);
  return refusal("guard/too-many-forgotten", addresses, { count: addresses.length, whole, objects });
}

function addressesOf(steps: readonly PlanStep[]): readonly string[] {
  return [...new Set(steps.map(({ address }) => address))];
}
