import { setMaxListeners } from "node:events";
import type { Address } from "../../model/address.ts";
import { fail } from "../../model/codes/service-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { PlanIndex } from "../../model/plan/plan-index.ts";
import { indexTypes } from "../../model/type-index.ts";
import { present } from "../../util/present.ts";
import type { StaleConflict } from "../plan/drift/stale-conflicts.ts";
import type { ApplyResult, OnEvent, StepResult } from "./apply-events.ts";
import { type ApplyRun, beginRun } from "./apply-run.ts";
import { asDocsformError } from "./as-docsform-error.ts";
import { checkPlan } from "./check-plan.ts";
import { type Halt, haltOf, lockLost } from "./halt.ts";
import { changedBy, type Progress, startProgress, stepResults } from "./node-progress.ts";
import { type Changed, type ReadBack, readBack } from "./read-back.ts";
import { closeJournal, journalBegin, saveState } from "./remember.ts";
import { runNodes } from "./run-nodes.ts";
import type { ApplyRuntime } from "./runtime.ts";
import { watchProgress } from "./stop-conditions.ts";

/**
 * Applies a plan as far as possible, and reports events. It writes nothing if a guard refuses the plan, or if the service is no longer as
 * the plan expects.
 */
export async function applyPlan(plan: Plan, runtime: ApplyRuntime, onEvent: OnEvent): Promise<ApplyResult> {
  const counts = { ...runtime.client.stats };
  const halt = haltOf(runtime.signal);
  const { signal } = halt;
  // Each request under way listens to the signal, so the number of listeners grows with the concurrency.
  setMaxListeners(0, signal);
  const result = await checkAndApply(plan, { ...runtime, signal }, halt, onEvent);
  return { ...result, calls: callsSince(counts, runtime.client.stats) };
}

type Stats = ApplyRuntime["client"]["stats"];
type RunOutcome = Omit<ApplyResult, "calls">;

/** The number of calls between two states of the client's counts. */
export function callsSince(before: Stats, now: Stats): ApplyResult["calls"] {
  return {
    made: now.calls - before.calls,
    writes: now.writes - before.writes,
    retried: now.retried - before.retried,
    waitedMs: now.waitedMs - before.waitedMs,
  };
}

async function checkAndApply(
  plan: Plan,
  runtime: ApplyRuntime,
  halt: Halt,
  onEvent: OnEvent,
): Promise<RunOutcome> {
  const refusal = refusalOf(plan);
  if (refusal !== undefined) return resultWithoutWrites(plan, "refused", refusal);
  const index = indexTypes(runtime.types);
  const check = await checkPlan(plan, runtime, index, onEvent);
  if ("error" in check) return resultWithoutWrites(plan, "stale", check.error, check.conflicts);
  if (halt.reason !== undefined) return resultWithoutWrites(plan, "failed", halt.reason);
  if (halt.signal.aborted) return resultWithoutWrites(plan, "interrupted");

  const watched = watchProgress(runtime, halt, plan);
  const run = beginRun(plan, { ...runtime, client: watched.client }, index, check.live);
  const progress = startProgress();
  const writesBefore = runtime.client.stats.writes;
  await journalBegin(run, runtime);
  const notPermitted = await watched.during(() => runNodes(run, runtime, halt, progress, onEvent));
  const accessOfNewObjects = halt.signal.aborted
    ? accessNotRead
    : await readBackAll(run, runtime.concurrency, progress, onEvent);
  const steps = stepResults(run.planIndex, progress);
  const unsaved = await saveStateAndJournal(run, runtime, steps, accessOfNewObjects);
  const waiting = new Set([...leftOutOpening(plan), ...progress.waiting]);
  const error = halt.reason ?? unsaved ?? notPermitted ?? whyClosed(waiting);
  return {
    outcome: outcomeOf(plan, halt, {
      steps,
      waiting,
      hasSentWrites: runtime.client.stats.writes > writesBefore,
      unsaved,
    }),
    steps,
    created: Object.fromEntries(run.identities.created),
    conflicts: [],
    ...unverified,
    recovered: progress.recovered,
    checkedForDuplicates:
      run.identities.created.size === 0 && !steps.some(({ status }) => status === "unknown"),
    ...present({ error }),
  };
}

/** Updates the state and the journal. Returns the error if that fails; the changes on the service remain. */
async function saveStateAndJournal(
  run: ApplyRun,
  runtime: ApplyRuntime,
  steps: readonly StepResult[],
  accessOfNewObjects: ReadBack["accessOfNewObjects"],
): Promise<DocsformError | undefined> {
  if (!runtime.isAlone()) return lockLost();
  try {
    const serial = await saveState(run, runtime, steps, accessOfNewObjects);
    await closeJournal(runtime, steps, serial);
    return undefined;
  } catch (error) {
    return asDocsformError(error);
  }
}

