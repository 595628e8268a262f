import { present } from "../../model/present.ts";
import type { Drift } from "../../reconcile/reconciler.ts";
import type { Emit } from "./events.ts";

/** Reports the differences without their values. */
export function emitDrift(emit: Emit, { entries, drifted, comparedWith, gaps }: Drift): void {
  for (const { address, attribute, change, changedIn, danger } of entries)
    emit({ kind: "drift-found", address, change, changedIn, ...present({ attribute, danger }) });
  emit({ kind: "compared", drifted, reliable: gaps.length === 0, comparedWith, differences: entries.length });
}
