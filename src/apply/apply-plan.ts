import { setMaxListeners } from "node:events";
import { UnknownOutcomeError } from "../live/access.ts";
import { hidingSecrets } from "../live/hide-secrets.ts";
import { readLive } from "../live/read-live.ts";
import type { Address } from "../model/address.ts";
import { rememberedValue } from "../model/attribute-value.ts";
import { DocsformError } from "../model/errors.ts";
import { canonicalJson, type Json } from "../model/json.ts";
import type { LiveWorld } from "../model/live-world.ts";
import { indexTypes, type TypeIndex } from "../model/type-index.ts";
import type { Plan, PlanNode } from "../plan/plan.ts";
import { type Conflict, verifyPlan } from "../plan/verify.ts";
import type { ApplyEvent, ApplyResult, StepResult } from "./events.ts";
import { nextLock } from "./next-lock.ts";
import { secretsIn } from "./plan-values.ts";
import { asDocsformError, type Progress, startProgress, stepResults, touchedBy } from "./progress.ts";
import { runWhenReady } from "./ready-queue.ts";
import { journalAhead, runNode } from "./run-node.ts";
import { beginRun, type Run, typeOf } from "./run-state.ts";
import type { ApplyRuntime } from "./runtime.ts";
import { settle } from "./settle.ts";
import { readsToVerify, scopeOf } from "./touched-reads.ts";

/**
 * Makes a plan true, or as much of it as can be, and tells what happens. Nothing is written when a guard refuses the plan or
 * the live world is no longer what it was made for.
 */
export async function applyPlan(plan: Plan, runtime: ApplyRuntime, tell: Tell): Promise<ApplyResult> {
  const counts = { ...runtime.client.stats };
  const signal = AbortSignal.any(runtime.signal === undefined ? [] : [runtime.signal]);
  // Every request under way listens to it: as many as the concurrency that was asked for.
  setMaxListeners(0, signal);
  const result = await applyWhole(plan, { ...runtime, signal }, tell);
  return { ...result, calls: callsSince(counts, runtime.client.stats) };
}

type Stats = ApplyRuntime["client"]["stats"];
type Outcome = Omit<ApplyResult, "calls">;
type Tell = (event: ApplyEvent) => void;

function callsSince(before: Stats, now: Stats): ApplyResult["calls"] {
  return {
    made: now.calls - before.calls,
    retried: now.retried - before.retried,
    waitedMs: now.waitedMs - before.waitedMs,
  };
}

async function applyWhole(plan: Plan, runtime: ApplyRuntime, tell: Tell): Promise<Outcome> {
  const refusal = refusalOf(plan);
  if (refusal !== undefined) return untouched(plan, "refused", refusal);
  const index = indexTypes(runtime.types);
  const verified = await verify(plan, runtime, index, tell);
  if ("error" in verified) return untouched(plan, "stale", verified.error, verified.conflicts);
  if (runtime.signal?.aborted) return untouched(plan, "interrupted");

  const run = beginRun(plan, runtime, index, verified.live);
  const progress = startProgress();
  journalPairs(run);
  await runNodes(run, progress, tell);
  if (!runtime.signal?.aborted) await settleAll(run, progress, tell);
  const steps = stepResults(plan, progress);
  await saveLock(run, steps);
  await closeJournal(run, steps);
  return {
    outcome: outcomeOf(plan, runtime, steps),
    steps,
    created: Object.fromEntries(run.created),
    conflicts: [],
  };
}

function refusalOf(plan: Plan): DocsformError | undefined {
  const open = plan.guard.refusals;
  if (open.length === 0) return undefined;
  const remedies = [...new Set(open.map((refusal) => refusal.remedy))];
  return new DocsformError("apply/refused", open.map((refusal) => refusal.message).join("\n"), {
    remedy: remedies.join(" "),
  });
}

function untouched(
  plan: Plan,
  outcome: Outcome["outcome"],
  error?: DocsformError,
  conflicts: readonly Conflict[] = [],
): Outcome {
  const steps = plan.steps.map(({ address }) => ({ address, status: "not-tried" as const }));
  return { outcome, steps, created: {}, conflicts, ...(error === undefined ? {} : { error }) };
}

