import { isJsonObject } from "../../model/json.ts";
import type { NamesById } from "../../plan/plan.ts";
import type { DriftEntry } from "../../plan/report/drift.ts";
import { plainText } from "./plain-text.ts";

/** A place among siblings, and the parent. Undefined: the order is unknown. */
interface PlaceText {
  readonly inside: string;
  readonly order: string | undefined;
}

/** The former and the present place in words. Unchanged parts are omitted. */
export function placesOf({
  before,
  after,
  namesById = {},
}: Pick<DriftEntry, "before" | "after" | "namesById">) {
  const [was, is] = [placeText(before, namesById), placeText(after, namesById)];
  return {
    ...(was.inside !== is.inside && { inside: [was.inside, is.inside] as const }),
    ...(was.order !== is.order && {
      order: [was.order ?? "(unknown)", is.order ?? "(unknown)"] as const,
    }),
  };
}

/** `from after "Guides" to first`, or `from "Reference" to the top level`. */
export function renderMoved(entry: Pick<DriftEntry, "before" | "after" | "namesById">): string {
  const { inside, order } = placesOf(entry);
  const [was, is] = inside ?? order ?? ["its former place", "another place"];
  return `from ${was} to ${is}`;
}

function placeText(place: DriftEntry["before"], namesById: NamesById = {}): PlaceText {
  const { parent, after } = isJsonObject(place) ? place : {};
  const name = (address: string) => {
    const title = Object.hasOwn(namesById, address) ? namesById[address] : undefined;
    return title === undefined ? plainText(address) : JSON.stringify(plainText(title));
  };
  return {
    inside: typeof parent === "string" ? name(parent) : "the top level",
    order: after === undefined ? undefined : typeof after === "string" ? `after ${name(after)}` : "first",
  };
}
