import { type Address, typeOfAddress } from "../../../model/address.ts";
import type { OrderContext } from "../decide/plan-context.ts";

/** The type of which the scope of a new object must have an object before the create call, and has none. Undefined: none is missing. */
export function firstNeeded(
  { types, decisions, live }: OrderContext,
  address: Address,
  scope: Address | undefined,
): string | undefined {
  const needed = types.get(typeOfAddress(address)).creation?.after;
  if (needed === undefined || scope === undefined) return undefined;
  const scopeId = decisions.retained.get(scope)?.live.id;
  const hasOne = scopeId !== undefined && live.ofType(needed).some((each) => each.scopeId === scopeId);
  return hasOne ? undefined : needed;
}
