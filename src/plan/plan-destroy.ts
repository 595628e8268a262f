import { unmanagedAddress } from "../model/address.ts";
import type { DesiredObject, DesiredWorld } from "../model/desired-world.ts";
import { keyOf } from "../model/object-key.ts";
import { indexTypes, type TypeIndex } from "../model/type-index.ts";
import { indexDesired } from "./desired-index.ts";
import { destroyedByKey } from "./guard/destroyed-by-key.ts";
import { emptyLayoutCode } from "./guard/empty-layout.ts";
import { tooManyForgottenCode } from "./guard/thresholds.ts";
import { indexLive } from "./live-index.ts";
import { knownById } from "./pair/known-by-id.ts";
import { type Pair, pairObjects } from "./pair/pair.ts";
import type { GuardRefusal, Plan, PlanNote, Step } from "./plan.ts";
import type { PlanInputs, PlanResult } from "./plan-changes.ts";
import { planChanges } from "./plan-changes.ts";
import { deadPins, withoutDead } from "./tell/dead-pins.ts";
import { secretTextsOf, tellingNoSecret } from "./tell/secret-texts.ts";

/**
 * Decides the deletion of what the layout declares, and of nothing else: its objects are left out of the layout, and only
 * what was paired with one of them is pruned. What is pinned and has gone already is told, and no error.
 */
export function planDestroy(inputs: PlanInputs): PlanResult {
  return tellingNoSecret(decideDestroy(inputs), secretTextsOf(inputs));
}

function decideDestroy(inputs: PlanInputs): PlanResult {
  const types = indexTypes(inputs.types);
  const live = indexLive(inputs.live, types);
  const gone = deadPins(inputs.desired, live);
  const desired = indexDesired(withoutDead(inputs.desired, gone));
  const pairing = pairObjects({ types, desired, live, lock: inputs.lock, recovered: inputs.recovered });
  if (pairing.diagnostics.some((diagnostic) => diagnostic.severity === "error"))
    return { diagnostics: pairing.diagnostics };
  const pairs = [...pairing.byAddress.values()];
  const { plan, diagnostics } = planChanges({ ...inputs, desired: worldWithout(inputs, types, pairs) });
  if (plan === undefined) return { diagnostics };
  const byKey = destroyedByKey(types, pairs, knownById(inputs.lock));
  return { plan: withoutOthers(plan, byKey, gone.map(goneNote)), diagnostics };
}

/** What is not ours stays, and is declared by its id so that pruning passes it by. */
function worldWithout(
  { types: all, desired, live }: PlanInputs,
  types: TypeIndex,
  pairs: readonly Pair[],
): DesiredWorld {
  const ours = new Set(pairs.map((pair) => keyOf(pair.live)));
  const others = live.objects.filter(
    (object) => types.get(object.type).scope === undefined && !ours.has(keyOf(object)),
  );
  const deletable = all.filter((type) => type.scope === undefined && type.deletion !== undefined);
  return {
    organizationId: desired.organizationId,
    prune: deletable.map((type) => type.name),
    // The person types the organization's id instead.
    safety: { maxDeletes: { count: Number.MAX_SAFE_INTEGER } },
    objects: others.map((object, rank) => ({
      address: unmanagedAddress(object.type, object.id),
      type: object.type,
      attributes: {},
      pin: object.id,
      ignore: [],
      owns: [],
      rank,
    })),
  };
}

/** The same plan with no word about what the layout does not declare. */
function withoutOthers(plan: Plan, byKey: readonly GuardRefusal[], gone: readonly PlanNote[]): Plan {
  const steps = plan.steps.filter(isOfDestroying);
  const shift = new Map(steps.map((step, at) => [plan.steps.indexOf(step), at]));
  return {
    ...plan,
    steps,
    nodes: plan.nodes.map((node) => ({ ...node, step: shift.get(node.step) ?? -1 })),
    notes: [...plan.notes, ...gone],
    guard: { ...plan.guard, refusals: [...plan.guard.refusals.filter(isAboutDestroying), ...byKey] },
    managed: {},
  };
}

/** What the layout does not declare is none of its business: it is neither adopted nor forgotten. */
function isOfDestroying(step: Step): boolean {
  return step.action !== "adopt" && !(step.action === "forget" && step.reason === "undeclared");
}

/** That nothing is left to be declared is what is asked for. */
function isAboutDestroying({ code, forgets }: GuardRefusal): boolean {
  return code !== emptyLayoutCode && code !== tooManyForgottenCode && forgets !== true;
}

function goneNote({ address, pin }: DesiredObject): PlanNote {
  return {
    code: "plan/gone",
    address,
    message: `${address} is pinned to ${pin}, which the service does not have: there is nothing to delete.`,
  };
}
