import type { OrderView, PlaceChangeView } from "../view/place-change-view.ts";
import { plainText } from "./plain-text.ts";
import { renderValue } from "./value-text.ts";

/** `from after "Guides" to first`, or `from "Reference" to the top level`. */
export function renderMoved({ parent, order }: PlaceChangeView): string {
  if (parent !== undefined) return `from ${renderWhole(parent.before)} to ${renderWhole(parent.after)}`;
  if (order !== undefined) return `from ${renderOrder(order.before)} to ${renderOrder(order.after)}`;
  return "from its former place to another place";
}

/** `first`, or `after "Guides"`. */
export function renderOrder(order: OrderView): string {
  return "after" in order ? `after ${renderWhole(order.after)}` : plainText(order.words);
}

/** A name in one line, however long. */
export function renderWhole(name: Parameters<typeof renderValue>[0]): string {
  return renderValue(name, Number.POSITIVE_INFINITY);
}
