import type { ApplyEvent, ApplyResult } from "../../src/engine/apply/apply-events.ts";
import type { Consent } from "../../src/engine/plan/guard/consent.ts";
import type { PlanningResult } from "../../src/engine/reconcile/planned.ts";
import { openReconciler, type Reconciler } from "../../src/engine/reconcile/reconciler.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { type Permission, permissions } from "../../src/model/plan/permission-flags.ts";
import { type GuardRefusal, type Plan } from "../../src/model/plan/plan.ts";
import { isOfState } from "../../src/model/plan/step-effects.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { registry } from "../../src/resources/registry.ts";
import type { Disk } from "../../src/state/disk.ts";
import type { TestService } from "./service.ts";

export const everythingAllowed: Consent = { allow: new Set(Object.keys(permissions) as Permission[]) };
export const consistencyWindowMs = 5000;

/** The result of a run of `apply`. */
export type RunEnd =
  | {
      readonly kind: "applied";
      readonly plan: Plan;
      readonly before: Snapshot;
      readonly result: ApplyResult;
      readonly events: readonly ApplyEvent[];
    }
  | { readonly kind: "refused"; readonly refusals: readonly GuardRefusal[] }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "failed"; readonly error: unknown };

/** Runs `apply`, as the command line does. */
export async function runLayout(
  service: TestService,
  desired: DesiredWorld,
  disk: Disk,
  concurrency = 4,
  consent = everythingAllowed,
): Promise<RunEnd> {
  try {
    return await run(reconcilerOf(service, disk, concurrency), desired, consent);
  } catch (error) {
    return { kind: "failed", error };
  }
}

/** Plans the layout, as `plan` does. */
export async function planLayout(
  service: TestService,
  desired: DesiredWorld,
  disk: Disk,
): Promise<PlanningResult> {
  return await reconcilerOf(service, disk).plan(desired);
}

export function reconcilerOf(
  { client, clock, random, apiVersion }: TestService,
  disk: Disk,
  concurrency = 4,
): Reconciler {
  return openReconciler({
    types: registry,
    client,
    clock,
    random,
    disk,
    concurrency,
    consistencyWindowMs,
    apiVersion,
  });
}

async function run(reconciler: Reconciler, desired: DesiredWorld, consent: Consent): Promise<RunEnd> {
  const planned = await reconciler.plan(desired);
  if (planned.plan === undefined) return { kind: "invalid", diagnostics: planned.diagnostics };
  const refusals = planned.refusals(consent);
  if (refusals.length > 0) return { kind: "refused", refusals };
  const { plan, live: before } = planned;
  if (before === undefined) throw new Error("A plan that was just made knows what was read for it.");
  const applying = reconciler.apply(planned, consent);
  const events: ApplyEvent[] = [];
  for await (const event of applying) events.push(event);
  return { kind: "applied", plan, before, result: await applying.result, events };
}

/** Steps that write to the service. */
export function writingSteps(plan: Plan): Plan["steps"] {
  return plan.steps.filter((step) => !isOfState(step));
}
