import type { TypeIndex } from "../../../model/type-index.ts";
import type { ChangedObject } from "../decide/changes.ts";
import { defaultName } from "../decide/object-names.ts";
import { partsChangedBy, withParts } from "../steps/changed-parts.ts";
import type { Guard } from "./guard.ts";
import { refuseFor } from "./refusal.ts";

export const changedByBoth: Guard = ({ types, changes: { changed }, decisions }, _steps, isSelected) => {
  const changes = [...changed]
    .filter(([address]) => isSelected(address) && decisions.retained.has(address))
    .flatMap(([address, object]) => changesByBoth(types, object).map((what) => ({ address, what })));
  return refuseFor(
    "guard/both-changed",
    changes.map(({ address }) => address),
    { values: changes.map(({ address, what }) => `${what} of ${address}`) },
  );
};

function changesByBoth(types: TypeIndex, { live, attributes, container, isDefault }: ChangedObject) {
  // If a move in two calls was interrupted, the object is at the root. Then the other change may be docsform's own.
  const isInOtherPlace = live.container !== null && container === "both";
  return [
    ...attributes
      .filter(({ changedBy }) => changedBy === "both")
      .map((changed) => withParts(changed.name, partsChangedBy("both", changed))),
    ...(isInOtherPlace ? ["the place"] : []),
    ...(isDefault === "both" ? [defaultName(types, live.type)] : []),
  ];
}
