import type { Address } from "../../model/address.ts";
import { countUnseen } from "../../model/count-unseen.ts";
import { append } from "../../model/groups.ts";
import type { Unseen } from "../../model/live-world.ts";
import type { PlanContext } from "../context.ts";
import type { PlanNote } from "../plan.ts";

/** What docsform does not know and leaves where it is, by what it is inside of. */
export function unseenNotes({ live, names }: PlanContext): readonly PlanNote[] {
  const inside = new Map<Address, Unseen[]>();
  for (const each of live.world.unseen ?? []) append(inside, names.ofLive(each.container), each);
  return [...inside].map(([address, unseen]) => ({
    code: "plan/unseen",
    address,
    message: `${address} contains items that docsform does not manage, and does not move: ${countUnseen(unseen)}.`,
  }));
}
