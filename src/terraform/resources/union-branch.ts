import { isJsonObject, type Json, type JsonObject } from "../../util/json.ts";

/** The field that chose among several forms of a value, and its value: `type`, `none`. Undefined if there is only one form. */
export function chosenBranch(
  schema: JsonObject,
  value: Json,
  path: readonly PropertyKey[],
): { readonly field: string; readonly value: string } | undefined {
  let [here, part]: [JsonObject[], Json] = [[schema], value];
  for (const step of path) {
    here = here.flatMap(formsOf).flatMap((form) => partOf(form, step));
    part = partOfValue(part, step);
  }
  const forms = here.flatMap(formsOf);
  if (!isJsonObject(part) || forms.length < 2) return undefined;
  for (const [field, stated] of Object.entries(part))
    if (typeof stated === "string" && forms.some((form) => isFixed(form, field)))
      return { field, value: stated };
  return undefined;
}

function formsOf(schema: JsonObject): readonly JsonObject[] {
  const forms = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(forms) ? forms.filter(isJsonObject) : [schema];
}

function partOf(schema: JsonObject, step: PropertyKey): readonly JsonObject[] {
  const { properties, items } = schema;
  const part =
    typeof step === "number" ? items : isJsonObject(properties) ? properties[String(step)] : undefined;
  return isJsonObject(part) ? [part] : [];
}

function partOfValue(value: Json, step: PropertyKey): Json {
  if (Array.isArray(value)) return (value[Number(step)] as Json | undefined) ?? null;
  return isJsonObject(value) ? (value[String(step)] ?? null) : null;
}

function isFixed({ properties }: JsonObject, field: string): boolean {
  const rule = isJsonObject(properties) ? properties[field] : undefined;
  return isJsonObject(rule) && (rule["const"] !== undefined || rule["enum"] !== undefined);
}
