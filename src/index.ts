// Everything that a program needs to plan and apply layouts itself, as the command line does. Each name has one import path: the
// client and the emulator are entries of their own.
export type { ApplyEvent, ApplyResult, StepResult, StepStatus } from "./engine/apply/apply-events.ts";
export type { EndLine, JournalLine, JournalStore } from "./engine/apply/journal.ts";
export type { CreateLine, MatchLine } from "./engine/live/create/attempts.ts";
export { type ReadLiveOptions, readLive } from "./engine/live/read-live.ts";
export type { AcceptRequest } from "./engine/plan/accept/accept-request.ts";
export type { PlanResult } from "./engine/plan/compose-plan.ts";
export type { Duplicate } from "./engine/plan/drift/duplicates.ts";
export { type DriftEntry, type DriftReport, findDrift } from "./engine/plan/drift/find-drift.ts";
export { type Consent, unpermitted } from "./engine/plan/guard/consent.ts";
export { allReads, neededReads } from "./engine/plan/needed-reads.ts";
export { type PlanInputs, planChanges } from "./engine/plan/pipeline.ts";
export { type DestroyLimits, planDestroy } from "./engine/plan/plan-destroy.ts";
export type { AcceptedLayout, AcceptPlan } from "./engine/reconcile/accept-edits.ts";
export type { ImportedOne, ImportOne } from "./engine/reconcile/import-one.ts";
export type { LayoutLock, LockOptions } from "./engine/reconcile/locking.ts";
export type { PlannedRun, PlanningResult, Unplannable } from "./engine/reconcile/planned.ts";
export type { Pulled, PulledLayout, PullOptions } from "./engine/reconcile/pull-layout.ts";
export type { ReadOptions } from "./engine/reconcile/read-inputs.ts";
export {
  type ApplyOptions,
  type Drift,
  type OpenOptions,
  openReconciler,
  type Reconciler,
} from "./engine/reconcile/reconciler.ts";
export type { SecretReader } from "./engine/reconcile/reveal-secret.ts";
export type { Run } from "./engine/reconcile/run.ts";
export type { Random, ReconcilerOptions } from "./engine/reconcile/setup.ts";
export { type LayoutInput, type LayoutRead, readLayout } from "./layout/read-layout.ts";
export { renderDiagnostic } from "./layout/render-diagnostic.ts";
export {
  readTerraformJson,
  type TerraformJsonInput,
  type TerraformJsonRead,
} from "./layout/synthesized/read-terraform-json.ts";
export { type LayoutToWrite, type LayoutWritten, writeLayout } from "./layout/write-layout.ts";
export { type LayoutPulled, writePulled } from "./layout/write-pulled.ts";
export type { Address } from "./model/address.ts";
export type { DesiredObject, DesiredWorld } from "./model/desired-world.ts";
export type { Diagnostic, SourcePosition } from "./model/diagnostic.ts";
export { DiagnosticsError, DocsformError } from "./model/errors.ts";
export { type Permission, permissions } from "./model/plan/permission-flags.ts";
export type { GuardRefusal, Plan, PlanNode, PlanStep } from "./model/plan/plan.ts";
export type { SavedPlan } from "./model/plan/saved-plan.ts";
export type { ResourceType } from "./model/resource-type.ts";
export type { LiveObject, Snapshot } from "./model/snapshot.ts";
export type { State } from "./model/state.ts";
export { registry } from "./resources/registry.ts";
export type { Disk, Lock, LockRequest, Remembered } from "./state/disk.ts";
export { createFileDisk } from "./state/file-disk.ts";
export type { FileSystem } from "./state/file-system.ts";
export { createMemoryDisk, type MemoryDisk, type MemoryDiskOptions } from "./state/memory-disk.ts";
export { type Home, type StatePlaces, usualPlaces } from "./state/state-places.ts";
