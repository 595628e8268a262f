import { present } from "../../util/present.ts";
import type { DriftView } from "../view/drift-view.ts";
import { effectCounts } from "./emit-plan.ts";
import type { Emit } from "./events.ts";

/** Reports the differences without their values. */
export function emitDrift(emit: Emit, view: DriftView): void {
  const { entries, drifted, comparedWith, gaps } = view;
  for (const { address, attribute, kind, side, danger } of entries)
    emit({
      kind: "drift-found",
      address,
      change: kind.name,
      changedIn: side.name,
      ...present({ attribute, danger: danger?.name }),
    });
  const reliable = gaps.length === 0;
  const differences = entries.length;
  emit({ kind: "compared", drifted, reliable, comparedWith, differences, ...effectCounts(view) });
}
