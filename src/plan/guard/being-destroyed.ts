import { permissions } from "../permissions.ts";
import type { Guard } from "./guard.ts";
import { refusal } from "./refusal.ts";

/** An object that an interrupted destroy has deleted is not missing: a person wanted to delete it. */
export const beingDestroyed: Guard = (context, steps) => {
  const toDestroy = new Set(context.toDestroy);
  const back = steps.filter(({ action, address }) => action === "create" && toDestroy.has(address));
  if (back.length === 0) return [];
  return [
    {
      ...refusal("guard/destroy-interrupted", { flag: permissions.recreates.flag }),
      addresses: back.map(({ address }) => address),
      permittedBy: permissions.recreates.flag,
    },
  ];
};
