import type { Address } from "../../../model/address.ts";
import { type DesiredObject, isReference } from "../../../model/desired-world.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { canonicalJson } from "../../../util/json.ts";
import type { PlanContext } from "./plan-context.ts";

/** Identifies the type, the scope and the container of an object. Two objects in the same place are siblings. */
export type SiblingPlace = string & { readonly kind: "place" };

export function placeOfLive({ type, scopeId, container }: LiveObject): SiblingPlace {
  return placeFor(type, scopeId, container?.id);
}

/** Undefined: the declared parent does not exist yet. */
export function placeOfDesired(
  { decisions }: Pick<PlanContext, "decisions">,
  { type, scope, container = null }: DesiredObject,
): SiblingPlace | undefined {
  const idOf = (address: Address) => decisions.retained.get(address)?.live.id;
  const scopeId = scope === undefined ? undefined : idOf(scope);
  const inside = isReference(container) ? idOf(container.$ref) : (container ?? undefined);
  const isThere = (scope === undefined) === (scopeId === undefined);
  return isThere && (!isReference(container) || inside !== undefined)
    ? placeFor(type, scopeId, inside)
    : undefined;
}

function placeFor(type: string, scopeId: string | undefined, containerId: string | undefined): SiblingPlace {
  return canonicalJson([type, scopeId ?? null, containerId ?? null]) as SiblingPlace;
}
