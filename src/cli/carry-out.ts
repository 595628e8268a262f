import { applyPlan } from "../apply/apply-plan.ts";
import type { ApplyEvent, ApplyResult } from "../apply/events.ts";
import { createJournal } from "../apply/journal.ts";
import type { ApplyRuntime } from "../apply/runtime.ts";
import type { Client } from "../http/client.ts";
import type { DesiredWorld } from "../model/desired-world.ts";
import type { Lock } from "../model/lock.ts";
import { unpermitted } from "../plan/guard/permissions.ts";
import { nodesOfDeletes } from "../plan/order/without-deletes.ts";
import type { Plan } from "../plan/plan.ts";
import { writeLock } from "../reconcile/disk/lock-file.ts";
import { hashSecret } from "../reconcile/hash-secret.ts";
import { answer, tell } from "./answer.ts";
import { journalFile, lockFiles } from "./companions.ts";
import type { Context } from "./context.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import type { Places } from "./places.ts";
import { renderEvent } from "./render/event.ts";
import { renderResult, resultJson } from "./render/result.ts";
import { secretReader } from "./secret-reader.ts";
import type { PermissionSettings, ServiceSettings } from "./settings.ts";

/** A plan to be carried out, and what belongs to it. */
export interface Errand {
  readonly plan: Plan;
  readonly client: Client;
  readonly places: Places;
  readonly lock: Lock | undefined;
  /** The layout that the plan was just made from. Absent: the plan was saved. */
  readonly desired?: DesiredWorld;
}

const codes = {
  done: exitCodes.done,
  nothing: exitCodes.done,
  partial: exitCodes.appliedInPart,
  refused: exitCodes.refused,
  stale: exitCodes.planOutdated,
  interrupted: exitCodes.interrupted,
  failed: exitCodes.error,
} as const satisfies Record<ApplyResult["outcome"], ExitCode>;

/** Does the plan, telling each event, and answers with the result. */
export async function carryOut(
  context: Context,
  settings: ServiceSettings & PermissionSettings,
  errand: Errand,
): Promise<ExitCode> {
  const tellEvent = (event: ApplyEvent) =>
    tell(context, settings, `${renderEvent(event, context.palette)}\n`);
  const run = applyPlan(permittedPlan(errand.plan, settings), runtimeOf(context, settings, errand));
  let next = await run.next();
  while (next.done !== true) {
    tellEvent(next.value);
    next = await run.next();
  }
  const result = next.value;
  answer(context, settings, { json: resultJson(result), text: renderResult(result, context.palette) });
  return codes[result.outcome];
}

function runtimeOf(
  { io, types }: Context,
  settings: ServiceSettings & PermissionSettings,
  { plan, client, places, lock, desired }: Errand,
): ApplyRuntime {
  const lockPath = places.lock;
  const runId = io.random.hex(8);
  return {
    types,
    client,
    clock: io.clock,
    concurrency: settings.concurrency,
    horizonMs: settings.horizonMs,
    signal: io.signal,
    lock,
    ...(lockPath === undefined
      ? {}
      : { saveLock: (next: Lock) => writeLock(lockFiles(io.files), lockPath, next) }),
    journal: createJournal(journalFile(io.files, places.journal), io.clock, runId),
    revealSecret: secretReader(io, plan.salt, desired),
    hash: hashSecret,
    runId,
    verify: true,
    // What the flags permit is no longer among the plan's refusals.
    permitted: new Set(),
    ...(settings.skipDeletes === true ? { skipNodes: nodesOfDeletes(plan) } : {}),
  };
}

/** The plan with the refusals that the person's flags leave standing. */
function permittedPlan(plan: Plan, settings: PermissionSettings): Plan {
  return { ...plan, guard: { ...plan.guard, refusals: unpermitted(plan.guard, settings) } };
}
