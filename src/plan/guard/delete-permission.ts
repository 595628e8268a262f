import { permissions } from "../permissions.ts";
import type { Step } from "../plan.ts";
import { mayBeRemedy } from "../tell/may-be.ts";
import { deletesIn, type Guard } from "./guard.ts";

export const deletePermission: Guard = (_, steps) => {
  const deletes = deletesIn(steps);
  if (deletes.length === 0) return [];
  return [
    {
      code: "guard/deletes",
      message: `${whatGoes(deletes)}.${losses(deletes)}`,
      remedy: `Allow it with ${permissions.deletes.flag}, or do the rest with --skip-deletes.${mayBeRemedy(steps, deletes)}`,
      addresses: deletes.map((step) => step.address),
      permittedBy: permissions.deletes.flag,
    },
  ];
};

function whatGoes(deletes: readonly Step[]): string {
  const replaced = deletes.filter(({ action }) => action === "replace").length;
  const deleted = deletes.length - replaced;
  const by = replaced === 1 ? "a new one" : "new ones";
  if (deleted === 0) return `${count(replaced, "object")} would be replaced by ${by}`;
  const more = replaced === 0 ? "" : `, and ${replaced} replaced by ${by}`;
  return `${count(deleted, "object")} would be deleted${more}`;
}

/** So many are named one by one. */
const mostNamed = 10;

/** What nobody could put back, because no layout says it. */
function losses(deletes: readonly Step[]): string {
  const losing = deletes.flatMap((step) => {
    const { loses = [] } = step.action === "delete" || step.action === "replace" ? step : {};
    return loses.length === 0 ? [] : [`${step.address} loses its ${listed(loses)}`];
  });
  if (losing.length === 0) return "";
  const more = losing.length > mostNamed ? `; and ${losing.length - mostNamed} more lose some` : "";
  return ` What the layout does not declare goes too: ${losing.slice(0, mostNamed).join("; ")}${more}.`;
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

function count(many: number, noun: string): string {
  return `${many} ${noun}${many === 1 ? "" : "s"}`;
}