function refusalOf(plan: Plan): DocsformError | undefined {
  const refusals = plan.guard.refusals;
  if (refusals.length === 0) return undefined;
  const remedies = [...new Set(refusals.map((refusal) => refusal.remedy))];
  return fail("apply/refused", {
    refusals: refusals.map(({ message }) => message).join("\n"),
    remedies: remedies.join(" "),
  });
}

/** The result of a run that an error stopped after it had sent a write. `soFar`: the known part of the result. */
export function brokenOff(plan: Plan, error: DocsformError, soFar?: RunOutcome): RunOutcome {
  const steps = plan.steps.map(({ address }) => ({ address, status: "unknown" as const }));
  const nothingKnown = { steps, created: {}, conflicts: [], ...unverified, checkedForDuplicates: false };
  const outcome = soFar?.outcome === "interrupted" ? "interrupted" : "partial";
  return { ...nothingKnown, ...soFar, outcome, error };
}

function resultWithoutWrites(
  plan: Plan,
  outcome: RunOutcome["outcome"],
  error?: DocsformError,
  conflicts: readonly StaleConflict[] = [],
): RunOutcome {
  const steps = plan.steps.map(({ address }) => ({ address, status: "not-tried" as const }));
  return { outcome, steps, created: {}, conflicts, ...unverified, ...present({ error }) };
}

/** The result before the final read of the service. */
const unverified = {
  recovered: [],
  finalRead: false,
  remaining: [],
  duplicates: [],
  checkedForDuplicates: true,
} as const;

const accessNotRead: ReadBack["accessOfNewObjects"] = new Map();

/** Compares the changed objects with the plan, and adds an error to the progress for each that is not as declared. */
async function readBackAll(
  run: ApplyRun,
  concurrency: number,
  progress: Progress,
  onEvent: OnEvent,
): Promise<ReadBack["accessOfNewObjects"]> {
  const changed = changedBy(run.plan, progress);
  if (changed.written.size === 0 && changed.deleted.length === 0) return accessNotRead;
  onEvent({ kind: "rereading" });
  const { failures, notes, accessOfNewObjects } = await readBackOrFail(run, changed, concurrency);
  for (const note of notes) onEvent({ kind: "note", ...note });
  for (const [address, error] of failures) {
    const step = stepOf(run.planIndex, address);
    if (step === undefined || progress.errors.has(step)) continue;
    const safeError = run.secrets.hideIn(error);
    progress.errors.set(step, safeError);
    onEvent({ kind: "failed", address, step, error: safeError });
  }
  return accessOfNewObjects;
}

async function readBackOrFail(run: ApplyRun, changed: Changed, concurrency: number): Promise<ReadBack> {
  try {
    return await readBack(run, changed, concurrency);
  } catch (error) {
    // The service accepted the writes, but without a read none of them is verified.
    const all = [...changed.written.keys(), ...changed.deleted.map(({ address }) => address)];
    const failures = new Map(all.map((address) => [address, asDocsformError(error)]));
    return { failures, notes: [], accessOfNewObjects: accessNotRead };
  }
}

/** The step to which a failure of this address belongs. A step with nodes comes first. */
function stepOf({ nodesOf, stepsOf }: PlanIndex, address: Address): number | undefined {
  return nodesOf(address).at(-1)?.step ?? stepsOf(address)[0];
}

/** Objects of the selection that stay closed, because the selection omits what must happen before they may open. */
function leftOutOpening({ selection }: Plan): readonly Address[] {
  return (selection?.leftOut ?? []).flatMap(({ address, opens }) => (opens === true ? [address] : []));
}

function whyClosed(waiting: ReadonlySet<Address>): DocsformError | undefined {
  return waiting.size === 0 ? undefined : fail("apply/stays-closed", { addresses: [...waiting] });
}

interface RunEnd {
  readonly steps: readonly StepResult[];
  readonly waiting: ReadonlySet<Address>;
  /** Whether the run sent any write. A write that was refused or whose response was lost may still have had an effect. */
  readonly hasSentWrites: boolean;
  /** Why the state or the journal could not be saved. */
  readonly unsaved: DocsformError | undefined;
}

function outcomeOf(
  plan: Plan,
  halt: Halt,
  { steps, waiting, hasSentWrites, unsaved }: RunEnd,
): RunOutcome["outcome"] {
  const isOver = steps.every(
    ({ address, status }) => status === "done" || status === "skipped" || waiting.has(address),
  );
  if (waiting.size > 0 && isOver && unsaved === undefined) return hasSentWrites ? "partial" : "refused";
  if (plan.steps.length === 0) return unsaved === undefined ? "nothing" : "failed";
  if (isOver && unsaved === undefined) return "done";
  if (halt.signal.aborted && halt.reason === undefined) return "interrupted";
  return hasSentWrites ? "partial" : "failed";
}
