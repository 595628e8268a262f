import type { Address } from "../../../model/address.ts";
import { unmanagedObject } from "../../../model/address.ts";
import { isReference } from "../../../model/desired-world.ts";
import type { ExistingObject, PlanNode, PlanStep } from "../../../model/plan/plan.ts";
import { stepAddress } from "../../../model/plan/plan.ts";
import { once } from "../../../util/once.ts";
import { present } from "../../../util/present.ts";
import type { PlanContext } from "./plan-context.ts";

/** Every existing object that the steps name, or that the nodes refer to. */
export function existingObjects(
  context: PlanContext,
  steps: readonly PlanStep[],
  nodes: readonly PlanNode[],
  isSelected: (address: Address) => boolean = () => true,
): Readonly<Record<Address, ExistingObject>> {
  const existing: Record<Address, ExistingObject> = {};
  const add = (address: Address, object: { type: string; id: string; scopeId?: string }) => {
    existing[address] = present({ type: object.type, id: object.id, scopeId: object.scopeId });
  };
  const named = new Set([...nodes.flatMap(namedByNode), ...steps.flatMap(namedByStep)]);
  const within = once(() => new Set([...named, ...namedByPart(context, nodes, isSelected)]));
  for (const { desired, live } of context.decisions.retained.values())
    if (isSelected(desired.address) || within().has(desired.address)) add(desired.address, live);
  for (const { live, address } of context.decisions.deleted.values())
    if (isSelected(stepAddress(address)) || within().has(address)) add(address, live);
  for (const address of named) {
    if (existing[address] || context.decisions.created.has(address)) continue;
    const { type, id } = unmanagedObject(address);
    add(address, context.live.get(type, id) ?? { type, id });
  }
  return existing;
}

function namedByNode(node: PlanNode): readonly Address[] {
  const ends: Readonly<Record<PlanNode["kind"], readonly (Address | null | undefined)[]>> = {
    create: [node.kind === "create" ? node.container : null],
    "set-default": [node.kind === "set-default" ? node.container : null],
    reparent: node.kind === "reparent" ? [node.from, node.to] : [],
    write: [],
    reorder: [],
    delete: [],
  };
  return [node.scope, ...ends[node.kind]].filter((end) => typeof end === "string");
}

function namedByStep(step: PlanStep): readonly Address[] {
  return step.action === "move" ? [step.from, step.to].filter((end) => end !== null) : [];
}

/** The other objects that a part of a plan names: neighbors of sorted objects, objects that values refer to, and parents. */
function namedByPart(
  context: PlanContext,
  nodes: readonly PlanNode[],
  isSelected: (address: Address) => boolean,
): readonly Address[] {
  const beside = nodes.flatMap((node) =>
    node.kind !== "reorder" ? [] : "after" in node.position ? [node.position.after] : [node.position.before],
  );
  const selected = context.desired.world.objects.filter(({ address }) => isSelected(address));
  const values = selected.flatMap(({ attributes, container, scope }) => [
    ...Object.values(attributes).flatMap((value) => (isReference(value) ? [value.$ref] : [])),
    ...(isReference(container) ? [container.$ref] : []),
    ...(scope === undefined ? [] : [scope]),
  ]);
  return [...beside, ...values];
}
