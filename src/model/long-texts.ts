import { isJsonObject, type Json, type JsonObject } from "../util/json.ts";

// A plan has the values of a change in its steps, nodes, managed objects and layout. In its JSON, each long text stands once.

/** The most characters of a text that stands where it belongs. */
const mostCharacters = 1_000;

/** The fields of a plan that contain values. */
const fieldsOfValues: ReadonlySet<string> = new Set([
  "attributes",
  "values",
  "before",
  "after",
  "undeclared",
]);

/** The plan with its long texts in `texts`, and `{ $text: index }` where they belong. */
export function withTextsOnce<Plan extends object>(
  plan: Plan,
): Plan & { readonly texts?: readonly string[] } {
  const indexes = new Map<string, number>();
  let isTaken = false;
  const once = (value: unknown, isValue: boolean): unknown => {
    if (typeof value === "string" && isValue && value.length > mostCharacters) {
      const index = indexes.get(value) ?? indexes.size;
      indexes.set(value, index);
      return { $text: index };
    }
    if (Array.isArray(value)) return value.map((item) => once(item, isValue));
    if (!isJsonObject(value)) return value;
    isTaken ||= Object.hasOwn(value, "$text");
    // Without a prototype, because a field may be named `__proto__`.
    const made = Object.create(null) as Record<string, unknown>;
    for (const name in value) made[name] = once(value[name], isValue || fieldsOfValues.has(name));
    return made;
  };
  const made = once(plan, false) as Plan;
  // A value of the layout may have this field. Nobody could tell the two apart.
  return isTaken || indexes.size === 0 ? plan : { ...made, texts: [...indexes.keys()] };
}

/** The plan with its long texts where they belong. */
export function withTextsInPlace(json: Json): Json {
  if (!isJsonObject(json) || !Array.isArray(json["texts"])) return json;
  const { texts, ...plan } = json as JsonObject & { readonly texts: readonly Json[] };
  const inPlace = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(inPlace);
    if (!isJsonObject(value)) return value;
    const text = texts[Number(value["$text"] ?? -1)];
    if (text !== undefined) return text;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inPlace(part)]));
  };
  return inPlace(plan);
}
