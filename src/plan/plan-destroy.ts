import type { DesiredWorld } from "../model/desired-world.ts";
import { keyOf } from "../model/object-key.ts";
import { indexTypes } from "../model/type-index.ts";
import { indexDesired } from "./desired-index.ts";
import { emptyLayoutCode } from "./guard/empty-layout.ts";
import { indexLive } from "./live-index.ts";
import { pairObjects } from "./pair/pair.ts";
import type { GuardRefusal } from "./plan.ts";
import type { PlanInputs, PlanResult } from "./plan-changes.ts";
import { planChanges } from "./plan-changes.ts";
import { secretTextsOf, tellingNoSecret } from "./tell/secret-texts.ts";

/**
 * Decides the deletion of what the layout declares, and of nothing else: its objects are left out of the layout, and only
 * what was paired with one of them is pruned.
 */
export function planDestroy(inputs: PlanInputs): PlanResult {
  return tellingNoSecret(decideDestroy(inputs), secretTextsOf(inputs));
}

function decideDestroy(inputs: PlanInputs): PlanResult {
  const types = indexTypes(inputs.types);
  const desired = indexDesired(inputs.desired);
  const live = indexLive(inputs.live, types);
  const pairing = pairObjects({ types, desired, live, lock: inputs.lock, recovered: inputs.recovered });
  if (pairing.diagnostics.some((diagnostic) => diagnostic.severity === "error"))
    return { diagnostics: pairing.diagnostics };
  const ours = new Set([...pairing.byAddress.values()].map((pair) => keyOf(pair.live)));
  // What is not ours stays, and is declared by its id so that pruning passes it by.
  const others = inputs.live.objects.filter(
    (object) => types.get(object.type).scope === undefined && !ours.has(keyOf(object)),
  );
  const deletable = inputs.types.filter((type) => type.scope === undefined && type.deletion !== undefined);
  const remaining: DesiredWorld = {
    organizationId: inputs.desired.organizationId,
    prune: deletable.map((type) => type.name),
    // The person types the organization's id instead.
    safety: { maxDeletes: { count: Number.MAX_SAFE_INTEGER } },
    objects: others.map((object, rank) => ({
      address: `${object.type}.@${object.id}`,
      type: object.type,
      attributes: {},
      pin: object.id,
      ignore: [],
      owns: [],
      rank,
    })),
  };
  const result = planChanges({ ...inputs, desired: remaining });
  if (!result.plan) return result;
  const mine = result.plan.steps.filter((step) => step.action !== "adopt");
  const shift = new Map(mine.map((step, at) => [result.plan?.steps.indexOf(step), at]));
  return {
    ...result,
    plan: {
      ...result.plan,
      steps: mine,
      nodes: result.plan.nodes.map((node) => ({ ...node, step: shift.get(node.step) ?? -1 })),
      guard: { ...result.plan.guard, refusals: result.plan.guard.refusals.filter(isOfDestroying) },
      managed: {},
    },
  };
}

/** That nothing is left to be declared is what is asked for. */
function isOfDestroying({ code }: GuardRefusal): boolean {
  return code !== emptyLayoutCode;
}
