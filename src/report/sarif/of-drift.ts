import type { Diagnostic } from "../../model/diagnostic.ts";
import { entryText } from "../text/drift.ts";
import type { DriftView } from "../view/drift-view.ts";
import { type LayoutFinding, ofDiagnostic, ofRefusal, type PlaceOf } from "./finding.ts";

/** A finding for each difference, and for each incomplete list. */
export function findingsOfDrift(
  { entries, gaps }: DriftView,
  diagnostics: readonly Diagnostic[],
  placeOf: PlaceOf,
): readonly LayoutFinding[] {
  return [
    ...diagnostics.map(ofDiagnostic),
    ...gaps.map((gap) => ofRefusal(gap, placeOf)),
    ...entries.map((entry) => ({
      code: entry.kind.rule,
      level: entry.level,
      message: `${entryText(entry)}.`,
      addresses: [entry.address],
      ...placeOf(entry.address, entry.attribute),
    })),
  ];
}
