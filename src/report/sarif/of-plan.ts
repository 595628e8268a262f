import type { Diagnostic } from "../../model/diagnostic.ts";
import { objectName } from "../text/step-text.ts";
import type { PlanView } from "../view/plan-view.ts";
import { type LayoutFinding, ofDiagnostic, ofEffects, ofRefusal, type PlaceOf } from "./finding.ts";

/** The findings of a plan for review: refusals of guards, dangers and other effects, and notes. */
export function findingsOfPlan(
  view: PlanView,
  diagnostics: readonly Diagnostic[],
  placeOf: PlaceOf,
): readonly LayoutFinding[] {
  return [
    ...diagnostics.map(ofDiagnostic),
    ...view.refusals.map((refusal) => ofRefusal(refusal, placeOf)),
    ...view.deletes.map(({ rule, meaning, step }) => ({
      code: rule,
      level: "warning" as const,
      message: `${objectName(step)}: ${meaning}.`,
      addresses: [step.address],
      ...placeOf(step.address),
    })),
    ...ofEffects(view, "planned", placeOf),
    ...view.notes.map(({ code, message, address }) => ({
      code,
      level: "note" as const,
      message,
      addresses: address === undefined ? [] : [address],
      ...(address === undefined ? {} : placeOf(address)),
    })),
  ];
}
