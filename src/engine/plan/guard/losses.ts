import type { PlanStep } from "../../../model/plan/plan.ts";
import { deletesObject } from "../../../model/plan/step-effects.ts";

/** Maximum number of objects that the sentence names. */
const mostNamed = 10;

/** A sentence about undeclared values that would be lost for good. Starts with a blank; empty if there are none. */
export function losses(deletes: readonly PlanStep[]): string {
  const losing = deletes.flatMap((step) => {
    const { lostAttributes = [] } = deletesObject(step) ? step : {};
    return lostAttributes.length === 0 ? [] : [`${step.address} loses its ${listed(lostAttributes)}`];
  });
  if (losing.length === 0) return "";
  const more = losing.length > mostNamed ? `; ${losing.length - mostNamed} more objects lose values` : "";
  return ` Undeclared values are lost: ${losing.slice(0, mostNamed).join("; ")}${more}.`;
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
