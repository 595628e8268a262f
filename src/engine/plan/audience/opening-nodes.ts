import type { Address } from "../../../model/address.ts";
import { isReference } from "../../../model/desired-world.ts";
import type { NodeId, PlanNode } from "../../../model/plan/plan.ts";
import type { Snapshot } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { audienceOf, ownerOfUnread } from "../../audience/audience.ts";
import { compareAudiences, type Difference, isOpening } from "../../audience/compare-audiences.ts";
import { type Doing, keyIn, mayOpen } from "./planned-worlds.ts";
import { simulate } from "./simulate.ts";

/**
 * The nodes that open a new object, or something in it, to more people than its create did. Nobody knows what is in the object: it may not
 * be the run's own. `isDone`: whether the run has performed a node.
 */
export function openingNodes(
  plan: Doing,
  before: Snapshot,
  types: TypeIndex,
  address: Address,
  isDone: (node: PlanNode) => boolean,
): ReadonlySet<NodeId> {
  const opening = plan.nodes.filter((node) => mayOpen(types, node));
  const worldAfter = (nodes: readonly PlanNode[]) =>
    audienceOf(simulate({ ...plan, nodes }, before, types.all), types);
  const differences = compareAudiences({
    before: worldAfter(plan.nodes.filter(isDone)),
    after: worldAfter(plan.nodes),
    types,
    changed: new Set(opening.map((node) => keyIn(plan, node.address))),
  }).filter(isOpening);
  const object = keyIn(plan, address);
  const opens = (node: PlanNode) => {
    const key = keyIn(plan, node.address);
    const isOfObject = ({ of, way }: Difference) => (ownerOfUnread(of) ?? of) === object && way.includes(key);
    return (node.kind !== "create" || showsIn(node, address)) && differences.some(isOfObject);
  };
  return new Set(opening.filter(opens).map(({ id }) => id));
}

/** Whether a create shows the object where it creates something. */
function showsIn(
  { attributes, firstChild }: Extract<PlanNode, { kind: "create" }>,
  address: Address,
): boolean {
  const values = [...Object.values(attributes), ...Object.values(firstChild?.attributes ?? {})];
  return values.some((value) => isReference(value) && value.$ref === address);
}
