import type { Address } from "../../../model/address.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { LeftOut, NodeId, PlanNode, PlanStep } from "../../../model/plan/plan.ts";
import { stepAddress } from "../../../model/plan/plan.ts";
import { namedBySelection, type PlannedSelection, type Selection } from "../../../model/plan/selection.ts";
import { graphOf, topologicalOrder } from "../../../util/graph.ts";
import type { Decisions } from "../decide/decisions.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import type { WholeLayout } from "../steps/order-layout.ts";
import { unknownIn } from "../world/unknown-address.ts";
import { dependentsOf, guardedNeeds, needsOf, withNeeds } from "./needs.ts";
import { surroundings } from "./surroundings.ts";

export interface SelectedPart {
  /** The decisions treat the omitted objects as unchanged. */
  readonly context: PlanContext;
  readonly steps: readonly PlanStep[];
  readonly nodes: readonly PlanNode[];
  readonly leftOut: readonly LeftOut[];
  readonly isSelected: (address: Address) => boolean;
}

/** Selects a part of a whole plan. The part does the same as the whole plan would do with its objects. */
export function selectSteps(whole: WholeLayout, selection: Selection): SelectedPart {
  const { context } = whole;
  const around = surroundings(context);
  const isNamed = namedBySelection(selection, around);
  const isIncluded = namedBySelection({ exclude: selection.exclude ?? [] }, around);
  // A matched object may have no step, and other objects may still need it.
  const addresses = new Set([
    ...whole.steps.map(({ address }) => address),
    ...context.decisions.retained.keys(),
  ]);
  const needs = needsOf(context, whole.graph, whole.nodes);
  const wanted = withNeeds(needs, [...addresses].filter(isNamed));
  const missing = dependentsOf(
    guardedNeeds(needs, whole.graph, whole.nodes),
    [...addresses].filter((address) => !isIncluded(address) || !wanted.has(address)),
  );
  const isInPart = (address: Address) => wanted.has(address) && !missing.has(address);
  const unneeded = dependentsOf(
    needs,
    [...addresses].filter((address) => !isIncluded(address)),
  );
  const wouldOpen = (address: Address) => wanted.has(address) && !unneeded.has(address);
  const steps = whole.steps.filter(({ address }) => isInPart(address));
  const isSelected = (address: Address) => (addresses.has(address) ? isInPart(address) : isNamed(address));
  return {
    context: { ...context, decisions: narrowed(context.decisions, isInPart, addresses) },
    steps,
    nodes: selectedNodes(whole, isInPart),
    leftOut: whole.steps
      .filter(({ address }) => !isInPart(address))
      .map(({ address, action }) => ({
        ...leftOut(address, action, missing),
        ...(wouldOpen(address) && { opens: true as const }),
      })),
    isSelected,
  };
}

function leftOut(
  address: Address,
  action: PlanStep["action"],
  missing: ReadonlyMap<Address, Address>,
): LeftOut {
  const needed = missing.get(address);
  return needed === undefined || needed === address
    ? { address, action }
    : { address, action, needs: needed };
}

/** Removes the changes of omitted objects. */
function narrowed(
  { retained, created, deleted, ...rest }: Decisions,
  isInPart: (address: Address) => boolean,
  addresses: ReadonlySet<Address>,
): Decisions {
  const isIdle = (address: Address) => addresses.has(address) && !isInPart(address);
  return {
    ...rest,
    retained: new Map(
      [...retained].map(([address, each]) => [
        address,
        isIdle(address) ? { ...each, changed: [], moves: false, becomesDefault: false } : each,
      ]),
    ),
    created: new Map([...created].filter(([address]) => isInPart(address))),
    deleted: new Map([...deleted].filter(([, { address }]) => isInPart(stepAddress(address)))),
  };
}

/** The selected nodes. A node that comes after an omitted one comes after the predecessors of that one instead. */
function selectedNodes(
  { steps, nodes }: WholeLayout,
  isInPart: (address: Address) => boolean,
): readonly PlanNode[] {
  const numbers = new Map<number, number>();
  steps.forEach(({ address }, at) => {
    if (isInPart(address)) numbers.set(at, numbers.size);
  });
  const instead = new Map<NodeId, readonly NodeId[]>();
  const selected: PlanNode[] = [];
  for (const at of topologicalOrder(graphOf(nodes.map(({ id, after }) => [id, after] as const)))) {
    const node = nodes[at] as PlanNode;
    const after = [...new Set(node.after.flatMap((id) => instead.get(id) ?? [id]))];
    if (isInPart(stepAddress(node.address)))
      selected.push({ ...node, after, step: numbers.get(node.step) ?? -1 });
    else instead.set(node.id, after);
  }
  const place = new Map(nodes.map(({ id }, at) => [id, at]));
  return selected.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
}

/** Errors for names in a selection that are in neither the layout, the state nor the plan. */
export function unknownSelected(
  { context: { desired, state }, steps }: WholeLayout,
  selection: PlannedSelection,
): readonly Diagnostic[] {
  if (selection.mayBeGone === true) return [];
  const known = new Set([
    ...desired.world.objects.map(({ address }) => address),
    ...Object.keys(state?.objects ?? {}),
    ...steps.map(({ address }) => address),
  ]);
  return unknownIn(selection, known);
}
