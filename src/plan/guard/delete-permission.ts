import { permissions } from "../permissions.ts";
import { deletesIn, type Guard } from "./guard.ts";

export const deletePermission: Guard = (_, steps) => {
  const deletes = deletesIn(steps);
  if (deletes.length === 0) return [];
  return [
    {
      code: "guard/deletes",
      message: `${count(deletes.length, "object")} would be deleted.`,
      remedy: `Allow it with ${permissions.deletes.flag}, or do the rest with --skip-deletes.`,
      addresses: deletes.map((step) => step.address),
      permittedBy: permissions.deletes.flag,
    },
  ];
};

function count(many: number, noun: string): string {
  return `${many} ${noun}${many === 1 ? "" : "s"}`;
}
