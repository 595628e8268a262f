import type { IsWider } from "./resource-type/opens.ts";
import { widerFirst } from "./widening.ts";

/** Roles of members and levels of access, from the most rights to the fewest. */
export const roles = ["admin", "create", "edit", "review", "comment", "read"] as const;

export type Role = (typeof roles)[number];

const ranked = widerFirst([...roles, null]);

/** Two roles whose order is unknown: the service's documents put sometimes the one first, sometimes the other. */
const unranked: readonly unknown[] = ["edit", "review"] satisfies readonly Role[];

/** The changes of a role or a level that give people more rights. null gives no rights by itself. */
export const widerRole: IsWider = (before, after) =>
  ranked(before, after) || (before !== after && unranked.includes(before) && unranked.includes(after));
