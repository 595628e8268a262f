import type { Address } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import { countUnknown } from "../../../model/count-unknown.ts";
import type { UnknownObject } from "../../../model/snapshot.ts";
import { append } from "../../../util/groups.ts";
import type { PlanContext } from "../context.ts";
import { noteOf } from "../errors-and-notes.ts";
import type { PlanNote } from "../plan.ts";

/** Notes about unmanaged items that docsform does not know, by the object around them. */
export function unknownObjectNotes({ live, names }: PlanContext): readonly PlanNote[] {
  const inside = new Map<Address, UnknownObject[]>();
  for (const each of live.world.unknownObjects ?? []) append(inside, names.ofLive(each.container), each);
  return [...inside].map(([address, unknownObjects]) =>
    noteOf(wordsOf("plan/unknown-object", { address, items: countUnknown(unknownObjects) }), address),
  );
}
