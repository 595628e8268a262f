import type { Address } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import { countUnknown } from "../../../model/count-unknown.ts";
import { noteOf } from "../../../model/plan/errors-and-notes.ts";
import type { PlanNote } from "../../../model/plan/plan.ts";
import type { UnknownObject } from "../../../model/snapshot.ts";
import { append } from "../../../util/groups.ts";
import type { PlanContext } from "../decide/plan-context.ts";

/** Notes about unmanaged items that docsform does not know, by the object around them. */
export function unknownObjectNotes({ live, names }: PlanContext): readonly PlanNote[] {
  const inside = new Map<Address, UnknownObject[]>();
  for (const each of live.world.unknownObjects ?? []) append(inside, names.ofLive(each.container), each);
  return [...inside].map(([address, unknownObjects]) =>
    noteOf(wordsOf("plan/unknown-object", { address, items: countUnknown(unknownObjects) }), address),
  );
}
