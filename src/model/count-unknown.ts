import { groupBy } from "../util/groups.ts";
import type { UnknownObject } from "./snapshot.ts";

/** `2 × site-external-link, 1 × site-banner`. */
export function countUnknown(unknownObjects: readonly UnknownObject[]): string {
  return [...groupBy(unknownObjects, ({ kind }) => kind)]
    .map(([kind, each]) => `${each.length} × ${kind}`)
    .join(", ");
}
