import type { Address } from "../../model/address.ts";
import { fail } from "../../model/codes/service-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { ObjectKey } from "../../model/object-key.ts";
import type { DesiredOrder, Plan } from "../../model/plan/plan.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { Identities } from "./identities.ts";

/**
 * Errors for orders that the service does not show, each as the failure of one sibling. Other objects may stand between the listed ones.
 */
export function checkOrders(
  { orders, existing }: Plan,
  identities: Identities,
  changed: ReadonlyMap<Address, unknown>,
  live: ReadonlyMap<ObjectKey, LiveObject>,
): readonly (readonly [Address, DocsformError])[] {
  return orders.flatMap((order) => {
    // If a sibling was not placed, its own failure is the reason why the order is wrong.
    if (!order.siblings.every((address) => changed.has(address) || existing[address] !== undefined))
      return [];
    const wrong = firstOutOfOrder(identities, order, live);
    if (wrong === undefined) return [];
    const culprit = [wrong, ...order.siblings].find((address) => changed.has(address));
    return culprit === undefined ? [] : [[culprit, outOfOrder(culprit, order)] as const];
  });
}

function firstOutOfOrder(
  { keyOf }: Identities,
  order: DesiredOrder,
  live: ReadonlyMap<ObjectKey, LiveObject>,
): Address | undefined {
  let highest = Number.NEGATIVE_INFINITY;
  for (const address of order.siblings) {
    const object = live.get(keyOf(address));
    if (object === undefined) continue;
    if (object.rank < highest) return address;
    highest = object.rank;
  }
  return undefined;
}

function outOfOrder(address: Address, order: DesiredOrder): DocsformError {
  const place = order.container ?? order.scope;
  return fail("apply/not-applied", { case: "order", address, place });
}
