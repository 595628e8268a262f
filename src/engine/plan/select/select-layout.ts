import type { Plan } from "../../../model/plan/plan.ts";
import { type PlannedSelection, selectionOf } from "../../../model/plan/selection.ts";
import { once } from "../../../util/once.ts";
import { present } from "../../../util/present.ts";
import { plannedWorlds } from "../audience/planned-worlds.ts";
import type { DecidedLayout } from "../decide/decide-layout.ts";
import { existingObjects } from "../decide/existing-objects.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { checkServed } from "../guard/check-served.ts";
import type { OrderedLayout, WholeLayout } from "../steps/order-layout.ts";
import { type SelectedPart, selectSteps, unknownSelected } from "./select-steps.ts";

/** What a plan is composed of: all changes of a layout, or a selected part of them. */
export interface LayoutPart
  extends WholeLayout,
    Pick<SelectedPart, "isSelected">,
    Partial<Pick<SelectedPart, "leftOut">> {
  /** The context with all decisions. `context` has only those of the part. */
  readonly allDecisions: PlanContext;
  readonly selection?: Plan["selection"];
}

/** The selected changes of a layout, or the errors that prevent them. */
export interface SelectedLayout extends Pick<DecidedLayout, "diagnostics" | "secretTexts"> {
  readonly part?: LayoutPart;
}

/** Selects a part of an ordered layout, by default all of it. A call that the service does not have is an error. */
export function selectLayout(
  { whole, ...ordered }: OrderedLayout,
  selection: PlannedSelection | undefined,
): SelectedLayout {
  if (whole === undefined) return ordered;
  const unknown = selection === undefined ? [] : unknownSelected(whole, selection);
  const part = unknown.length > 0 ? undefined : layoutPart(whole, selection);
  const errors = part === undefined ? unknown : checkServed(part);
  return errors.length > 0
    ? { ...ordered, diagnostics: [...ordered.diagnostics, ...errors] }
    : { ...ordered, ...present({ part }) };
}

function layoutPart(whole: WholeLayout, selection: PlannedSelection | undefined): LayoutPart {
  const { context, apiVersion } = whole;
  if (selection === undefined) return { ...whole, allDecisions: context, isSelected: () => true };
  const selected = selectSteps(whole, selection);
  const { steps, nodes, isSelected } = selected;
  const existing = existingObjects(context, steps, nodes, isSelected);
  const doing = { nodes, existing, apiVersion };
  const worlds = once(() => plannedWorlds(doing, context.live.world, context.types));
  const named = { ...selectionOf(selection), leftOut: selected.leftOut };
  return { ...whole, ...selected, existing, worlds, allDecisions: context, selection: named };
}
