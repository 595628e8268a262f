import type { TypeIndex } from "../../model/type-index.ts";
import type { ChangedObject } from "../decide/changes.ts";
import { defaultName } from "../names.ts";
import { permissions } from "../permissions.ts";
import { type Guard } from "./guard.ts";
import { refusal } from "./refusal.ts";

export const changedByBoth: Guard = ({ types, changes: { changed }, decisions }, _steps, isSelected) => {
  const changes = [...changed]
    .filter(([address]) => isSelected(address) && decisions.retained.has(address))
    .flatMap(([address, object]) => changesByBoth(types, object).map((what) => ({ address, what })));
  if (changes.length === 0) return [];
  return [
    {
      ...refusal("guard/both-changed", {
        values: changes.map(({ address, what }) => `${what} of ${address}`),
        flag: permissions.overwrites.flag,
      }),
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
