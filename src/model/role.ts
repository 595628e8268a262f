import type { Widening } from "./resource-type.ts";
import { widerFirst } from "./widening.ts";

/** What a member or a level lets people do, from the most to the least. */
export const roles = ["admin", "create", "edit", "review", "comment", "read"] as const;

export type Role = (typeof roles)[number];

const ranked = widerFirst("access", [...roles, null]);

/** Roles of which nobody knows which lets people do more: the service's documents name now the one first, now the other. */
const unranked: readonly unknown[] = ["edit", "review"] satisfies readonly Role[];

/** Which changes of a role, or of a level, let people do more. null lets them do nothing by itself. */
export const widerRole: Widening = {
  kind: "access",
  isWider: (before, after) =>
    ranked.isWider(before, after) ||
    (before !== after && unranked.includes(before) && unranked.includes(after)),
};
