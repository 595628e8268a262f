import { isOpening } from "../../audience/compare-audiences.ts";
import type { Guard } from "./guard.ts";
import { refuseFor } from "./refusal.ts";

/** A layout can refuse each apply that opens existing content or gives more rights. */
export const opened: Guard = (context, _steps, _isSelected, { dangers }) => {
  if (context.desired.world.safety.opens !== "refuse") return [];
  const opening = dangers.filter(
    ({ kind }) => kind !== "delete" && kind !== "replace" && isOpening({ kind }),
  );
  const addresses = opening.map(({ address }) => address);
  return refuseFor("guard/opens", addresses, { opened: [...new Set(addresses)] });
};
