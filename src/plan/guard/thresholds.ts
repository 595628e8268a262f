import type { Threshold } from "../../model/desired-world.ts";
import type { GuardRefusal, Step } from "../plan.ts";
import { changesIn, deletesIn, type Guard } from "./guard.ts";

/** Deletes are refused beyond this share of what is managed, from `smallestForShare` objects on. */
const defaultMaxDeletes: Threshold = { share: 0.3 };
const defaultMaxChanges: Threshold = { share: 0.5 };
const smallestForShare = 10;

export const thresholds: Guard = (context, steps) => {
  const [deletes, changes] = [deletesIn(steps), changesIn(steps)];
  const { maxDeletes = defaultMaxDeletes, maxChanges = defaultMaxChanges } = context.desired.world.safety;
  const retained = [...context.decisions.retained.values()];
  const groups: readonly (string | undefined)[] = [undefined, ...new Set(steps.map((step) => step.type))];
  const refusals: GuardRefusal[] = [];
  for (const type of groups) {
    const of = <T extends { readonly type: string }>(list: readonly T[]) =>
      type === undefined ? list : list.filter((each) => each.type === type);
    const paired = of(retained.map((each) => each.desired)).length;
    const going = of(deletes);
    const what = type === undefined ? "what is managed" : `the ${context.types.get(type).label.many}`;
    if (exceeds(going.length, paired + going.length, maxDeletes))
      refusals.push(
        tooMany("guard/too-many-deletes", "maxDeletes", going, paired + going.length, `deleted, of ${what}`),
      );
    const changed = of(changes);
    const objects = new Set(changed.map((step) => step.address)).size;
    if (context.lock !== undefined && exceeds(objects, paired, maxChanges))
      refusals.push(tooMany("guard/too-many-changes", "maxChanges", changed, paired, `changed, of ${what}`));
  }
  return refusals.filter((refusal, at) => refusals.findIndex((each) => each.code === refusal.code) === at);
};

function exceeds(part: number, whole: number, limit: Threshold): boolean {
  if (part === 0) return false;
  return "count" in limit ? part > limit.count : whole >= smallestForShare && part / whole > limit.share;
}

function tooMany(
  code: string,
  option: string,
  steps: readonly Step[],
  whole: number,
  done: string,
): GuardRefusal {
  const addresses = [...new Set(steps.map((step) => step.address))];
  return {
    code,
    message: `${addresses.length} of ${whole} objects would be ${done}: more than safety.${option} allows.`,
    remedy: `If that is meant, raise safety.${option} in the layout.`,
    addresses,
  };
}
