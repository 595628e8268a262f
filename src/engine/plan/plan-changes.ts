import type { Diagnostic } from "../../model/diagnostic.ts";
import { keyOf, type ObjectKey } from "../../model/object-key.ts";
import { once } from "../../util/once.ts";
import { plannedWorlds } from "./audience/planned-worlds.ts";
import { composePlan } from "./compose-plan.ts";
import { type DecidedLayout, type DecideSettings, decideLayout, type WholeLayout } from "./decide-layout.ts";
import { existingObjects } from "./existing-objects.ts";
import { checkServed } from "./guard/check-served.ts";
import { type LayoutInputs, matchLayout } from "./match/match-layout.ts";
import type { Plan } from "./plan.ts";
import { withoutSecretTexts } from "./report/secret-texts.ts";
import { type SelectedPart, selectSteps, unknownSelected } from "./select/select-steps.ts";
import { type Selection, selectionOf } from "./select/selection.ts";

export interface PlanInputs extends LayoutInputs, DecideSettings {
  /** The selected part of the layout. Absent: all of it. */
  readonly selection?: PlannedSelection | undefined;
}

/** A selection, and how strictly the plan treats it. */
export interface PlannedSelection extends Selection {
  /** The selection may name objects that no longer exist. */
  readonly mayBeGone?: true;
}

/** A plan, or the errors that prevent it. Beside a plan, diagnostics are warnings. */
export interface PlanResult {
  readonly plan?: Plan;
  readonly diagnostics: readonly Diagnostic[];
  /** The live objects that the layout declares and the plan keeps, also those outside the selection. Absent without a plan. */
  readonly retained?: ReadonlySet<ObjectKey>;
}

/** Plans the changes that make the service match the layout. It is a pure function: no clock, no network, no randomness. */
export function planChanges(inputs: PlanInputs): PlanResult {
  return planOf(decideLayout(matchLayout(inputs), inputs), inputs.selection);
}

/** Composes the plan of a decided layout, or of a selected part of it. */
export function planOf(
  { whole, diagnostics, secretTexts }: DecidedLayout,
  selection: PlannedSelection | undefined,
): PlanResult {
  const result = whole === undefined ? { diagnostics } : composeServed(whole, diagnostics, selection);
  return withoutSecretTexts(result, secretTexts);
}

function composeServed(
  whole: WholeLayout,
  diagnostics: readonly Diagnostic[],
  selection: PlannedSelection | undefined,
): PlanResult {
  const composed = compose(whole, diagnostics, selection);
  const unserved = composed.plan === undefined ? [] : checkServed(whole.context, composed.plan);
  return unserved.length === 0 ? composed : { diagnostics: [...composed.diagnostics, ...unserved] };
}

function compose(
  whole: WholeLayout,
  diagnostics: readonly Diagnostic[],
  selection: PlannedSelection | undefined,
): PlanResult {
  const { context, steps } = whole;
  const retained = new Set([...context.decisions.retained.values()].map(({ live }) => keyOf(live)));
  if (selection === undefined) return { plan: composePlan(whole, context), diagnostics, retained };
  const unknown = selection.mayBeGone === true ? [] : unknownSelected(context, steps, selection);
  if (unknown.length > 0) return { diagnostics: [...diagnostics, ...unknown] };
  const part = selectSteps(context, whole, selection);
  const existing = existingObjects(context, part.steps, part.nodes, part.isSelected);
  const doing = { nodes: part.nodes, existing, apiVersion: context.live.world.apiVersion };
  const worlds = once(() => plannedWorlds(doing, context.live.world, context.types));
  const composed = composePlan({ ...whole, ...part, existing, worlds }, context);
  const plan = { ...composed, ...selectionField(selection, part) };
  return { plan, diagnostics, retained };
}

function selectionField(selection: PlannedSelection, { leftOut }: SelectedPart): Pick<Plan, "selection"> {
  return { selection: { ...selectionOf(selection), leftOut } };
}
