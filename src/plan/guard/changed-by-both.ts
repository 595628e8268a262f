import type { TypeIndex } from "../../model/type-index.ts";
import type { ChangedObject } from "../decide/changes.ts";
import { defaultName } from "../names.ts";
import { permissions } from "../permissions.ts";
import { type Guard } from "./guard.ts";

export const changedByBoth: Guard = ({ types, changes: { changed }, decisions }, _steps, isSelected) => {
  const changes = [...changed]
    .filter(([address]) => isSelected(address) && decisions.retained.has(address))
    .flatMap(([address, object]) => changesByBoth(types, object).map((what) => ({ address, what })));
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

function changesByBoth(types: TypeIndex, { live, attributes, container, isDefault }: ChangedObject) {
  // If a move in two calls was interrupted, the object is at the root. Then the other change may be docsform's own.
  const isInOtherPlace = live.container !== null && container === "both";
  return [
    ...attributes.filter(({ changedBy }) => changedBy === "both").map(({ name }) => name),
    ...(isInOtherPlace ? ["the place"] : []),
    ...(isDefault === "both" ? [defaultName(types, live.type)] : []),
  ];
}
