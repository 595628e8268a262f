import { present } from "../../util/present.ts";
import type { DriftView } from "../view/drift-view.ts";
import type { Emit } from "./events.ts";

/** Reports the differences without their values. */
export function emitDrift(emit: Emit, { entries, drifted, comparedWith, gaps }: DriftView): void {
  for (const { address, attribute, kind, side, danger } of entries)
    emit({
      kind: "drift-found",
      address,
      change: kind.name,
      changedIn: side.name,
      ...present({ attribute, danger: danger?.name }),
    });
  emit({ kind: "compared", drifted, reliable: gaps.length === 0, comparedWith, differences: entries.length });
}
