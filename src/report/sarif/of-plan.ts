import type { Code } from "../../model/codes/code.ts";
import type { DangerKind, GuardRefusal } from "../../plan/plan.ts";
import type { PlannedRun } from "../../reconcile/planned.ts";
import { dangerText } from "../text/plan-dangers.ts";
import { type LayoutFinding, ofDiagnostic, ofRefusal, type PlaceOf } from "./finding.ts";

const codes = {
  delete: "danger/delete",
  replace: "danger/replace",
  unpublish: "danger/unpublish",
  visibility: "danger/visibility",
  access: "danger/access",
  address: "danger/address",
} as const satisfies Record<DangerKind, Code>;

/** The findings of a plan for review: refusals of guards, dangers, and notes. */
export function findingsOfPlan(
  { plan, diagnostics }: PlannedRun,
  refusals: readonly GuardRefusal[],
  placeOf: PlaceOf,
): readonly LayoutFinding[] {
  return [
    ...diagnostics.map(ofDiagnostic),
    ...refusals.map((refusal) => ofRefusal(refusal, placeOf)),
    ...plan.dangers.map((danger) => ({
      code: codes[danger.kind],
      level: "warning" as const,
      message: `${dangerText(plan, danger)}.`,
      addresses: [danger.address],
      ...placeOf(danger.address, danger.attribute),
    })),
    ...plan.notes.map(({ code, message, address }) => ({
      code,
      level: "note" as const,
      message,
      addresses: address === undefined ? [] : [address],
      ...(address === undefined ? {} : placeOf(address)),
    })),
  ];
}
