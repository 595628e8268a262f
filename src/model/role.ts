/** What a member or a level lets people do, from the most to the least. */
export const roles = ["admin", "create", "edit", "review", "comment", "read"] as const;

export type Role = (typeof roles)[number];
