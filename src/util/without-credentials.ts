import { isJsonObject, type Json } from "./json.ts";

/** The text without the user names and passwords in its URLs. */
export function withoutCredentials(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^/?#\s]*@/gi, "$1");
}

/** Applies {@link withoutCredentials} to each text in a value. */
export function valueWithoutCredentials(value: Json): Json {
  if (typeof value === "string") return withoutCredentials(value);
  if (Array.isArray(value)) return value.map(valueWithoutCredentials);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, valueWithoutCredentials(field)]),
  );
}
