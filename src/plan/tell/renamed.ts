import type { Address } from "../../model/address.ts";
import type { PlanContext } from "../context.ts";
import { addressWithin } from "../pair/former-addresses.ts";
import type { PlanNote, Step } from "../plan.ts";

/** What has a new address in the layout and is otherwise as it was: no step tells it. */
export function renameNotes(
  context: Pick<PlanContext, "pairing" | "desired">,
  steps: readonly Step[],
): readonly PlanNote[] {
  const told = new Set(
    steps.flatMap(({ address, renamedFrom }) => (renamedFrom === undefined ? [] : [address])),
  );
  return renames(context)
    .filter(([now]) => !told.has(now))
    .map(([address, before]) => ({
      code: "plan/renamed",
      address,
      message: `${address} was ${before}: the layout has a new name for the same object.`,
    }));
}

/** Addresses of now with those of before, without what has another one only because of what it is inside of. */
export function renames({
  pairing: { former },
  desired,
}: Pick<PlanContext, "pairing" | "desired">): readonly (readonly [Address, Address])[] {
  return [...former].filter(([now, before]) => {
    const object = desired.get(now);
    return object === undefined || addressWithin(object, (parent) => former.get(parent)) !== before;
  });
}
