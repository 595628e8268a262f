import { fieldOrNull, isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import type { FieldFacts, Path } from "./facts.ts";

type Fields = Readonly<Record<string, FieldFacts>>;

/** The body that carries these values of fields. Several fields can be in one object of it. */
export function onWire(fields: Fields, values: JsonObject): JsonObject {
  return Object.entries(values).reduce<JsonObject>((body, [name, value]) => {
    const field = fields[name];
    if (field === undefined) return body;
    const { unset = null, wire, beside, oneOf } = field;
    if (value === null && oneOf !== undefined) return body;
    const sent = value === null ? unset : (wire?.to(value) ?? value);
    return withValueAt(body, placeInBody(name, field), sent, beside);
  }, {});
}

/** The values of fields in a response. null for each that it does not have. */
export function fromWire(fields: Fields, response: Json): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, shownValue(name, field, response)]),
  );
}

function shownValue(name: string, field: FieldFacts, response: Json): Json {
  const place = field.shownAt ?? placeInBody(name, field);
  if (!isOfKind(field, response, place)) return null;
  const shown = valueAt(response, place);
  if (field.wire !== undefined) return field.wire.from(shown);
  return shown === field.unset ? null : shown;
}

/** Whether the object that contains the field has the texts that belong beside it. */
export function isOfKind({ beside = {} }: FieldFacts, value: Json, place: Path): boolean {
  const around = valueAt(value, place.slice(0, -1));
  return Object.entries(beside).every(([key, text]) => fieldOrNull(around, key) === text);
}

/** Where bodies have a field. */
export function placeInBody(name: string, { at }: Pick<FieldFacts, "at">): Path {
  return at ?? [name];
}

export function valueAt(value: Json, path: readonly string[]): Json {
  return path.reduce<Json>(fieldOrNull, value);
}

/** The object with a value at a place, and these fields beside it. */
export function withValueAt(
  object: JsonObject,
  [name, ...inside]: Path,
  value: Json,
  beside: JsonObject = {},
): JsonObject {
  const [next, ...rest] = inside;
  if (next === undefined) return { ...object, ...beside, [name]: value };
  const inner = object[name];
  return { ...object, [name]: withValueAt(isJsonObject(inner) ? inner : {}, [next, ...rest], value, beside) };
}
