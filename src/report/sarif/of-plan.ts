import type { Diagnostic } from "../../model/diagnostic.ts";
import { dangerText } from "../text/plan-dangers.ts";
import type { PlanView } from "../view/plan-view.ts";
import { type LayoutFinding, ofDiagnostic, ofRefusal, type PlaceOf } from "./finding.ts";

/** The findings of a plan for review: refusals of guards, dangers, and notes. */
export function findingsOfPlan(
  { refusals, dangers, notes }: PlanView,
  diagnostics: readonly Diagnostic[],
  placeOf: PlaceOf,
): readonly LayoutFinding[] {
  return [
    ...diagnostics.map(ofDiagnostic),
    ...refusals.map((refusal) => ofRefusal(refusal, placeOf)),
    ...dangers.map((danger) => ({
      code: danger.kind.rule,
      level: "warning" as const,
      message: `${dangerText(danger)}.`,
      addresses: [danger.step.address],
      ...placeOf(danger.step.address, danger.attribute),
    })),
    ...notes.map(({ code, message, address }) => ({
      code,
      level: "note" as const,
      message,
      addresses: address === undefined ? [] : [address],
      ...(address === undefined ? {} : placeOf(address)),
    })),
  ];
}
