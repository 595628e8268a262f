import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { NodeId, PlanNode, PlanStep } from "../../../model/plan/plan.ts";
import { once } from "../../../util/once.ts";
import { type Doing, type PlannedWorlds, plannedWorlds } from "../audience/planned-worlds.ts";
import type { DecidedLayout } from "../decide/decide-layout.ts";
import { existingObjects } from "../decide/existing-objects.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { orderForAudience } from "../order/audience-order.ts";
import { breakCycles } from "../order/break-cycles.ts";
import type { DependencyGraph } from "../order/dependency-graph.ts";
import type { Draft } from "../order/draft-node.ts";
import { draftNodes } from "../order/draft-nodes.ts";
import { orderNodes } from "../order/order-nodes.ts";
import type { SiblingList } from "../order/sibling-lists.ts";
import { buildSteps, stepIndex } from "./steps.ts";

/** All changes of a layout, from which plans are selected and composed. */
export interface WholeLayout extends Doing {
  readonly context: PlanContext;
  readonly steps: readonly PlanStep[];
  readonly lists: readonly SiblingList[];
  readonly graph: DependencyGraph<NodeId>;
  /** The worlds before and after the nodes. Undefined: they can open and close nothing. */
  readonly worlds: () => PlannedWorlds | undefined;
}

/** The ordered changes of a layout, or the errors that prevent them. */
export interface OrderedLayout extends Pick<DecidedLayout, "diagnostics" | "secretTexts"> {
  readonly whole?: WholeLayout;
}

/** Orders what becomes of the objects: steps for people, and nodes with what each comes after. */
export function orderLayout({ context, ...decided }: DecidedLayout): OrderedLayout {
  if (context === undefined) return decided;
  const { cycles, ...whole } = draftWhole(context);
  return cycles.length > 0
    ? { ...decided, diagnostics: [...decided.diagnostics, ...cycles] }
    : { ...decided, whole };
}

function draftWhole(context: PlanContext): WholeLayout & { readonly cycles: readonly Diagnostic[] } {
  const drafted = draftNodes(context);
  const graph = orderNodes(context, drafted);
  const nodes = new Map(drafted.nodes);
  const cycles = breakCycles(context, graph, nodes);
  const steps = buildSteps(context, drafted.lists);
  const unguarded = placeNodes(nodes, graph, steps);
  const { lists } = drafted;
  const { apiVersion } = context.live.world;
  const existing = existingObjects(context, steps, unguarded);
  const doing = { nodes: unguarded, existing, apiVersion };
  const worlds = once(() => plannedWorlds(doing, context.live.world, context.types));
  const whole = { ...doing, context, steps, lists, graph, worlds };
  if (cycles.length > 0) return { ...whole, cycles };
  const opening = orderForAudience(context, doing, graph, worlds);
  const circles = breakCycles(context, graph, nodes);
  const placed = placeNodes(nodes, graph, steps).map((node) =>
    opening.has(node.id) ? { ...node, opens: true as const } : node,
  );
  return { ...whole, nodes: placed, cycles: circles };
}

function placeNodes(
  nodes: ReadonlyMap<NodeId, Draft>,
  graph: DependencyGraph<NodeId>,
  steps: readonly PlanStep[],
): readonly PlanNode[] {
  const indexOf = stepIndex(steps);
  return [...nodes.values()].map(
    (draft) =>
      ({ ...draft, step: indexOf(draft.address, draft.kind), after: graph.after(draft.id) }) as PlanNode,
  );
}
