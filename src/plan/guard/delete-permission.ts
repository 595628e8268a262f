import { count } from "../../model/count.ts";
import type { PlanStep } from "../plan.ts";
import { possibleMatchRemedy } from "../report/possible-matches.ts";
import type { Guard } from "./guard.ts";
import { losses } from "./losses.ts";
import { refuseFor } from "./refusal.ts";
import { splitDeletes } from "./split-deletes.ts";

export const deletePermission: Guard = (context, steps) => {
  const deletes = splitDeletes(context, steps).others;
  return refuseFor(
    "guard/deletes",
    deletes.map(({ address }) => address),
    {
      deletes: describeDeletes(deletes),
      losses: losses(deletes),
      lines: possibleMatchRemedy(steps, deletes),
    },
  );
};

function describeDeletes(deletes: readonly PlanStep[]): string {
  const replaced = deletes.filter(({ action }) => action === "replace").length;
  const deleted = deletes.length - replaced;
  const by = replaced === 1 ? "a new one" : "new ones";
  if (deleted === 0) return `${count(replaced, "object")} would be replaced by ${by}`;
  const more = replaced === 0 ? "" : `, and ${replaced} replaced by ${by}`;
  return `${count(deleted, "object")} would be deleted${more}`;
}
