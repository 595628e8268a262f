import type { Address } from "../../model/address.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import type { UnconfirmedObject } from "../../model/plan/plan.ts";
import { rememberingAsSaved, type SavedPlan } from "../../model/plan/saved-plan.ts";
import { selectionOf } from "../../model/plan/selection.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { State } from "../../model/state.ts";
import { present } from "../../util/present.ts";
import type { ApplyResult, OnEvent } from "../apply/apply-events.ts";
import { applyPlan, brokenOff, callsSince } from "../apply/apply-plan.ts";
import { asDocsformError } from "../apply/as-docsform-error.ts";
import { createJournal } from "../apply/journal.ts";
import type { ApplyRuntime } from "../apply/runtime.ts";
import { hidingSecrets } from "../live/hide-secrets.ts";
import type { AcceptRequest } from "../plan/accept/accept-request.ts";
import type { comparisons } from "../plan/drift/drift-entry.ts";
import { type DriftReport, findDrift } from "../plan/drift/find-drift.ts";
import { type Consent, unpermitted } from "../plan/guard/consent.ts";
import { nodesOfDeletes } from "../plan/order/without-deletes.ts";
import { planChanges } from "../plan/pipeline.ts";
import { type DestroyLimits, planDestroy } from "../plan/plan-destroy.ts";
import {
  type AcceptedLayout,
  type AcceptPlan,
  checkAccepted,
  planAccept,
  saveAccepted,
} from "./accept-edits.ts";
import { confirmFound, withFoundConfirmed } from "./confirm-found.ts";
import { hashSecret } from "./hash-secret.ts";
import { type ImportedOne, type ImportOne, importOne } from "./import-one.ts";
import {
  checkApiVersion,
  checkDecision,
  checkHash,
  checkState,
  hashOfState,
  savedPlanOf,
  savedWorld,
} from "./keep-plan.ts";
import {
  type LayoutLock,
  type Locking,
  type LockOptions,
  lockingOf,
  type NamedLock,
  refuseOvertaken,
} from "./locking.ts";
import { liveByAddress } from "./match-live.ts";
import { type PlannedRun, type PlanningResult, plannedFrom } from "./planned.ts";
import {
  type Pulled,
  type PulledLayout,
  type PullOptions,
  pull,
  refuseIncompleteLists,
  savePulled,
} from "./pull-layout.ts";
import { type ReadOptions, type RunInputs, readInputs } from "./read-inputs.ts";
import { type BrokenState, type RepairedState, repairState } from "./repair-state.ts";
import { hidingSecretsOf, secretsOfPlan, secretTextsOfRun } from "./reveal-secret.ts";
import { type Run, startRun } from "./run.ts";
import { saveNext } from "./save-state.ts";
import { type ReconcilerOptions, type Setup, setupOf } from "./setup.ts";
import { checkForDuplicates, verifyRun, watchWrites } from "./verify-run.ts";

/**
 * Makes a documentation service match a layout. `apply` is the only method that writes to the service; the others use a client that cannot
 * write.
 */
