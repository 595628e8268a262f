import { isJsonObject, type Json, type JsonObject } from "../util/json.ts";

/**
 * The schema with all nested definitions at its top. A recursive schema comes with its own definitions, and references resolve only from
 * the top.
 */
export function liftDefinitions(schema: JsonObject): JsonObject {
  const { $defs, ...rest } = schema;
  const lifted: Record<string, Json> = {};
  const within = (value: Json, path: string): Json => {
    if (Array.isArray(value)) return value.map((item: Json) => within(item, path));
    if (!isJsonObject(value)) return value;
    const { $defs: own, ...fields } = value;
    if (!isJsonObject(own)) return inFields(fields, path);
    for (const [name, definition] of Object.entries(own))
      lifted[`${path}.${name}`] = renamed(definition, path);
    return renamed(fields, path);
  };
  const inFields = (fields: JsonObject, path: string): JsonObject =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        within(value, isJsonObject(fields["properties"]) ? path : `${path}.${name}`),
      ]),
    );
  const definitions = Object.fromEntries(
    Object.entries(isJsonObject($defs) ? $defs : {}).map(([name, value]) => [name, within(value, name)]),
  );
  return { ...rest, $defs: { ...definitions, ...lifted } };
}

/** Renames references to definitions that are now under this path. */
function renamed(value: Json, path: string): Json {
  const text = JSON.stringify(value).replaceAll('"#/$defs/', `"#/$defs/${path}.`);
  return JSON.parse(text) as Json;
}
