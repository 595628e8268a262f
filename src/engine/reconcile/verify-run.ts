import { type Address, typeOfAddress } from "../../model/address.ts";
import { fail } from "../../model/codes/plan-words.ts";
import { DiagnosticsError, type DocsformError } from "../../model/errors.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import { gapsIn, type PlanStep } from "../../model/plan/plan.ts";
import { type PlannedSelection, selectionOf } from "../../model/plan/selection.ts";
import { isOfState } from "../../model/plan/step-effects.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { Recovered } from "../../model/state.ts";
import { lastReadMs } from "../../model/time-limits.ts";
import { groupBy } from "../../util/groups.ts";
import { present } from "../../util/present.ts";
import type { ApplyResult, OnEvent } from "../apply/apply-events.ts";
import { reasonOf } from "../apply/halt.ts";
import { incompleteList } from "../live/bulk-read.ts";
import { hidingSecrets } from "../live/hide-secrets.ts";
import { changedApiVersion } from "../live/other-api-version.ts";
import { waitUntilShown } from "../live/wait-until-shown.ts";
import { findDuplicates } from "../plan/drift/duplicates.ts";
import { type PlanInputs, planChanges } from "../plan/pipeline.ts";
import { secretTextsOf, withoutIn } from "../plan/world/secret-texts.ts";
import type { PlannedRun } from "./planned.ts";
import { readInputs, readWorld } from "./read-inputs.ts";
import { secretTextsOfRun } from "./reveal-secret.ts";
import type { Setup } from "./setup.ts";

/** Passes events on, and records when the run last wrote. `lastMs`: that time of the clock; undefined: it has not written yet. */
export function watchWrites(
  { clock }: Pick<Setup, "clock">,
  onEvent: OnEvent,
): { readonly onEvent: OnEvent; readonly lastMs: () => number | undefined } {
  let lastMs: number | undefined;
  return {
    onEvent: (event) => {
      const isOfWrite = event.kind === "done" || event.kind === "unknown" || event.kind === "failed";
      if (isOfWrite && event.node !== undefined) lastMs = clock.now();
      onEvent(event);
    },
    lastMs: () => lastMs,
  };
}

/** A run whose steps have ended, with the time of its last write. */
export interface WrittenRun {
  readonly setup: Setup;
  readonly planned: PlannedRun;
  readonly result: ApplyResult;
  readonly lastWriteMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Waits until reads must show all writes, reads everything again that the layout covers, and plans again. The service matches the layout
 * only if no step remains. The result lists the remaining steps and the duplicates of other users.
 */
export async function verifyRun(
  { setup, planned, result, lastWriteMs, signal }: WrittenRun,
  onEvent: OnEvent,
): Promise<ApplyResult> {
  try {
    if (lastWriteMs !== undefined) await waitUntilShown(lastWriteMs, setup, signal);
    onEvent({ kind: "verifying" });
    const { apiVersion } = planned.plan;
    const readOptions = { moves: planned.moves, ...present({ signal, selection: sameSelection(planned) }) };
    const inputs = await readInputs(setup, planned.desired, readOptions, { apiVersion });
    if (inputs.live.apiVersion !== apiVersion) throw changedApiVersion(apiVersion, inputs.live.apiVersion);
    const remaining = withoutSkipped(planned, result, remainingSteps(planned, inputs, result));
    const duplicates = duplicatesIn(setup, planned, result, inputs.live);
    const outcome = remaining.length > 0 || duplicates.length > 0 ? "differs" : "done";
    return { ...result, outcome, finalRead: true, remaining, duplicates, checkedForDuplicates: true };
  } catch (error) {
    const reason = signal && reasonOf(signal);
    if (signal?.aborted && reason === undefined) return { ...result, outcome: "interrupted" };
    const failure = hidingSecrets(notVerified(reason ?? error), secretTextsOfRun(setup, planned));
    return { ...result, outcome: "differs", error: failure };
  }
}

/** Errors of a run after which another read is useless: the service accepts no call, or is another service. */
const codesThatEndReading = ["run/token-refused", "run/no-progress", "run/other-api-version"];

/**
 * Looks for duplicates after a run that did not do everything. If that is not possible, or a person waits for the run to stop, the result
 * stays unchanged.
 */
export async function checkForDuplicates(
  { setup, planned, result, lastWriteMs, signal }: WrittenRun,
  onEvent: OnEvent,
): Promise<ApplyResult> {
  if (result.checkedForDuplicates || lastWriteMs === undefined) return result;
  if (result.outcome !== "partial" || codesThatEndReading.includes(result.error?.code ?? "")) return result;
  try {
    return await withTimeToVerify(setup, signal, async (searchSignal) => {
      await waitUntilShown(lastWriteMs, setup, searchSignal);
      onEvent({ kind: "checking-duplicates" });
      const live = await readPlacesOf(setup, planned, result, searchSignal);
      const checkedForDuplicates = !result.steps.some(({ status }) => status === "unknown");
      return { ...result, duplicates: duplicatesIn(setup, planned, result, live), checkedForDuplicates };
    });
  } catch {
    return result;
  }
}

/** Reads again. If the run's time is over, the read gets a short time of its own. */
async function withTimeToVerify<Result>(
  { clock }: Pick<Setup, "clock">,
  signal: AbortSignal | undefined,
  reread: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted !== true) return await reread(signal);
  const [readDone, timeOver] = [new AbortController(), new AbortController()];
  clock.sleep(lastReadMs, readDone.signal).then(
    () => timeOver.abort(),
    () => undefined,
  );
  try {
    return await reread(timeOver.signal);
  } finally {
    readDone.abort();
  }
}

