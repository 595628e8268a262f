import type { Address } from "../../model/address.ts";
import type { DocsformError } from "../../model/errors.ts";
import { type Plan, type PlanNode, type PlanStep, stepAddress } from "../../model/plan/plan.ts";
import type { PlanIndex } from "../../model/plan/plan-index.ts";
import { deletesObject } from "../../model/plan/step-effects.ts";
import { present } from "../../util/present.ts";
import type { RecoveredObject, StepResult, StepStatus } from "./apply-events.ts";
import type { Changed } from "./read-back.ts";

/** How far a run has come. */
export interface Progress {
  /** Status of each finished node, by its id. */
  readonly nodes: Map<string, StepStatus>;
  /** Errors by index of the step. */
  readonly errors: Map<number, DocsformError>;
  /** Objects that stay closed, because the run leaves out what must happen before they may open. */
  readonly waiting: Set<Address>;
  /** Objects that the run found after lost responses. */
  readonly recovered: RecoveredObject[];
}

export function startProgress(): Progress {
  return { nodes: new Map(), errors: new Map(), waiting: new Set(), recovered: [] };
}

/** Returns one result for each step. It comes from the step's nodes, or from the step whose call does the work. */
export function stepResults(planIndex: PlanIndex, progress: Progress): readonly StepResult[] {
  const { steps } = planIndex.plan;
  const ownStatuses = steps.map((_, at) => statusOf(at, planIndex.nodesOfStep(at), progress));
  return steps.map((step, at) => {
    const status =
      step.action === "create" && step.createdWith !== undefined
        ? withParent(planIndex, progress, step, ownStatuses[at] as StepStatus)
        : withImplyingDelete(planIndex, ownStatuses, at);
    const error = progress.errors.get(at);
    return { address: step.address, status, ...present({ error }) };
  });
}

function statusOf(step: number, nodes: readonly PlanNode[], progress: Progress): StepStatus {
  if (progress.errors.has(step) && !nodes.some((node) => progress.nodes.get(node.id) === "unknown"))
    return "failed";
  return worst(nodes.map((node) => progress.nodes.get(node.id) ?? "not-tried"));
}

const severity: readonly StepStatus[] = ["done", "skipped", "not-tried", "unknown", "failed"];

function worst(statuses: readonly StepStatus[]): StepStatus {
  return statuses.reduce(
    (one, other) => (severity.indexOf(other) > severity.indexOf(one) ? other : one),
    "done",
  );
}

/** A delete that another one implies gets the status of that one, through any number of levels. */
function withImplyingDelete(
  planIndex: PlanIndex,
  ownStatuses: readonly StepStatus[],
  at: number,
): StepStatus {
  const { steps } = planIndex.plan;
  let status = ownStatuses[at] as StepStatus;
  let deletedWith = deletedWithOf(steps[at] as PlanStep);
  for (let hops = 0; deletedWith !== undefined && hops <= steps.length; hops++) {
    const implying = deleteOf(planIndex, deletedWith) ?? deleteOf(planIndex, stepAddress(deletedWith));
    if (implying === undefined) break;
    status = worst([status, statusForDependent(ownStatuses[implying] as StepStatus)]);
    deletedWith = deletedWithOf(steps[implying] as PlanStep);
  }
  return status;
}

/** The place of the step that deletes the object of an address. */
function deleteOf({ plan, stepsOf }: PlanIndex, address: Address): number | undefined {
  return stepsOf(address).findLast((at) => deletesObject(plan.steps[at] as PlanStep));
}

/** A first child exists as soon as its parent is created, even if its own writes fail. */
function withParent(
  { createOf }: PlanIndex,
  progress: Progress,
  { address }: PlanStep,
  ownStatus: StepStatus,
): StepStatus {
  const parentStatus = progress.nodes.get(createOf(address)?.id ?? "") ?? "not-tried";
  return parentStatus === "done" ? ownStatus : worst([ownStatus, statusForDependent(parentStatus)]);
}

/** The least bad status of a step whose work another step does, given the status of that one. */
function statusForDependent(status: StepStatus): StepStatus {
  return status === "failed" ? "not-tried" : status;
}

function deletedWithOf(step: PlanStep): Address | undefined {
  return step.action === "delete" ? step.deletedWith : undefined;
}

/** What the finished nodes have changed. */
export function changedBy(plan: Plan, progress: Progress): Changed {
  const written = new Map<Address, Set<string>>();
  const placed = new Set<Address>();
  const madeDefault = new Set<Address>();
  const deleted: Changed["deleted"][number][] = [];
  const addWritten = (address: Address, values: Readonly<Record<string, unknown>> = {}) => {
    const names = written.get(address) ?? new Set<string>();
    for (const name of Object.keys(values)) names.add(name);
    written.set(address, names);
  };
  const unfinishedWrites = new Set<string>();
  for (const node of plan.nodes) {
    if (progress.nodes.get(node.id) !== "done") {
      if (node.kind === "write")
        for (const name of Object.keys(node.values)) unfinishedWrites.add(`${node.address}\n${name}`);
      continue;
    }
    if (node.kind === "delete") {
      const existing = plan.existing[node.address];
      if (existing !== undefined) deleted.push({ address: node.address, ...existing });
      continue;
    }
    addChanges(node, addWritten, placed, madeDefault);
  }
  // If the last write of an attribute did not finish, its live value cannot be the declared one. The status of the step reports that.
  for (const [address, names] of written) {
    for (const name of names) if (unfinishedWrites.has(`${address}\n${name}`)) names.delete(name);
  }
  return { written, placed, madeDefault, deleted };
}

function addChanges(
  node: PlanNode,
  addWritten: (address: Address, values?: Readonly<Record<string, unknown>>) => void,
  placed: Set<Address>,
  madeDefault: Set<Address>,
): void {
  switch (node.kind) {
    case "create":
      addWritten(node.address, node.attributes);
      if (node.firstChild !== undefined) addWritten(node.firstChild.address, node.firstChild.attributes);
      if (node.container !== undefined) placed.add(node.address);
      return;
    case "write":
      return addWritten(node.address, node.values);
    case "reparent":
      addWritten(node.address);
      placed.add(node.address);
      return;
    case "set-default":
      addWritten(node.address);
      madeDefault.add(node.address);
      return;
    case "reorder":
      return addWritten(node.address);
    case "delete":
      return;
  }
}
