import type { Call } from "../../../model/endpoint.ts";
import { callAt } from "../../../model/resource-type/call-at.ts";
import type { CallContext } from "../../../model/resource-type/call-context.ts";
import type { OrderRule } from "../../../model/resource-type/place.ts";
import { itemKinds } from "./site-structure.objects.ts";
import { siteStructure } from "./site-structure.operations.ts";

/** The call that moves an item of the structure directly before or after a sibling. */
export function sortCall(...[context, item, position]: Parameters<OrderRule["sort"]>): Call {
  const move = context.apiVersion === "classic-minimal" ? moves[item.type] : undefined;
  if (move !== undefined) return moveCall(context, move, item.id, position);
  const place =
    "before" in position ? { before: pointerTo(position.before) } : { after: pointerTo(position.after) };
  return callAt(siteStructure.sort, context, [], { body: { item: pointerTo(item), position: place } });
}

interface Move {
  readonly endpoint: Call["endpoint"];
  /** Name of the body's field with the id of an item of this type. */
  readonly field: string;
}

/** The types that classic-minimal moves with an operation of their own, only among items of the same type. */
const moves: Readonly<Record<string, Move>> = {
  site_section: { endpoint: siteStructure.moveSection, field: "siteSection" },
  site_space: { endpoint: siteStructure.moveSpace, field: "siteSpace" },
};

function moveCall(
  context: CallContext,
  { endpoint, field }: Move,
  id: string,
  position: Parameters<OrderRule["sort"]>[2],
): Call {
  const neighbor = (item: { readonly type: string; readonly id: string }) => ({
    type: pointerTo(item).type,
    [field]: item.id,
  });
  const place =
    "before" in position ? { before: neighbor(position.before) } : { after: neighbor(position.after) };
  return callAt(endpoint, context, [id], { body: { position: place } });
}

/** An item as bodies refer to it. */
export function pointerTo({ type, id }: { readonly type: string; readonly id: string }): {
  type: string;
  id: string;
} {
  return { type: itemKinds[type as keyof typeof itemKinds], id };
}