/** The selection of the plan. It may name objects that no longer exist, because the run deleted them. */
function sameSelection({ plan }: PlannedRun): PlannedSelection | undefined {
  return plan.selection && { ...selectionOf(plan.selection), mayBeGone: true };
}

function duplicatesIn(
  { types }: Setup,
  { purpose, retained, desired, live: before, state }: PlannedRun,
  { created }: ApplyResult,
  after: Snapshot,
): ApplyResult["duplicates"] {
  if (purpose !== "apply") return [];
  const found = findDuplicates({ types, desired, retained, created, before, after });
  const texts = found.length === 0 ? [] : secretTextsOf({ types, desired, live: after, state });
  return found.map((duplicate) => withoutIn(duplicate, ["title"], texts));
}

/** Reads the lists that contain the objects that the run created. */
async function readPlacesOf(
  setup: Setup,
  { plan }: PlannedRun,
  { created }: ApplyResult,
  signal: AbortSignal | undefined,
): Promise<Snapshot> {
  const addresses = Object.keys(created);
  const scopes = groupBy(addresses, (address) => plan.managed[address]?.scope);
  const owners = [...scopes].flatMap(([scope, contents]) => {
    if (scope === undefined) return [];
    const id = plan.existing[scope]?.id ?? created[scope] ?? "";
    return [{ type: typeOfAddress(scope), id, types: new Set(contents.map(typeOfAddress)) }];
  });
  const { organizationId, apiVersion } = plan;
  const only = new Set(addresses.map(typeOfAddress));
  const contentsOf = () => ({ owners, details: [] });
  return await readWorld(setup, { organizationId, apiVersion, only, contentsOf, signal });
}

/** The steps that would still write. */
function remainingSteps(
  planned: PlannedRun,
  inputs: PlanInputs,
  { created }: ApplyResult,
): readonly PlanStep[] {
  if (planned.purpose === "destroy") return undeletedSteps(planned, inputs.live);
  const { plan, diagnostics } = planChanges({ ...inputs, recovered: withCreated(inputs, created) });
  if (plan === undefined) throw new DiagnosticsError(diagnostics);
  const [gap] = gapsIn(plan.guard.refusals);
  if (gap !== undefined)
    throw fail("live/incomplete-list", {
      case: "refusal",
      problem: gap.message,
      remedy: gap.remedy,
    });
  return plan.steps.filter((step) => !isOfState(step));
}

/** The deletes whose objects still exist, found by id: another object with the same name is not the plan's. */
function undeletedSteps({ plan }: PlannedRun, live: Snapshot): readonly PlanStep[] {
  const deletedTypes = new Set(plan.steps.map(({ type }) => type));
  const list = live.incompleteLists?.find(({ types }) => types.some((name) => deletedTypes.has(name)));
  if (list !== undefined) throw incompleteList("the objects to delete", list);
  const liveKeys = new Set(live.objects.map(keyOf));
  return plan.steps.filter((step) => step.action === "delete" && liveKeys.has(objectKey(step.type, step.id)));
}

/** Adds the objects that the run created. Without a state, only the run knows them. */
function withCreated(
  { state, recovered }: PlanInputs,
  created: Readonly<Record<Address, string>>,
): Recovered {
  const notInState = Object.entries(created).filter(([address]) => state?.objects[address] === undefined);
  const createdOrigins = notInState.map(([address]) => [address, "created"] as const);
  return {
    ...recovered,
    matches: { ...recovered?.matches, ...Object.fromEntries(notInState) },
    origins: { ...recovered?.origins, ...Object.fromEntries(createdOrigins) },
  };
}

/** Removes the steps that the run was not asked to do, even if they have become possible. */
function withoutSkipped(
  { plan }: PlannedRun,
  { steps }: ApplyResult,
  remaining: readonly PlanStep[],
): readonly PlanStep[] {
  const unselected = plan.selection?.leftOut ?? [];
  const skipped = plan.steps.filter((_, at) => steps[at]?.status === "skipped");
  const notAsked = new Set([...skipped, ...unselected].map(({ action, address }) => `${action} ${address}`));
  return remaining.filter(({ action, address }) => !notAsked.has(`${action} ${address}`));
}

function notVerified(cause: unknown): DocsformError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return fail("apply/not-verified", { failure: why }, { cause });
}
