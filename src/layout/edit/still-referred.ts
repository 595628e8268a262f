import type { AcceptedEdits } from "../../model/accepted-edits.ts";
import type { Address } from "../../model/address.ts";
import { type DesiredObject, isReference } from "../../model/desired-world.ts";
import type { NotMade } from "./changing-layout.ts";
import { obstacles } from "./obstacles.ts";

/** Objects that must stay in the layout, because docsform could not change a reference to them in place. */
export function stillReferred(
  objects: readonly DesiredObject[],
  { removed }: AcceptedEdits,
  notMade: readonly NotMade[],
): readonly NotMade[] {
  if (notMade.length === 0) return [];
  const left = new Set(notMade.map(({ address }) => address));
  const byAddress = new Map(objects.map((object) => [object.address, object]));
  const referring = objects.filter((object) => isIn(byAddress, object, left));
  return removed.flatMap((address) => {
    const referrer = referring.find((object) => object.address !== address && refersTo(object, address));
    const isLeft = left.has(address);
    return referrer === undefined || isLeft
      ? []
      : [{ address, reason: obstacles.referrer(referrer.address) }];
  });
}

/** Whether the object or one of its scopes is in the set. */
function isIn(
  byAddress: ReadonlyMap<Address, DesiredObject>,
  { address, scope }: DesiredObject,
  wanted: ReadonlySet<Address>,
): boolean {
  if (wanted.has(address)) return true;
  const outer = scope === undefined ? undefined : byAddress.get(scope);
  return outer !== undefined && isIn(byAddress, outer, wanted);
}

function refersTo({ attributes, container }: DesiredObject, address: Address): boolean {
  return [container, ...Object.values(attributes)].some(
    (value) => isReference(value) && value.$ref === address,
  );
}
