import { typeOfAddress } from "../../../model/address.ts";
import type { ObjectKey } from "../../../model/object-key.ts";
import { keyOf, objectKey } from "../../../model/object-key.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { deletesIn, forgetsIn, type Guard } from "./guard.ts";
import { refuseFor } from "./refusal.ts";

export const protectedObjects: Guard = (...judged) => [
  ...protectedDeletes(...judged),
  ...forgottenProtected(...judged),
];

/** docsform no longer protects an object that it forgets, and does not report what happens to it. */
const forgottenProtected: Guard = ({ state }, steps) => {
  const forgotten = forgetsIn(steps)
    .map(({ address }) => address)
    .filter((address) => state?.objects[address]?.protect === true);
  const refusals = refuseFor("guard/protected", forgotten, { case: "forgets", addresses: forgotten });
  return refusals.map((each) => ({ ...each, forgets: true }));
};

const protectedDeletes: Guard = (context, steps) => {
  const deleted = new Set(deletesIn(steps).map((step) => objectKey(step.type, "id" in step ? step.id : "")));
  if (deleted.size === 0) return [];
  const protectedKeys = protectedIn(context);
  const guarded = context.live.world.objects.filter(
    (live) => deleted.has(keyOf(live)) && protectedKeys.has(keyOf(live)),
  );
  const addresses = guarded.map((live) => context.names.ofLive(live));
  return refuseFor("guard/protected", addresses, { case: "deletes", addresses });
};

function protectedIn(context: PlanContext): ReadonlySet<ObjectKey> {
  const inState = Object.entries(context.state?.objects ?? {}).filter(([, entry]) => entry.protect);
  const declared = [...context.matches.byAddress.values()].filter((match) => match.desired.protect === true);
  return new Set([
    ...inState.map(([address, entry]) => objectKey(typeOfAddress(address), entry.id)),
    ...declared.map((match) => keyOf(match.live)),
  ]);
}
