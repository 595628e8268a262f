import { append, groupBy } from "../../util/groups.ts";
import type { Address } from "../address.ts";
import { keyOf, type ObjectKey, objectKey } from "../object-key.ts";
import type { CreateNode, Plan, PlanNode } from "./plan.ts";
import { deletesObject } from "./step-effects.ts";

const none: readonly never[] = [];

/** The nodes and steps of a plan by address, and what the plan deletes. */
export interface PlanIndex {
  readonly plan: Plan;
  /** The nodes of an address, in the order of the plan. */
  readonly nodesOf: (address: Address) => readonly PlanNode[];
  /** The nodes of the step at this place in the plan. */
  readonly nodesOfStep: (at: number) => readonly PlanNode[];
  /** The node whose call creates the object: its own, or the one of the parent that it is created together with. */
  readonly createOf: (address: Address) => CreateNode | undefined;
  /** The places in the plan of the steps of an address. */
  readonly stepsOf: (address: Address) => readonly number[];
  /** Whether a step deletes the object. */
  readonly isDeleted: (type: string, id: string) => boolean;
}

export function indexPlan(plan: Plan): PlanIndex {
  const nodes = groupBy(plan.nodes, ({ address }) => address);
  const nodesByStep = groupBy(plan.nodes, ({ step }) => step);
  const creates = new Map<Address, CreateNode>();
  for (const node of plan.nodes) {
    if (node.kind !== "create") continue;
    creates.set(node.address, node);
    if (node.firstChild !== undefined) creates.set(node.firstChild.address, node);
  }
  const steps = new Map<Address, number[]>();
  const deleted = new Set<ObjectKey>();
  for (const [at, step] of plan.steps.entries()) {
    append(steps, step.address, at);
    if (deletesObject(step)) deleted.add(keyOf(step));
  }
  return {
    plan,
    nodesOf: (address) => nodes.get(address) ?? none,
    nodesOfStep: (at) => nodesByStep.get(at) ?? none,
    createOf: (address) => creates.get(address),
    stepsOf: (address) => steps.get(address) ?? none,
    isDeleted: (type, id) => deleted.has(objectKey(type, id)),
  };
}
