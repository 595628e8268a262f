import type { PlanContext } from "../context.ts";
import type { Retained } from "../decide/decisions.ts";
import { defaultName } from "../names.ts";
import { permissions } from "../permissions.ts";
import { type Guard } from "./guard.ts";

export const changedByBoth: Guard = (context) => {
  const changes = [...context.decisions.retained.values()].flatMap((retained) =>
    changesByBoth(context, retained).map((what) => ({ address: retained.desired.address, what })),
  );
  if (changes.length === 0) return [];
  return [
    {
      code: "guard/both-changed",
      message: `The service and the layout have both changed these values since the last apply: ${changes.map(({ address, what }) => `${what} of ${address}`).join(", ")}.`,
      remedy: `Copy the live value into the layout, or overwrite it with ${permissions.overwrites.flag}.`,
      addresses: [...new Set(changes.map(({ address }) => address))],
      permittedBy: permissions.overwrites.flag,
    },
  ];
};

function changesByBoth(
  { types, who }: PlanContext,
  { desired, live, changed, becomesDefault, moves }: Retained,
): readonly string[] {
  const { address } = desired;
  // If a move in two calls was interrupted, the object is at the root. Then the other change may be docsform's own.
  const isInOtherPlace = moves && live.container !== null && who.container(address) === "both";
  return [
    ...changed.filter((name) => who.attribute(address, name) === "both"),
    ...(isInOtherPlace ? ["the place"] : []),
    ...(becomesDefault && who.isDefault(address) === "both" ? [defaultName(types, desired.type)] : []),
  ];
}
