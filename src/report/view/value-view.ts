import { isReference } from "../../model/desired-world.ts";
import type { NamesById } from "../../model/plan/plan.ts";
import { isJsonObject, type Json } from "../../util/json.ts";

/** A value as people read it. It contains no secret. */
export type ValueView =
  /** A name in place of an id, or words of docsform, such as `(secret)`. */
  | { readonly words: string }
  | { readonly data: string | number | boolean | null }
  | { readonly items: readonly ValueView[] }
  | { readonly fields: Readonly<Record<string, ValueView>> };

/** A secret value before a change, and after it. */
export const secretChange = { before: { words: "(secret)" }, after: { words: "(another secret)" } } as const;

/** A planned value. References become addresses, and an id with a name becomes that name. */
export function valueView(value: Json | undefined, namesById: NamesById = {}): ValueView {
  if (value === undefined) return { words: "(not set)" };
  if (typeof value === "string" && Object.hasOwn(namesById, value))
    return { words: namesById[value] ?? value };
  if (Array.isArray(value)) return { items: value.map((item: Json) => valueView(item)) };
  return isJsonObject(value) ? objectView(value) : { data: value as string | number | boolean | null };
}

function objectView(value: { readonly [key: string]: Json }): ValueView {
  if (isReference(value)) return { words: value.$ref };
  if ("$secret" in value || "$hash" in value) return secretChange.before;
  return {
    fields: Object.fromEntries(Object.entries(value).map(([name, part]) => [name, valueView(part)])),
  };
}