type Verified =
  | { readonly live: LiveWorld | undefined }
  | { readonly error: DocsformError; readonly conflicts: readonly Conflict[] };

async function verify(plan: Plan, runtime: ApplyRuntime, index: TypeIndex, tell: Tell): Promise<Verified> {
  const changed = await changedSecret(plan, runtime);
  if (changed !== undefined) return { error: changed, conflicts: [] };
  if (plan.steps.length === 0) return { live: undefined };
  tell({ kind: "verifying" });
  const live = await readLive({
    client: runtime.client,
    types: runtime.types,
    organizationId: plan.organizationId,
    generation: plan.generation,
    contentsOf: readsToVerify(plan, index),
    concurrency: runtime.concurrency,
    ...(runtime.signal === undefined ? {} : { signal: runtime.signal }),
  });
  const conflicts = verifyPlan(plan, live, runtime.types, runtime.hash);
  if (conflicts.length > 0)
    return { error: stalePlan(conflicts.map((conflict) => conflict.message)), conflicts };
  if (live.generation !== plan.generation) {
    const what = `The plan is for the ${plan.generation} generation of the service, which speaks the ${live.generation} one.`;
    return { error: stalePlan([what]), conflicts: [] };
  }
  return { live };
}

function stalePlan(messages: readonly string[]): DocsformError {
  return new DocsformError("apply/stale-plan", `The plan no longer fits. ${messages.join(" ")}`, {
    remedy: "Plan again, and review the new plan.",
  });
}

/** A secret whose source changed must be found before the first write, not in the midst of them. */
async function changedSecret(plan: Plan, runtime: ApplyRuntime): Promise<DocsformError | undefined> {
  for (const node of plan.nodes) {
    const values =
      node.kind === "create"
        ? [node.attributes, node.born?.attributes ?? {}]
        : node.kind === "write"
          ? [node.values]
          : [];
    for (const secret of values.flatMap((each) => Object.values(each).flatMap(secretsIn))) {
      try {
        await runtime.revealSecret(secret.source, secret.hash);
      } catch (error) {
        return asDocsformError(error);
      }
    }
  }
  return undefined;
}

function journalPairs(run: Run): void {
  const { plan, runtime, ids } = run;
  if (runtime.journal === undefined || plan.nodes.length === 0) return;
  const uncertain = Object.keys(plan.managed).flatMap((address): (readonly [Address, string])[] => {
    const id = ids.get(address);
    return id === undefined || runtime.lock?.objects[address]?.id === id ? [] : [[address, id]];
  });
  runtime.journal.pairs(uncertain);
}

async function runNodes(run: Run, progress: Progress, tell: Tell): Promise<void> {
  const { plan, runtime } = run;
  const skipped = runtime.skipNodes;
  const isStopped = () => runtime.signal?.aborted === true;
  await runWhenReady(plan.nodes, {
    concurrency: Math.max(1, runtime.concurrency),
    isStopped,
    isSkipped: (node) => skipped?.has(node.id) === true,
    onReady: (node) => journalAhead(run, node),
    onBlocked: (node, cause) => {
      const asked = skipped?.has(cause.id) === true;
      progress.nodes.set(node.id, asked ? "skipped" : "not-tried");
      tell({
        kind: "skipped",
        ...about(node),
        because: asked && node.id === cause.id ? "as asked" : cause.id,
      });
    },
    perform: (node) => perform(run, node, progress, tell),
  });
}

function about(node: PlanNode) {
  return { node: node.id, step: node.step, address: node.address };
}

async function perform(run: Run, node: PlanNode, progress: Progress, tell: Tell): Promise<boolean> {
  tell({ kind: "started", ...about(node) });
  try {
    const { id, recovered } = await runNode(run, node);
    progress.nodes.set(node.id, "done");
    if (recovered) tell({ kind: "adopted", ...about(node), id });
    tell({ kind: "done", ...about(node), id });
    return true;
  } catch (caught) {
    notDone(run, node, progress, tell, asDocsformError(caught));
    return false;
  }
}