export interface Reconciler {
  /** Plans the changes that make the service match the layout. First it waits until reads show what an interrupted run did. */
  plan(desired: DesiredWorld, options?: ReadOptions): Promise<PlanningResult>;
  /** Plans the deletion of what the layout declares, and of nothing else. The organization's id confirms it. */
  planDestroy(desired: DesiredWorld, options: ReadOptions & DestroyLimits): Promise<PlanningResult>;
  /**
   * Locks the layout for this program until you release it, so that no other run applies it between your plan and your apply. Throws
   * `run/locked` if another run has the lock. Without this call, `apply` locks the layout by itself, and throws `run/state-changed` if
   * another run has applied it after the plan was made.
   */
  lock(options?: LockOptions): Promise<LayoutLock>;
  /** Returns the plan in the form to store and open later. `layout`: the name of the layout. Throws if the plan would contain a secret in clear. */
  save(planned: PlannedRun, layout: string): SavedPlan;
  /**
   * Opens a saved plan. It reads the service and plans again, with the state on the disk, and throws if the new plan is not the saved
   * one.
   */
  open(saved: SavedPlan, options?: OpenOptions): Promise<PlanningResult>;
  /**
   * Applies a plan, as far as possible. It writes nothing if a guard refuses something that the consent does not permit, or if the
   * service has changed so that the plan no longer applies. At the end it reads and plans everything again: the outcome is `done` only
   * if nothing is left to do.
   */
  apply(planned: PlannedRun, consent: Consent, options?: ApplyOptions): Run;
  /** Reports what changed after the last apply, and where: on the service, in the layout or in both. */
  drift(desired: DesiredWorld, options?: ReadOptions): Promise<Drift>;
  /** Returns the live object of each address of the layout. */
  match(desired: DesiredWorld, options?: ReadOptions): Promise<ReadonlyMap<Address, LiveObject>>;
  /** Reads the whole organization. Throws if a list stays incomplete. */
  pull(options: PullOptions): Promise<Pulled>;
  /** Imports one live object into the state under an address of the layout, and does nothing else. */
  importOne(request: ImportOne): Promise<ImportedOne>;
  /** Confirms in the state the objects that a plan of the layout finds by their keys, and does nothing else. */
  confirmFound(desired: DesiredWorld, options?: ReadOptions): Promise<readonly UnconfirmedObject[]>;
  /** Repairs a state that a merge or a power loss broke, and returns it. It writes nothing. */
  repairState(broken: BrokenState): Promise<RepairedState>;
  /** Decides which changes the layout accepts from the service. */
  accept(desired: DesiredWorld, request: AcceptRequest, options?: ReadOptions): Promise<AcceptPlan>;
  /**
   * Returns the state for a layout with the accepted changes. The caller saves it together with the layout. Throws if a plan of the layout
   * would contain anything new.
   */
  checkAccepted(accepting: AcceptPlan, accepted: AcceptedLayout): State | undefined;
  /** Saves the state of a layout with accepted changes. Throws `run/state-changed` if another run has changed the state since. */
  saveAccepted(accepting: AcceptPlan, state: State | undefined): Promise<void>;
  /**
   * Saves the state of a pulled layout. Throws if the layout declares anything else than what was pulled, or if the journal of an
   * interrupted run exists. Throws `run/state-changed` if another run has changed the state since.
   */
  savePulled(pulled: PulledLayout): Promise<void>;
}

export interface OpenOptions {
  readonly signal?: AbortSignal;
  /** Hash of the reviewed plan. docsform refuses any other plan. */
  readonly expect?: string;
}

export interface ApplyOptions {
  /**
   * Aborts the run: it starts nothing new, and waits for the calls that it has sent. If the reason is a `DocsformError`, it becomes the
   * run's error. Any other reason means that a person interrupts the run.
   */
  readonly signal?: AbortSignal;
  /** False: the run does not read the service at its end, so it does not know whether the service matches the layout. */
  readonly finalRead?: boolean;
}

/** A drift report, and what it compares with. */
export interface Drift extends DriftReport, Pick<RunInputs, "live" | "desired" | "state" | "remembered"> {
  readonly comparedWith: (typeof comparisons)[number];
}

/**
 * Opens a reconciler: the way to plan and to apply, which the command line uses too.
 *
 * @example
 * import { createMemoryDisk, openReconciler, readLayout, registry } from "docsform";
 * import { createClient, Secret, systemClock } from "docsform/client";
 * import { createEmulator, emulatorTransport, operations } from "docsform/emulator";
 *
 * const shared = { types: registry, clock: systemClock, random: Math.random };
 * const service = createEmulator({ ...shared, organizationId: "acme", token: "secret", operations });
 * const token = new Secret("secret", { kind: "literal" });
 * const client = createClient({ ...shared, baseUrl: "https://service.test", token, transport: emulatorTransport(service) });
 * const random = { hex: (bytes: number) => "0".repeat(2 * bytes) };
 * const reconciler = openReconciler({ types: registry, client, disk: createMemoryDisk(), clock: systemClock, random });
 *
 * const sources = [{ file: "a.yaml", text: "docsform: 1\norganization: acme\nspaces: { guides: { title: Guides } }\n" }];
 * const { desired } = readLayout({ types: registry, sources, environment: {}, readFile: () => "" });
 * if (desired === undefined) throw new Error("The layout has errors.");
 * const planned = await reconciler.plan(desired);
 * if (planned.plan === undefined) throw new Error("No plan is possible.");
 * console.log(planned.plan.steps.map(({ action, address }) => `${action} ${address}`)); // [ 'create space.guides' ]
 * const run = reconciler.apply(planned, { allow: new Set() }, { finalRead: false });
 * console.log((await run.result).outcome); // done
 */
