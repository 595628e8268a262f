import { keyOf } from "../../../model/object-key.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { Guard } from "./guard.ts";
import { refuseFor } from "./refusal.ts";

/** Refuses to delete an object to which a remaining object refers. */
export const stillReferenced: Guard = (context) => {
  const uses: { live: LiveObject; by: LiveObject }[] = [];
  for (const { live } of context.decisions.deleted.values())
    for (const { object, attribute } of context.live.referrersOf(live)) {
      const key = keyOf(object);
      const match = context.matches.byLive.get(key);
      const retained = match && context.decisions.retained.get(match.desired.address);
      if (!context.decisions.deleted.has(key) && !retained?.changed.includes(attribute))
        uses.push({ live, by: object });
    }
  const named = uses.map(
    ({ live, by }) =>
      `${context.names.ofLive(live)} is used by ${context.names.ofLive(by)} in ${context.names.parentOf(by) ?? "the organization"}`,
  );
  return refuseFor(
    "guard/still-referenced",
    uses.map(({ live }) => context.names.ofLive(live)),
    { uses: named },
  );
};
