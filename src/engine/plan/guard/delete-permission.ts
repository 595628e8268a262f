import type { PlanStep } from "../../../model/plan/plan.ts";
import { count } from "../../../util/count.ts";
import { possibleMatchRemedy } from "../steps/possible-matches.ts";
import { deletesIn, type Guard } from "./guard.ts";
import { losses } from "./losses.ts";
import { refuseFor } from "./refusal.ts";
import { splitDeletes } from "./split-deletes.ts";

export const deletePermission: Guard = (context, steps) => {
  const deletes = splitDeletes(context, steps).others;
  const addresses = deletes.map(({ address }) => address);
  const facts = { deletes: describeDeletes(deletes), losses: losses(deletes) };
  // A possible match is a create, so deletes alone have none.
  if (deletesIn(steps).length === steps.length)
    return refuseFor("guard/deletes", addresses, { case: "alone", ...facts });
  const lines = possibleMatchRemedy(steps, deletes);
  return refuseFor("guard/deletes", addresses, { case: "withRest", ...facts, lines });
};

function describeDeletes(deletes: readonly PlanStep[]): string {
  const replaced = deletes.filter(({ action }) => action === "replace").length;
  const deleted = deletes.length - replaced;
  const by = replaced === 1 ? "a new one" : "new ones";
  if (deleted === 0) return `${count(replaced, "object")} would be replaced by ${by}`;
  const more = replaced === 0 ? "" : `, and ${replaced} replaced by ${by}`;
  return `${count(deleted, "object")} would be deleted${more}`;
}
