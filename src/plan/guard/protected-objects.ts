import { typeOfAddress } from "../../model/address.ts";
import type { ObjectKey } from "../../model/object-key.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import type { PlanContext } from "../context.ts";
import { deletesIn, forgetsIn, type Guard } from "./guard.ts";
import { refusal } from "./refusal.ts";

export const protectedObjects: Guard = (...judged) => [
  ...protectedDeletes(...judged),
  ...forgottenProtected(...judged),
];

/** A forgotten object would no longer be protected, and nobody would notice what happens to it. */
const forgottenProtected: Guard = ({ state }, steps) => {
  const forgotten = forgetsIn(steps)
    .map(({ address }) => address)
    .filter((address) => state?.objects[address]?.protect === true);
  if (forgotten.length === 0) return [];
  return [
    {
      ...refusal("guard/protected", { case: "forgets", addresses: forgotten }),
      addresses: forgotten,
      forgets: true,
    },
  ];
};

const protectedDeletes: Guard = (context, steps) => {
  const deleted = new Set(deletesIn(steps).map((step) => objectKey(step.type, "id" in step ? step.id : "")));
  if (deleted.size === 0) return [];
  const protectedKeys = protectedIn(context);
  const guarded = context.live.world.objects.filter(
    (live) => deleted.has(keyOf(live)) && protectedKeys.has(keyOf(live)),
  );
  if (guarded.length === 0) return [];
  return [
    {
      ...refusal("guard/protected", {
        case: "deletes",
        addresses: guarded.map((live) => context.names.ofLive(live)),
      }),
      addresses: guarded.map((live) => context.names.ofLive(live)),
    },
  ];
};

function protectedIn(context: PlanContext): ReadonlySet<ObjectKey> {
  const inState = Object.entries(context.state?.objects ?? {}).filter(([, entry]) => entry.protect);
  const declared = [...context.matches.byAddress.values()].filter((match) => match.desired.protect === true);
  return new Set([
    ...inState.map(([address, entry]) => objectKey(typeOfAddress(address), entry.id)),
    ...declared.map((match) => keyOf(match.live)),
  ]);
}
