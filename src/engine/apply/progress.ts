import type { Address } from "../../model/address.ts";
import type { DocsformError } from "../../model/errors.ts";
import { groupBy } from "../../util/groups.ts";
import { present } from "../../util/present.ts";
import { deletesObject } from "../plan/effects.ts";
import { type Plan, type PlanNode, type PlanStep, stepAddress } from "../plan/plan.ts";
import type { StepResult, StepStatus } from "./events.ts";
import type { Changed } from "./read-back.ts";

/** How far a run has come. */
export interface Progress {
  /** Status of each finished node, by its id. */
  readonly nodes: Map<string, StepStatus>;
  /** Errors by index of the step. */
  readonly errors: Map<number, DocsformError>;
}

export function startProgress(): Progress {
  return { nodes: new Map(), errors: new Map() };
}

/** Returns one result for each step. It comes from the step's nodes, or from the step whose call does the work. */
export function stepResults(plan: Plan, progress: Progress): readonly StepResult[] {
  const nodesOf = groupBy(plan.nodes, ({ step }) => step);
  const ownStatuses = plan.steps.map((_, index) => statusOf(index, nodesOf.get(index) ?? [], progress));
  const deletesByAddress = new Map<Address, number>();
  plan.steps.forEach((step, index) => {
    if (deletesObject(step)) deletesByAddress.set(step.address, index);
  });
  return plan.steps.map((step, index) => {
    const status =
      step.action === "create" && step.createdWith !== undefined
        ? withParent(plan, progress, step.createdWith, ownStatuses[index] as StepStatus)
        : withImplyingDelete(plan, ownStatuses, deletesByAddress, index);
    const error = progress.errors.get(index);
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
  plan: Plan,
  ownStatuses: readonly StepStatus[],
  deletesByAddress: ReadonlyMap<Address, number>,
  index: number,
): StepStatus {
  let status = ownStatuses[index] as StepStatus;
  let deletedWith = deletedWithOf(plan.steps[index] as PlanStep);
  for (let hops = 0; deletedWith !== undefined && hops <= plan.steps.length; hops++) {
    const implying = deletesByAddress.get(deletedWith) ?? deletesByAddress.get(stepAddress(deletedWith));
    if (implying === undefined) break;
    status = worst([status, statusForDependent(ownStatuses[implying] as StepStatus)]);
    deletedWith = deletedWithOf(plan.steps[implying] as PlanStep);
  }
  return status;
}

/** A first child exists as soon as its parent is created, even if its own writes fail. */
function withParent(plan: Plan, progress: Progress, parent: Address, ownStatus: StepStatus): StepStatus {
  const create = plan.nodes.find((node) => node.kind === "create" && node.address === parent);
  const parentStatus = progress.nodes.get(create?.id ?? "") ?? "not-tried";
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
