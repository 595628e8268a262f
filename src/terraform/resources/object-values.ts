import { canonicalValue } from "../../model/attribute-value.ts";
import { normalForm } from "../../model/kinds-of.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { type CtyObject, isUnknown } from "../plugin/values/cty-value.ts";
import type { PrivateState, WrittenHash } from "./private-state.ts";
import { toJson } from "./shape.ts";

/** A declared value as a request carries it. Undefined if nothing is declared. */
export function declaredValue(field: ValueField, planned: CtyObject, config: CtyObject): Json | undefined {
  const { writeOnly, shape } = field;
  const writeOnlyValue = writeOnly === undefined ? null : (config[writeOnly.name] ?? null);
  const value = writeOnlyValue ?? planned[field.name] ?? null;
  return value === null || isUnknown(value) ? undefined : normalForm(field.rule, toJson(shape, value));
}

/** All declared values of these fields, by attribute. */
export function declaredValues(
  fields: readonly ValueField[],
  planned: CtyObject,
  config: CtyObject,
): JsonObject {
  const values: Record<string, Json> = {};
  for (const field of fields) {
    const value = declaredValue(field, planned, config);
    if (value !== undefined) values[field.attribute] = value;
  }
  return values;
}

/** Attributes whose values must not appear in a message. */
export function secretAttributes(schema: TerraformSchema): ReadonlySet<string> {
  return new Set(
    schema.values.filter((field) => field.rule.sensitive === true).map((field) => field.attribute),
  );
}

/** Names of the fields whose values are stored only as hashes. */
export function hiddenFields(state: PrivateState): ReadonlySet<string> {
  return new Set(Object.keys(state.written ?? {}));
}

/** Hashes of the write-only values in a configuration, by field. */
export function writtenHashes(
  schema: TerraformSchema,
  config: CtyObject,
  hash: (text: string, salt: string) => string,
  newSalt: () => string,
): Readonly<Record<string, WrittenHash>> {
  const hashes: Record<string, WrittenHash> = {};
  for (const field of schema.values) {
    const value = field.writeOnly === undefined ? null : (config[field.writeOnly.name] ?? null);
    if (value === null || isUnknown(value)) continue;
    const salt = newSalt();
    hashes[field.name] = { salt, hash: hash(normalText(field, toJson(field.shape, value)), salt) };
  }
  return hashes;
}

/** Whether a value is the one that was hashed. */
export function isHashedField(
  field: ValueField,
  value: Json,
  written: WrittenHash,
  hash: (text: string, salt: string) => string,
): boolean {
  return hash(normalText(field, value), written.salt) === written.hash;
}

function normalText({ rule }: ValueField, value: Json): string {
  return JSON.stringify(canonicalValue(rule, value));
}

/** Whether a write-only argument has another version than in the state, so that Terraform writes its value again. */
export function hasNewVersion(
  { version }: NonNullable<ValueField["writeOnly"]>,
  prior: CtyObject | null,
  planned: CtyObject | null,
): boolean {
  return prior?.[version] !== planned?.[version];
}

/** The text of a field. Null if it has none. */
export function textOfField(values: CtyObject, name: string | undefined): string | null {
  const value = name === undefined ? null : (values[name] ?? null);
  return typeof value === "string" && !isUnknown(value) ? value : null;
}
