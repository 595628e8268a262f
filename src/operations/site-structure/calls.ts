import type { Call } from "../../model/endpoint.ts";
import type { CallContext, OrderRule } from "../../model/resource-type.ts";
import { siteStructure } from "./site-structure.operations.ts";

/** Parameters of every operation in a site. */
export function siteParams(context: CallContext): Record<string, string> {
  return { organizationId: context.organizationId, siteId: context.scopeId ?? "" };
}

/** Puts an item of the structure directly before or after a sibling. */
export function sortCall(...[context, item, position]: Parameters<OrderRule["sort"]>): Call {
  const place =
    "before" in position ? { before: pointerTo(position.before) } : { after: pointerTo(position.after) };
  return {
    endpoint: siteStructure.sort,
    params: siteParams(context),
    body: { item: pointerTo(item), position: place },
  };
}

function pointerTo(item: { readonly type: string; readonly id: string }): { type: string; id: string } {
  return { type: item.type.replaceAll("_", "-"), id: item.id };
}
