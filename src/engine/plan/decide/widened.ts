import type { Attribute, Widening } from "../../../model/resource-type/attribute.ts";
import type { Json } from "../../../util/json.ts";

/**
 * What a change widens. Undefined: nobody sees or may do more after it. A change of an attribute that gives access counts as wider if its
 * type does not define what is wider.
 */
export function widened(
  { widens, givesAccess, publishes }: Attribute,
  before: Json,
  after: Json,
): Widening["kind"] | undefined {
  if (widens === undefined && publishes !== undefined)
    return before !== publishes && after === publishes ? "visibility" : undefined;
  if (widens === undefined) return givesAccess === true ? "access" : undefined;
  return widens.isWider(before, after) ? widens.kind : undefined;
}
