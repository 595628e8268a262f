import type { DriftEntry } from "../../engine/plan/drift/drift-entry.ts";
import type { NamesById } from "../../model/plan/plan.ts";
import { isJsonObject, type Json } from "../../util/json.ts";
import type { ValueView } from "./value-view.ts";

/** A place among siblings: after a sibling, or one that words describe. */
export type OrderView = { readonly after: ValueView } | { readonly words: string };

/** The former and the present place of a moved object. Unchanged parts are absent. */
export interface PlaceChangeView {
  readonly parent?: { readonly before: ValueView; readonly after: ValueView };
  readonly order?: { readonly before: OrderView; readonly after: OrderView };
}

export function placeChangeView({
  before,
  after,
  namesById = {},
}: Pick<DriftEntry, "before" | "after" | "namesById">): PlaceChangeView {
  const [was, is] = [placeIn(before), placeIn(after)];
  const named = (address: string): ValueView =>
    Object.hasOwn(namesById, address) ? titleOf(namesById, address) : { words: address };
  const parent = (address: Json) =>
    typeof address === "string" ? named(address) : { words: "the top level" };
  const order = (sibling: Json | undefined): OrderView => {
    if (sibling === undefined) return { words: "(unknown)" };
    return typeof sibling === "string" ? { after: named(sibling) } : { words: "first" };
  };
  return {
    ...(was.parent !== is.parent && { parent: { before: parent(was.parent), after: parent(is.parent) } }),
    ...(was.after !== is.after && { order: { before: order(was.after), after: order(is.after) } }),
  };
}

function titleOf(namesById: NamesById, address: string): ValueView {
  return { data: namesById[address] ?? address };
}

function placeIn(place: Json): { readonly parent: Json; readonly after?: Json | undefined } {
  const { parent = null, after } = isJsonObject(place) ? place : {};
  return { parent, after };
}
