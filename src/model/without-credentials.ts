import { isJsonObject, type Json } from "./json.ts";

/** The text without the names and passwords of addresses in it. */
export function withoutCredentials(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^/?#\s]*@/gi, "$1");
}

/** Does the same with each text in a value. */
export function valueWithoutCredentials(value: Json): Json {
  if (typeof value === "string") return withoutCredentials(value);
  if (Array.isArray(value)) return value.map(valueWithoutCredentials);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, valueWithoutCredentials(field)]),
  );
}