export function openReconciler(options: ReconcilerOptions): Reconciler {
  const setup = setupOf(options);
  const locking = lockingOf(setup);
  return {
    lock: (lockOptions = {}) => locking.lock(lockOptions),
    plan: async (desired, readOptions = {}) => {
      const inputs = await inputsFor(setup, desired, readOptions);
      return plannedFrom(inputs, planChanges(inputs), { purpose: "apply", ...readOptions });
    },
    planDestroy: async (desired, readOptions) => {
      const destroyOptions = { ...readOptions, purpose: "destroy" as const };
      const inputs = await inputsFor(setup, desired, destroyOptions);
      return plannedFrom(inputs, planDestroy(inputs, readOptions), destroyOptions);
    },
    save: (planned, layout) => savedPlanOf(planned, setup.types, layout),
    open: (saved, openOptions = {}) => openSaved(setup, saved, openOptions),
    apply: (planned, consent, { signal, finalRead = true } = {}) =>
      startRun((onEvent) =>
        hidingSecretsOf(planned.desired, () =>
          applyLocked(
            { setup: reportingWaits(setup, onEvent), locking, planned, consent, signal, finalRead },
            onEvent,
          ),
        ),
      ),
    drift: async (desired, readOptions = {}) => {
      const inputs = await inputsFor(setup, desired, readOptions);
      const { live, desired: layout, state, remembered } = inputs;
      const comparedWith = state === undefined ? "layout" : "state";
      return { ...findDrift(inputs), live, desired: layout, state, remembered, comparedWith };
    },
    match: async (desired, readOptions = {}) =>
      liveByAddress(await inputsFor(setup, desired, readOptions), desired),
    pull: (pullOptions) => pull(setup, pullOptions),
    importOne: (request) =>
      hidingSecretsOf(request.desired, () =>
        locking.whileLocked({}, ({ lock }) => importOne(setup, lock, request)),
      ),
    confirmFound: (desired, readOptions = {}) =>
      hidingSecretsOf(desired, () =>
        locking.whileLocked({}, ({ lock }) => confirmFound(setup, lock, desired, readOptions)),
      ),
    repairState: (broken) => hidingSecretsOf(broken.desired, () => repairState(setup, broken)),
    accept: async (desired, request, readOptions = {}) => {
      const everything = request.changes === "everything";
      const inputs = await inputsFor(setup, desired, { ...readOptions, ...(everything && { everything }) });
      if (everything) refuseIncompleteLists(inputs.live);
      return planAccept(inputs, request);
    },
    checkAccepted: (accepting, accepted) => checkAccepted(setup, accepting, accepted),
    saveAccepted: (accepting, state) =>
      locking.whileLocked({}, ({ lock }) => saveAccepted(lock, accepting, state)),
    savePulled: (pulled) => locking.whileLocked({}, ({ lock }) => savePulled(setup, lock, pulled)),
  };
}

async function openSaved(
  setup: Setup,
  saved: SavedPlan,
  { signal, expect }: OpenOptions,
): Promise<PlanningResult> {
  checkHash(saved, expect);
  const selection = saved.selection && { ...selectionOf(saved.selection), mayBeGone: true as const };
  const readOptions = { moves: new Map(Object.entries(saved.moves)), ...present({ signal, selection }) };
  const desired = await savedWorld(saved, setup.types, setup.secrets);
  const inputs = await hidingSecretsOf(desired, () => readInputs(setup, desired, readOptions, saved));
  checkApiVersion(saved, inputs.live);
  checkState(saved, hashOfState(inputs.remembered.state));
  const result = planChanges(inputs);
  if (result.plan === undefined) return plannedFrom(inputs, result, { purpose: "apply", ...readOptions });
  checkDecision(saved, result.plan);
  const plan = rememberingAsSaved(saved, result.plan);
  return plannedFrom(inputs, { ...result, plan }, { purpose: "apply", ...readOptions });
}

