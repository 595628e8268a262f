import { permissions } from "../permissions.ts";
import type { PlanStep } from "../plan.ts";
import { possibleMatchRemedy } from "../report/possible-matches.ts";
import type { Guard } from "./guard.ts";
import { losses } from "./losses.ts";
import { refusal } from "./refusal.ts";
import { splitDeletes } from "./split-deletes.ts";

export const deletePermission: Guard = (context, steps) => {
  const deletes = splitDeletes(context, steps).others;
  if (deletes.length === 0) return [];
  return [
    {
      ...refusal("guard/deletes", {
        deletes: describeDeletes(deletes),
        losses: losses(deletes),
        flag: permissions.deletes.flag,
        lines: possibleMatchRemedy(steps, deletes),
      }),
      addresses: deletes.map((step) => step.address),
      permittedBy: permissions.deletes.flag,
    },
  ];
};

function describeDeletes(deletes: readonly PlanStep[]): string {
  const replaced = deletes.filter(({ action }) => action === "replace").length;
  const deleted = deletes.length - replaced;
  const by = replaced === 1 ? "a new one" : "new ones";
  if (deleted === 0) return `${count(replaced, "object")} would be replaced by ${by}`;
  const more = replaced === 0 ? "" : `, and ${replaced} replaced by ${by}`;
  return `${count(deleted, "object")} would be deleted${more}`;
}

function count(many: number, noun: string): string {
  return `${many} ${noun}${many === 1 ? "" : "s"}`;
}
