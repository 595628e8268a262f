import { groupBy } from "../util/groups.ts";
import type { UnknownObject } from "./snapshot.ts";

/** `2 × site-banner, 1 × site-notice`. */
export function countUnknown(unknownObjects: readonly UnknownObject[]): string {
  return [...groupBy(unknownObjects, ({ kind }) => kind)]
    .map(([kind, each]) => `${each.length} × ${kind}`)
    .join(", ");
}
