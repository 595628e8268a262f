import type { Address } from "../model/address.ts";
import { DocsformError } from "../model/errors.ts";
import { present } from "../model/present.ts";
import type { Plan, PlanNode, PlanStep } from "../plan/plan.ts";
import { stepAddress } from "../plan/plan.ts";
import type { StepResult, StepStatus } from "./events.ts";
import { fail } from "./fail.ts";
import type { Changed } from "./read-back.ts";

/** The result of each node so far. Absent: the node is not finished. */
export interface Progress {
  readonly nodes: Map<string, StepStatus>;
  /** Errors by index of the step. */
  readonly errors: Map<number, DocsformError>;
}

export function startProgress(): Progress {
  return { nodes: new Map(), errors: new Map() };
}

/** Returns one result for each step. It comes from the step's nodes, or from the step whose call does the work. */
export function stepResults(plan: Plan, progress: Progress): readonly StepResult[] {
  const nodesOf = new Map<number, PlanNode[]>();
  for (const node of plan.nodes) {
    const others = nodesOf.get(node.step);
    if (others === undefined) nodesOf.set(node.step, [node]);
    else others.push(node);
  }
  const own = plan.steps.map((_, index) => statusOf(index, nodesOf.get(index) ?? [], progress));
  const deletesByAddress = new Map<Address, number>();
  plan.steps.forEach((step, index) => {
    if (step.action === "delete" || step.action === "replace") deletesByAddress.set(step.address, index);
  });
  return plan.steps.map((step, index) => {
    const status =
      step.action === "create" && step.createdWith !== undefined
        ? withParent(plan, progress, step.createdWith, own[index] as StepStatus)
        : withImplyingDelete(plan, own, deletesByAddress, step, index);
    const error = progress.errors.get(index);
    return { address: step.address, status, ...present({ error }) };
  });
}

function statusOf(step: number, nodes: readonly PlanNode[], progress: Progress): StepStatus {
  if (progress.errors.has(step) && !nodes.some((node) => progress.nodes.get(node.id) === "unknown"))
    return "failed";
  const statuses = nodes.map((node) => progress.nodes.get(node.id) ?? "not-tried");
  return worst(statuses);
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
  own: readonly StepStatus[],
  deletesByAddress: ReadonlyMap<Address, number>,
  step: PlanStep,
  index: number,
): StepStatus {
  let status = own[index] as StepStatus;
  let deletedWith = deletedWithOf(step);
  for (let hops = 0; deletedWith !== undefined && hops <= plan.steps.length; hops++) {
    const at = deletesByAddress.get(deletedWith) ?? deletesByAddress.get(stepAddress(deletedWith));
    if (at === undefined) break;
    status = worst([status, notDone(own[at] as StepStatus)]);
    deletedWith = deletedWithOf(plan.steps[at] as PlanStep);
  }
  return status;
}

/** A first child exists as soon as its parent is created, even if its own writes fail. */
function withParent(plan: Plan, progress: Progress, parent: Address, own: StepStatus): StepStatus {
  const create = plan.nodes.find((node) => node.kind === "create" && node.address === parent);
  const made = progress.nodes.get(create?.id ?? "") ?? "not-tried";
  return made === "done" ? own : worst([own, notDone(made)]);
}

function notDone(status: StepStatus): StepStatus {
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
  const attributesOf = (address: Address) => {
    const known = written.get(address) ?? new Set<string>();
    written.set(address, known);
    return known;
  };
  const overwritten = new Set<string>();
  for (const node of plan.nodes) {
    if (progress.nodes.get(node.id) !== "done") {
      if (node.kind === "write")
        for (const name of Object.keys(node.values)) overwritten.add(`${node.address}\n${name}`);
      continue;
    }
    if (node.kind === "delete") {
      const existing = plan.existing[node.address];
      if (existing !== undefined) deleted.push({ address: node.address, ...existing });
      continue;
    }
    noteChanges(node, attributesOf, placed, madeDefault);
  }
  // If the last write of an attribute did not finish, it has no declared value to compare. The status of its step reports that.
  for (const [address, names] of written) {
    for (const name of names) if (overwritten.has(`${address}\n${name}`)) names.delete(name);
  }
  return { written, placed, madeDefault, deleted };
}

function noteChanges(
  node: PlanNode,
  attributesOf: (address: Address) => Set<string>,
  placed: Set<Address>,
  madeDefault: Set<Address>,
): void {
  const names = attributesOf(node.address);
  switch (node.kind) {
    case "create":
      for (const name of Object.keys(node.attributes)) names.add(name);
      if (node.container !== undefined) placed.add(node.address);
      if (node.firstChild !== undefined) noteFirstChild(node.firstChild, attributesOf);
      return;
    case "write":
      for (const name of Object.keys(node.values)) names.add(name);
      return;
    case "reparent":
      placed.add(node.address);
      return;
    case "set-default":
      madeDefault.add(node.address);
      return;
    case "reorder":
    case "delete":
      return;
  }
}

function noteFirstChild(
  firstChild: { readonly address: Address; readonly attributes: Readonly<Record<string, unknown>> },
  attributesOf: (address: Address) => Set<string>,
): void {
  const names = attributesOf(firstChild.address);
  for (const name of Object.keys(firstChild.attributes)) names.add(name);
}

/** Turns any error into a `DocsformError`. */
export function asDocsformError(error: unknown): DocsformError {
  if (error instanceof DocsformError) return error;
  const problem = error instanceof Error ? error.message : String(error);
  return fail("apply/defect", { problem }, { cause: error });
}
