import { wordsOf } from "../../../model/codes/plan-words.ts";
import { includesContainer } from "../../../model/key-field.ts";
import { keyOf } from "../../../model/object-key.ts";
import { noteOf } from "../../../model/plan/errors-and-notes.ts";
import type { PlanNote } from "../../../model/plan/plan.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { getOrMake, groupBy } from "../../../util/groups.ts";
import type { Created } from "../decide/decisions.ts";
import { titleOfLive } from "../decide/object-names.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { desiredKey, liveKey } from "../match/keys.ts";
import { otherLayoutLookup } from "../match/other-layouts.ts";

/**
 * Notes about new objects while an object of the same name exists in another place. That object may have been moved, or may be unrelated.
 */
export function possibleMoves(context: PlanContext): readonly PlanNote[] {
  const otherLayoutOf = otherLayoutLookup(context.types, context.otherLayouts);
  const namesakes = namesakesIn(context);
  return [...context.decisions.created.values()].flatMap((created) => {
    const others = namesakes(created).filter((live) => otherLayoutOf(live) === undefined);
    if (others.length === 0) return [];
    const named = others.map((live) => `“${titleOfLive(context.types, live)}” ${live.id}`);
    const { address } = created.desired;
    return [noteOf(wordsOf("plan/possible-move", { address, objects: named }), address)];
  });
}

/** Returns live objects outside the layout that differ from a new object only in their parents. */
function namesakesIn(context: PlanContext): (created: Created) => readonly LiveObject[] {
  const worlds = { ...context, byAddress: context.matches.byAddress };
  const byType = new Map<string, ReadonlyMap<string, readonly LiveObject[]>>();
  return ({ desired, replaces }) => {
    const { name, scope, identity } = context.types.get(desired.type);
    if (replaces !== undefined || scope !== undefined || !includesContainer(identity.key)) return [];
    const fields = identity.key.filter((field) => typeof field === "string");
    const byKey = getOrMake(byType, name, () => {
      const unmanaged = context.live.ofType(name).filter((live) => isUnmanaged(context, live));
      return groupBy(unmanaged, (live) => liveKey(worlds, live, fields));
    });
    return byKey.get(desiredKey(worlds, desired, fields) ?? "") ?? [];
  };
}

function isUnmanaged({ matches, decisions }: PlanContext, live: LiveObject): boolean {
  const key = keyOf(live);
  return !matches.byLive.has(key) && !decisions.deleted.has(key);
}
