import type { Code } from "../../model/codes/code.ts";
import type { DriftEntry } from "../../plan/report/drift.ts";
import type { Drift } from "../../reconcile/reconciler.ts";
import { entryText } from "../text/drift.ts";
import { type LayoutFinding, ofDiagnostic, ofRefusal, type PlaceOf } from "./finding.ts";

const codes = {
  changed: "drift/changed",
  added: "drift/added",
  removed: "drift/removed",
  moved: "drift/moved",
  renamed: "drift/renamed",
} as const satisfies Record<DriftEntry["change"], Code>;

/** A finding for each difference, and for each incomplete list. A change that only the layout made is not drift, so it is a note. */
export function findingsOfDrift(
  { diagnostics, entries, gaps }: Drift,
  placeOf: PlaceOf,
): readonly LayoutFinding[] {
  return [
    ...diagnostics.map(ofDiagnostic),
    ...gaps.map((gap) => ofRefusal(gap, placeOf)),
    ...entries.map((entry) => ({
      code: codes[entry.change],
      level: levelOf(entry),
      message: `${entryText(entry)}.`,
      addresses: [entry.address],
      ...placeOf(entry.address, entry.attribute),
    })),
  ];
}

function levelOf({ changedIn, danger, isNote }: DriftEntry): LayoutFinding["level"] {
  if (changedIn === "layout" || isNote === true) return "note";
  return danger === undefined ? "warning" : "error";
}
