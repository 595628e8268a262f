import type { DesiredObject } from "../../../model/desired-world.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import type { DesiredIndex } from "../world/desired-index.ts";
import type { LiveIndex } from "../world/live-index.ts";
import { type Decisions, keepsAll } from "./decisions.ts";

/** An object whose root gets another kind of siblings. The service allows only one kind there at a time. */
export interface StructureChange {
  readonly desired: DesiredObject;
  readonly live: LiveObject;
  /** Objects at its root that must be deleted before others can be created. */
  readonly toDelete: readonly LiveObject[];
  readonly isWanted: (type: string) => boolean;
}

interface KindInputs {
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly decisions: Decisions;
}

export function findStructureChanges({
  types,
  desired: layout,
  live: index,
  decisions,
}: KindInputs): readonly StructureChange[] {
  if (keepsAll(decisions)) return [];
  const setOf = (type: string) => types.get(type).order?.siblingSet;
  return [...decisions.retained.values()].flatMap(({ desired, live }) => {
    if (desired.owns.length === 0) return [];
    const wanted = new Set(layout.inside(desired.address).map(({ type }) => setOf(type)));
    const isWanted = (type: string) => setOf(type) !== undefined && wanted.has(setOf(type));
    const toDelete = index
      .inside(live.type, live.id)
      .filter(({ container, scopeId, type }) => container === null && scopeId === live.id && !isWanted(type))
      .filter(({ type }) => setOf(type) !== undefined);
    const isChange = toDelete.length > 0 && [...wanted].some((set) => set !== undefined);
    return isChange ? [{ desired, live, toDelete, isWanted }] : [];
  });
}
