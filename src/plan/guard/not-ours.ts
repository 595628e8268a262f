import type { Address } from "../../model/address.ts";
import { objectKey } from "../../model/object-key.ts";
import { type Guard } from "./guard.ts";

/** Deletes below an object that neither a pin nor the lock names: it may not be the one that is meant. */
export const notOurs: Guard = (context) => {
  const unsure = new Set<Address>();
  for (const { live, replacedBy } of context.decisions.deleted.values()) {
    if (replacedBy !== undefined || live.scopeId === undefined) continue;
    const scope = context.types.get(live.type).scope ?? "";
    const pair = context.pairing.byLive.get(objectKey(scope, live.scopeId));
    if (pair && pair.by !== "pin" && pair.by !== "lock" && pair.by !== "journal")
      unsure.add(pair.desired.address);
  }
  if (unsure.size === 0) return [];
  return [
    {
      code: "guard/not-ours",
      message: `Something inside ${[...unsure].join(", ")} would be deleted, and neither an id nor the lock file says that this is the object that is meant.`,
      remedy:
        "Pin it with `id:`, or declare its live contents first (docsform pull shows them) and apply, which writes the lock file.",
      addresses: [...unsure],
    },
  ];
};