/** Reads the inputs of a run, and hides the layout's secrets: a response may repeat a secret that an earlier run sent. */
function inputsFor(
  setup: Setup,
  desired: DesiredWorld,
  readOptions: Parameters<typeof readInputs>[2],
): ReturnType<typeof readInputs> {
  return hidingSecretsOf(desired, () => readInputs(setup, desired, readOptions));
}

interface Applying {
  readonly setup: Setup;
  readonly locking: Locking;
  readonly planned: PlannedRun;
  readonly consent: Consent;
  readonly signal: AbortSignal | undefined;
  readonly finalRead: boolean;
}

async function applyLocked(applying: Applying, onEvent: OnEvent): Promise<ApplyResult> {
  const { setup, locking, planned, signal } = applying;
  const { stats } = setup.client;
  const statsBefore = { ...stats };
  let result: ApplyResult | undefined;
  try {
    return await locking.whileLocked(present({ signal }), async (lock) => {
      await refuseOvertaken(setup, planned);
      result = withFoundBefore(planned, await applyAndVerify(applying, lock, onEvent));
      return { ...result, calls: callsSince(statsBefore, stats) };
    });
  } catch (error) {
    // A thrown error alone would suggest that the run sent nothing.
    if (stats.writes === statsBefore.writes) throw error;
    const safeError = hidingSecrets(asDocsformError(error), secretTextsOfRun(setup, planned));
    const brokenResult = brokenOff(planned.plan, safeError, result);
    return { ...brokenResult, calls: callsSince(statsBefore, stats) };
  }
}

function reportingWaits(setup: Setup, onEvent: OnEvent): Setup {
  return { ...setup, onWait: (waitMs) => onEvent({ kind: "waiting", waitMs }) };
}

/** Adds the objects that the plan found after an interrupted run, with their origins after this run. */
function withFoundBefore({ recovered }: PlannedRun, result: ApplyResult): ApplyResult {
  const { matches = {}, origins = {}, found = [] } = recovered ?? {};
  const before = found.flatMap((address): ApplyResult["recovered"] => {
    const [id, origin] = [matches[address], origins[address]];
    return id === undefined || origin === undefined ? [] : [{ address, id, origin }];
  });
  return { ...result, recovered: [...before, ...result.recovered] };
}

async function applyAndVerify(applying: Applying, lock: NamedLock, onEvent: OnEvent): Promise<ApplyResult> {
  const { setup, planned, consent, signal } = applying;
  const plan = consent.allow.has("imports") ? withFoundConfirmed(planned.plan) : planned.plan;
  // A refusal that the consent lifts is no longer in the plan.
  const guard = { ...plan.guard, refusals: unpermitted(plan.guard, consent) };
  const writes = watchWrites(setup, onEvent);
  const runtime = runtimeOf(applying, lock);
  const stopWatching = setup.client.serviceClock.onUnusable(() => runtime.journal.clockLost());
  const result = await applyPlan({ ...plan, guard }, runtime, writes.onEvent).finally(stopWatching);
  if (!applying.finalRead) return result;
  const written = { setup, planned, result, lastWriteMs: writes.lastMs(), signal };
  const check = result.outcome === "done" ? verifyRun : checkForDuplicates;
  return await check(written, onEvent);
}

function runtimeOf(
  { setup, planned, consent, signal }: Applying,
  { id: runId, lock }: NamedLock,
): ApplyRuntime {
  const { plan, state, desired, remembered } = planned;
  const { types, client, clock, concurrency, consistencyWindowMs } = setup;
  return {
    types,
    client,
    clock,
    concurrency,
    consistencyWindowMs,
    state,
    journal: createJournal(lock.journal, clock, runId),
    revealSecret: secretsOfPlan(setup, plan.salt, desired),
    secretTexts: secretTextsOfRun(setup, planned),
    hash: hashSecret,
    runId,
    isAlone: () => lock.isValid(),
    isDestroy: planned.purpose === "destroy",
    ...(lock.saveState && { saveState: (next) => saveNext(lock, next, remembered.state) }),
    ...present({ signal, savedState: remembered.state }),
    ...(consent.skipDeletes === true ? { skipNodes: nodesOfDeletes(plan) } : {}),
  };
}
