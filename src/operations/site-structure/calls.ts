import type { Call } from "../../model/endpoint.ts";
import type { CallContext } from "../../model/resource-type/call-context.ts";
import type { OrderRule } from "../../model/resource-type/place.ts";
import { siteStructure } from "./site-structure.operations.ts";

/** Path parameters of every operation on a site. */
export function siteParams(context: CallContext): Record<string, string> {
  return { organizationId: context.organizationId, siteId: context.scopeId ?? "" };
}

/** The call that moves an item of the structure directly before or after a sibling. */
export function sortCall(...[context, item, position]: Parameters<OrderRule["sort"]>): Call {
  const move = context.apiVersion === "classic-minimal" ? moves[item.type] : undefined;
  if (move !== undefined) return moveCall(context, move, item.id, position);
  const place =
    "before" in position ? { before: pointerTo(position.before) } : { after: pointerTo(position.after) };
  return {
    endpoint: siteStructure.sort,
    params: siteParams(context),
    body: { item: pointerTo(item), position: place },
  };
}

interface Move {
  readonly endpoint: Call["endpoint"];
  /** The parameter with the item's id. */
  readonly param: string;
  /** Name of the body's field with the id of an item of this type. */
  readonly field: string;
}

/** The types that classic-minimal moves with an operation of their own, only among items of the same type. */
const moves: Readonly<Record<string, Move>> = {
  site_section: { endpoint: siteStructure.moveSection, param: "siteSectionId", field: "siteSection" },
  site_space: { endpoint: siteStructure.moveSpace, param: "siteSpaceId", field: "siteSpace" },
};

function moveCall(
  context: CallContext,
  { endpoint, param, field }: Move,
  id: string,
  position: Parameters<OrderRule["sort"]>[2],
): Call {
  const neighbour = (item: { readonly type: string; readonly id: string }) => ({
    type: item.type.replaceAll("_", "-"),
    [field]: item.id,
  });
  return {
    endpoint,
    params: { ...siteParams(context), [param]: id },
    body: {
      position:
        "before" in position ? { before: neighbour(position.before) } : { after: neighbour(position.after) },
    },
  };
}

/** An item as bodies refer to it. */
export function pointerTo(item: { readonly type: string; readonly id: string }): {
  type: string;
  id: string;
} {
  return { type: item.type.replaceAll("_", "-"), id: item.id };
}
