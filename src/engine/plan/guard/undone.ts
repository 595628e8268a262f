import type { PlanStep } from "../../../model/plan/plan.ts";
import { decidesAccess, type Opens, opensMore, reachOf } from "../../../model/resource-type/opens.ts";
import type { Json } from "../../../util/json.ts";
import type { AnyEffect } from "../audience/describe-difference.ts";
import type { PlanEffects } from "../audience/plan-effects.ts";
import { isUndoing } from "../audience/undone-differences.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { withParts } from "../steps/changed-parts.ts";
import { type Undone, undoneIn } from "../steps/undone-changes.ts";
import type { Guard } from "./guard.ts";
import { refuseFor } from "./refusal.ts";

export const undone: Guard = (context, steps, _isSelected, effects) => {
  const refusesAll = context.desired.world.safety.undo === "refuse";
  const found = refusesAll ? steps.flatMap(undoneIn) : undoneForPeople(context, steps, effects);
  const addresses = found.map(({ address }) => address);
  const changes = found.map(({ what, parts, address }) => `${withParts(what, parts)} of ${address}`);
  if (refusesAll) return refuseFor("guard/undo", addresses, { case: "refused", changes });
  return refuseFor("guard/undo", addresses, { case: "affecting", changes, first: addresses[0] ?? "" });
};

/** What the steps undo, if it opens or hides something, or would as soon as the places around it are open. */
function undoneForPeople(
  context: PlanContext,
  steps: readonly PlanStep[],
  { undone: effects }: PlanEffects,
): readonly Undone[] {
  const causes = new Set(effects.flatMap((effect) => effect.steps));
  const known = steps.flatMap((step, at) => {
    if (!isUndoing(step)) return [];
    const { attributes } = context.types.get(step.type);
    const isAffecting = ({ what }: Undone) => {
      const opens = attributes[what]?.opens;
      // The place, the existence and the mark of the default are no attributes.
      if (causes.has(at) && (attributes[what] === undefined || opens !== undefined)) return true;
      return decidesAccess(opens) && decides(opens, ...undoneValues(context, step, what));
    };
    return undoneIn(step).filter(isAffecting);
  });
  // The layout itself may change something so that it shows what a person deleted.
  const named = new Set(known.map(({ address }) => address));
  const addressesOf = (effect: AnyEffect) => effect.steps.flatMap((at) => steps[at]?.address ?? []);
  const others = effects.map(addressesOf).filter((addresses) => !addresses.some((each) => named.has(each)));
  return [
    ...known,
    ...[...new Set(others.flat())].map((address) => ({ address, what: "the deleted content" })),
  ];
}

/** Whether a value alone opens something, or hides it. To let fewer people in needs no permission. */
function decides(opens: Opens, before: Json, after: Json): boolean {
  if (opensMore(opens, before, after)) return true;
  const hides = opens.as === "listing" || (opens.as === "gate" && reachOf(opens, after) === "none");
  return hides && opensMore(opens, after, before);
}

/** The value with the edits of both sides, and the declared one. */
function undoneValues({ who, live }: PlanContext, step: PlanStep, name: string): [before: Json, after: Json] {
  if (!("changes" in step)) return [null, null];
  const change = step.changes.find(({ attribute }) => attribute === name);
  const before = live.get(step.type, step.id)?.attributes[name];
  const merged = change?.undoneParts === undefined ? undefined : who.merged(step.address, name);
  return [(merged?.declared as Json | undefined) ?? before ?? null, change?.after ?? null];
}
