import { groupBy } from "./groups.ts";
import type { Unseen } from "./live-world.ts";

/** `2 × site-external-link, 1 × site-banner`. */
export function countUnseen(unseen: readonly Unseen[]): string {
  return [...groupBy(unseen, ({ kind }) => kind)]
    .map(([kind, each]) => `${each.length} × ${kind}`)
    .join(", ");
}
