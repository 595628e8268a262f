import { applyPlan } from "../../src/apply/apply-plan.ts";
import type { ApplyEvent, ApplyResult } from "../../src/apply/events.ts";
import { createJournal, parseJournal } from "../../src/apply/journal.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import type { LiveWorld } from "../../src/model/live-world.ts";
import type { Lock } from "../../src/model/lock.ts";
import { Secret } from "../../src/model/secret.ts";
import { unpermitted } from "../../src/plan/guard/permissions.ts";
import type { GuardRefusal, Plan } from "../../src/plan/plan.ts";
import { planChanges } from "../../src/plan/plan-changes.ts";
import { recover, scopesToRecover } from "../../src/reconcile/recover.ts";
import { waitBeforeReading } from "../../src/reconcile/wait-before-reading.ts";
import { registry } from "../../src/resources/registry.ts";
import type { TestService } from "./service.ts";
import { hash, planOptions } from "./service.ts";

/** What lies on the disk between two runs, and whether the process has been killed. */
export interface Disk {
  lock: Lock | undefined;
  keepsLock: boolean;
  journal: string;
  isKilled: () => boolean;
}

export const permissions = { allowDeletes: true, allowCreate: true, overwriteLive: true };
export const horizonMs = 5000;

/** How one run of `apply` ended. */
export type RunEnd =
  | {
      readonly kind: "applied";
      readonly plan: Plan;
      readonly before: LiveWorld;
      readonly result: ApplyResult;
      readonly events: readonly ApplyEvent[];
    }
  | { readonly kind: "refused"; readonly refusals: readonly GuardRefusal[] }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "failed"; readonly error: unknown };

/** One run of `apply`, as the command line does it: journal, reads, plan, verification, writes, lock. */
export async function runLayout(
  service: TestService,
  desired: DesiredWorld,
  disk: Disk,
  concurrency = 4,
): Promise<RunEnd> {
  try {
    return await run(service, desired, disk, concurrency);
  } catch (error) {
    return { kind: "failed", error };
  }
}

async function run(
  service: TestService,
  desired: DesiredWorld,
  disk: Disk,
  concurrency: number,
): Promise<RunEnd> {
  const lines = parseJournal(disk.journal);
  await waitBeforeReading(lines, service.clock, horizonMs);
  const before = await service.read(desired, disk.lock, scopesToRecover(lines, registry));
  const pinned = new Set(
    desired.objects.filter((object) => object.pin !== undefined).map((object) => object.address),
  );
  const recovered = recover(lines, before, {
    types: registry,
    hash,
    lock: disk.lock,
    isPinned: (address) => pinned.has(address),
  });
  const { plan, diagnostics } = planChanges({
    types: registry,
    desired,
    live: before,
    lock: disk.lock,
    recovered,
    options: planOptions,
  });
  if (!plan) return { kind: "invalid", diagnostics };
  const refusals = unpermitted(plan.guard, permissions);
  if (refusals.length > 0) return { kind: "refused", refusals };
  const runId = `run${disk.journal.length}`;
  const file = {
    append: (text: string) => {
      if (!disk.isKilled()) disk.journal += text;
    },
    clear: () => {
      if (!disk.isKilled()) disk.journal = "";
    },
  };
  const applying = applyPlan(plan, {
    types: registry,
    client: service.client,
    clock: service.clock,
    concurrency,
    horizonMs,
    lock: disk.lock,
    ...(disk.keepsLock && {
      saveLock: async (lock: Lock) => {
        if (!disk.isKilled()) disk.lock = lock;
      },
    }),
    journal: createJournal(file, service.clock, runId),
    revealSecret: () => new Secret("secret", { kind: "literal" }),
    hash,
    runId,
    verify: true,
    permitted: new Set(["--allow-deletes", "--allow-create", "--overwrite-live"] as const),
  });
  const events: ApplyEvent[] = [];
  for (;;) {
    const next = await applying.next();
    if (next.done) return { kind: "applied", plan, before, result: next.value, events };
    events.push(next.value);
  }
}

/** Steps that write. */
export function writingSteps(plan: Plan): Plan["steps"] {
  return plan.steps.filter((step) => step.action !== "adopt" && step.action !== "forget");
}
