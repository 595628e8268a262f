import type { Diagnostic } from "../../model/diagnostic.ts";
import { entryText } from "../text/drift-text.ts";
import type { DriftView } from "../view/drift-view.ts";
import { type LayoutFinding, ofDiagnostic, ofEffects, ofRefusal, type PlaceOf } from "./finding.ts";

/** A finding for each effect on people, each difference, and each incomplete list. */
export function findingsOfDrift(
  view: DriftView,
  diagnostics: readonly Diagnostic[],
  placeOf: PlaceOf,
): readonly LayoutFinding[] {
  return [
    ...diagnostics.map(ofDiagnostic),
    ...view.gaps.map((gap) => ofRefusal(gap, placeOf)),
    ...ofEffects(view, "found", placeOf),
    ...view.entries.map((entry) => ({
      code: entry.kind.rule,
      level: entry.level,
      message: `${entryText(entry)}.`,
      addresses: [entry.address],
      ...placeOf(entry.address, entry.attribute),
    })),
  ];
}