function notDone(run: Run, node: PlanNode, progress: Progress, tell: Tell, error: DocsformError): void {
  if (run.runtime.signal?.aborted && error.code === "http/interrupted") {
    progress.nodes.set(node.id, "not-tried");
    tell({ kind: "skipped", ...about(node), because: "interrupted" });
    return;
  }
  const isUnknown = error instanceof UnknownOutcomeError;
  const told = hidingSecrets(error, [...run.revealed]);
  progress.nodes.set(node.id, isUnknown ? "unknown" : "failed");
  if (!progress.errors.has(node.step)) progress.errors.set(node.step, told);
  tell({ kind: isUnknown ? "unknown" : "failed", ...about(node), error: told });
}

async function settleAll(run: Run, progress: Progress, tell: Tell): Promise<void> {
  const { plan } = run;
  const touched = touchedBy(plan, progress);
  if (touched.written.size === 0 && touched.deleted.length === 0) return;
  tell({ kind: "settling" });
  const { failures, notes } = await settleOrFail(run, touched);
  for (const { address, message } of notes)
    tell({ kind: "note", code: "apply/undeclared-change", address, message });
  for (const [address, error] of failures) {
    const step = stepOf(plan, address);
    if (step === undefined || progress.errors.has(step)) continue;
    progress.errors.set(step, error);
    tell({ kind: "failed", address, step, error });
  }
}

async function settleOrFail(run: Run, touched: ReturnType<typeof touchedBy>): ReturnType<typeof settle> {
  try {
    return await settle(run, touched);
  } catch (error) {
    // The writes were answered; that nobody could look at them afterwards makes each of them unproven.
    const all = [...touched.written.keys(), ...touched.deleted.map(({ address }) => address)];
    return { failures: new Map(all.map((address) => [address, asDocsformError(error)])), notes: [] };
  }
}

/** The step that a failure of this address belongs to: one that does something. */
function stepOf(plan: Plan, address: Address): number | undefined {
  const index = plan.nodes.findLast((node) => node.address === address)?.step;
  if (index !== undefined) return index;
  const born = plan.steps.findIndex((step) => step.address === address);
  return born < 0 ? undefined : born;
}

async function saveLock(run: Run, steps: readonly StepResult[]): Promise<void> {
  const { plan, runtime, ids } = run;
  if (runtime.saveLock === undefined) return;
  const undone = new Set(steps.filter((step) => step.status !== "done").map((step) => step.address));
  const lock = await nextLock({
    plan,
    previous: runtime.lock,
    idOf: (address) => ids.get(address),
    scopeIdOf: (address) => scopeOf(plan, address, (each) => ids.get(each)),
    isDone: (address) => !undone.has(address),
    remember: (address, name, value, salt) => {
      const attribute = typeOf(run, address).attributes[name];
      return attribute === undefined ? value : rememberedValue(attribute, value, salt, runtime.hash);
    },
    rehash: async ({ source, hash }, salt) =>
      runtime.hash((await runtime.revealSecret(source, hash)).reveal(), salt),
  });
  const same = runtime.lock !== undefined && text(lock) === text(runtime.lock);
  if (!same) await runtime.saveLock(lock);
}

function text(lock: object): string {
  return canonicalJson(lock as Json);
}

async function closeJournal(run: Run, steps: readonly StepResult[]): Promise<void> {
  const { journal, saveLock: keepsLock } = run.runtime;
  if (journal === undefined) return;
  // An intent whose outcome nobody knows, or that several objects could be, is still to be resolved by the next run.
  const open = steps.some(
    ({ status, error }) => status === "unknown" || error?.code === "apply/ambiguous-create",
  );
  const isWhole = steps.every(({ status }) => status === "done");
  if (!open && (keepsLock !== undefined || isWhole)) await journal.clear();
  else await journal.end();
}

function outcomeOf(plan: Plan, runtime: ApplyRuntime, steps: readonly StepResult[]): Outcome["outcome"] {
  if (plan.steps.length === 0) return "nothing";
  const bad = steps.filter(({ status }) => status !== "done" && status !== "skipped");
  if (bad.length === 0) return "done";
  if (runtime.signal?.aborted) return "interrupted";
  return steps.some(({ status }) => status === "done") ? "partial" : "failed";
}
