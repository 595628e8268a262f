import type { Plan } from "../../../model/plan/plan.ts";
import { type PlannedSelection, selectionOf } from "../../../model/plan/selection.ts";
import { once } from "../../../util/once.ts";
import { plannedWorlds } from "../audience/planned-worlds.ts";
import type { DecidedLayout } from "../decide/decide-layout.ts";
import { existingObjects } from "../decide/existing-objects.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import type { OrderedLayout, WholeLayout } from "../steps/order-layout.ts";
import { type SelectedPart, selectSteps, unknownSelected } from "./select-steps.ts";

/** What a plan is composed of: all changes of a layout, or a selected part of them. */
export interface LayoutPart extends WholeLayout, Partial<Pick<SelectedPart, "isSelected" | "leftOut">> {
  /** The context with all decisions. `context` has only those of the part. */
  readonly allDecisions: PlanContext;
  readonly selection?: Plan["selection"];
}

/** The selected changes of a layout, or the errors that prevent them. */
export interface SelectedLayout extends Pick<DecidedLayout, "diagnostics" | "secretTexts"> {
  readonly part?: LayoutPart;
}

/** Selects a part of an ordered layout. Without a selection, the part is all of it. */
export function selectLayout(
  { whole, ...ordered }: OrderedLayout,
  selection: PlannedSelection | undefined,
): SelectedLayout {
  if (whole === undefined) return ordered;
  const { context, steps } = whole;
  if (selection === undefined) return { ...ordered, part: { ...whole, allDecisions: context } };
  const unknown = selection.mayBeGone === true ? [] : unknownSelected(context, steps, selection);
  if (unknown.length > 0) return { ...ordered, diagnostics: [...ordered.diagnostics, ...unknown] };
  const selected = selectSteps(context, whole, selection);
  const existing = existingObjects(context, selected.steps, selected.nodes, selected.isSelected);
  const doing = { nodes: selected.nodes, existing, apiVersion: context.live.world.apiVersion };
  const worlds = once(() => plannedWorlds(doing, context.live.world, context.types));
  const named = { ...selectionOf(selection), leftOut: selected.leftOut };
  const part = { ...whole, ...selected, existing, worlds, allDecisions: context, selection: named };
  return { ...ordered, part };
}
