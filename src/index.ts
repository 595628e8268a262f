// What a program needs to plan and apply layouts itself. Each name has one path: the client's are those of `docsform/client`.
export { applyPlan } from "./apply/apply-plan.ts";
export type { ApplyEvent, ApplyResult, StepResult, StepStatus } from "./apply/events.ts";
export type { ApplyRuntime } from "./apply/runtime.ts";
export { type LayoutInput, type LayoutRead, readLayout } from "./layout/read-layout.ts";
export { renderDiagnostic } from "./layout/render-diagnostic.ts";
export { type LayoutOutput, type LayoutWritten, writeLayout } from "./layout/write-layout.ts";
export { type ReadLiveOptions, readLive } from "./live/read-live.ts";
export type { Address } from "./model/address.ts";
export type { DesiredObject, DesiredWorld } from "./model/desired-world.ts";
export type { Diagnostic, SourcePosition } from "./model/diagnostic.ts";
export { DiagnosticsError, DocsformError } from "./model/errors.ts";
export type { LiveObject, LiveWorld } from "./model/live-world.ts";
export type { Lock } from "./model/lock.ts";
export type { ResourceType } from "./model/resource-type.ts";
export { type Permissions, unpermitted } from "./plan/guard/permissions.ts";
export { neededReads } from "./plan/needed-reads.ts";
export type { GuardRefusal, Plan, PlanNode, Step } from "./plan/plan.ts";
export { type PlanInputs, type PlanResult, planChanges } from "./plan/plan-changes.ts";
export { planDestroy } from "./plan/plan-destroy.ts";
export { type DriftEntry, type DriftReport, findDrift } from "./plan/tell/drift.ts";
export { registry } from "./resources/registry.ts";
export {
  readTerraformJson,
  type TerraformJsonInput,
  type TerraformJsonRead,
} from "./synthesised/read-terraform-json.ts";
