/** A JSON value, never changed in place. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object, never changed in place. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for an object that is neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isJsonList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** JSON with the keys of every object sorted: equal values give equal text. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (isJsonObject(value)) {
    const fields = Object.keys(value).sort();
    return `{${fields.map((field) => `${JSON.stringify(field)}:${canonicalJson(value[field] as Json)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/** The maximum depth of nested values. No file or request reaches it, and recursive code would overflow the stack with deeper values. */
const deepest = 200;

/** Values are nested too deeply. */
export class TooDeepError extends Error {
  constructor() {
    super(`values are nested more than ${deepest} deep in it`);
  }
}

/** Parses the JSON of a file or a request. Throws a `SyntaxError` if it is invalid, and a {@link TooDeepError}. */
export function parseShallow(text: string): unknown {
  const value: unknown = JSON.parse(text);
  checkDepth(value, deepest);
  return value;
}

function checkDepth(value: unknown, levelsLeft: number): void {
  if (typeof value !== "object" || value === null) return;
  if (levelsLeft === 0) throw new TooDeepError();
  for (const inner of Object.values(value)) checkDepth(inner, levelsLeft - 1);
}

/**
 * Parses a text as JSON. A text that is not JSON, or nested too deeply, is returned as it is, so that the schema of the value refuses it.
 */
export function jsonIn(text: string): Json {
  try {
    return parseShallow(text) as Json;
  } catch {
    return text;
  }
}

/** Deep equality of JSON values; the order of an object's keys does not matter. */
export function jsonEquals(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => jsonEquals(item as Json, b[at] as Json));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && jsonEquals(a[name] as Json, b[name] as Json))
  );
}

/** A field of an object. Null if it is missing, or if the value is no object. */
export function fieldOrNull(value: Json | undefined, name: string): Json {
  return isJsonObject(value) ? (value[name] ?? null) : null;
}

/** These fields of an object, null for each missing one. Null if the value is no object. */
export function fieldsOrNull<T extends object>(value: T, names: readonly (keyof T & string)[]): JsonObject;
export function fieldsOrNull(value: unknown, names: readonly string[]): JsonObject | null;
export function fieldsOrNull(value: unknown, names: readonly string[]): JsonObject | null {
  if (typeof value !== "object" || value === null) return null;
  const object = value as JsonObject;
  return Object.fromEntries(names.map((name) => [name, object[name] ?? null]));
}
