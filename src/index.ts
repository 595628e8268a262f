// Everything that a program needs to plan and apply layouts itself, as the command line does. Each name has one import path: the
// client and the emulator are entries of their own.
export type { ApplyEvent, ApplyResult, StepResult, StepStatus } from "./apply/events.ts";
export type { EndLine, JournalLine, JournalStore } from "./apply/journal.ts";
export { type LayoutInput, type LayoutRead, readLayout } from "./layout/read-layout.ts";
export { renderDiagnostic } from "./layout/render-diagnostic.ts";
export { type LayoutToWrite, type LayoutWritten, writeLayout } from "./layout/write-layout.ts";
export { type LayoutPulled, writePulled } from "./layout/write-pulled.ts";
export type { CreateLine, MatchLine } from "./live/create/attempts.ts";
export { type ReadLiveOptions, readLive } from "./live/read-live.ts";
export type { Address } from "./model/address.ts";
export type { DesiredObject, DesiredWorld } from "./model/desired-world.ts";
export type { Diagnostic, SourcePosition } from "./model/diagnostic.ts";
export { DiagnosticsError, DocsformError } from "./model/errors.ts";
export type { ResourceType } from "./model/resource-type.ts";
export type { LiveObject, Snapshot } from "./model/snapshot.ts";
export type { State } from "./model/state.ts";
export type { AcceptRequest } from "./plan/accept/accept-request.ts";
export { type Consent, unpermitted } from "./plan/guard/permissions.ts";
export { allReads, neededReads } from "./plan/needed-reads.ts";
export { type Permission, permissions } from "./plan/permissions.ts";
export type { GuardRefusal, Plan, PlanNode, PlanStep } from "./plan/plan.ts";
export { type PlanInputs, type PlanResult, planChanges } from "./plan/plan-changes.ts";
export { type DestroyLimits, planDestroy } from "./plan/plan-destroy.ts";
export { type DriftEntry, type DriftReport, findDrift } from "./plan/report/drift.ts";
export type { Duplicate } from "./plan/report/duplicates.ts";
export type { SavedPlan } from "./plan/saved-plan.ts";
export type { AcceptedLayout, AcceptPlan } from "./reconcile/accept.ts";
export type { Disk, Lock, LockRequest, Remembered } from "./reconcile/disk/disk.ts";
export { createFileDisk } from "./reconcile/disk/file-disk.ts";
export type { FileSystem } from "./reconcile/disk/file-system.ts";
export { createMemoryDisk, type MemoryDisk, type MemoryDiskOptions } from "./reconcile/disk/memory-disk.ts";
export { type Home, type StatePlaces, usualPlaces } from "./reconcile/disk/places.ts";
export type { ImportedOne, ImportOne } from "./reconcile/import-one.ts";
export type { LayoutLock, LockOptions } from "./reconcile/locking.ts";
export type { PlannedRun, PlanningResult, Unplannable } from "./reconcile/planned.ts";
export type { Pulled, PulledLayout, PullOptions } from "./reconcile/pull.ts";
export type { ReadOptions } from "./reconcile/read-inputs.ts";
export {
  type ApplyOptions,
  type Drift,
  type OpenOptions,
  openReconciler,
  type Reconciler,
} from "./reconcile/reconciler.ts";
export type { SecretReader } from "./reconcile/reveal-secret.ts";
export type { Run } from "./reconcile/run.ts";
export type { Random, ReconcilerOptions } from "./reconcile/setup.ts";
export { registry } from "./resources/registry.ts";
export {
  readTerraformJson,
  type TerraformJsonInput,
  type TerraformJsonRead,
} from "./synthesized/read-terraform-json.ts";
