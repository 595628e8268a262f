import { canonicalValue } from "../model/attribute-value.ts";
import { canonicalJson, type Json, type JsonObject } from "../model/json.ts";
import type { FoundObject } from "../model/live-world.ts";
import type { Attribute, ResourceType } from "../model/resource-type.ts";
import type { TypeIndex } from "../model/type-index.ts";

/** What a creating call carries. */
export interface CreateInput {
  readonly attributes: JsonObject;
  /** Where the call places the object; null is the root. Absent: the call does not say. */
  readonly containerId?: string | null;
  /** What it carries of the child that is born. */
  readonly born?: JsonObject;
}

const bornPrefix = "$born.";

/** The fields of the birth key that a creating call carries: only they can tell its object from others. */
export function birthFields(type: ResourceType, input: CreateInput): readonly string[] {
  return type.identity.birthKey.filter((field) => {
    if (field === "$container") return input.containerId !== undefined;
    if (field.startsWith(bornPrefix)) return input.born?.[field.slice(bornPrefix.length)] !== undefined;
    return input.attributes[field] !== undefined;
  });
}

/** The birth key, over these fields, of an object that is to be created. */
export function birthKeyOfInput(
  index: TypeIndex,
  type: ResourceType,
  fields: readonly string[],
  input: CreateInput,
): string {
  return keyText(index, type, fields, input.attributes, input.containerId ?? null, input.born);
}

/** The birth key, over these fields, of an object that is there; `born` is its first child of the type that is born with it. */
export function birthKeyOfFound(
  index: TypeIndex,
  type: ResourceType,
  fields: readonly string[],
  object: Pick<FoundObject, "attributes" | "container">,
  born: Pick<FoundObject, "attributes"> | undefined,
): string {
  return keyText(index, type, fields, object.attributes, object.container?.id ?? null, born?.attributes);
}

function keyText(
  index: TypeIndex,
  type: ResourceType,
  fields: readonly string[],
  attributes: JsonObject,
  containerId: string | null,
  born: JsonObject | undefined,
): string {
  const values = fields.map((field): Json => {
    if (field === "$container") return containerId;
    if (!field.startsWith(bornPrefix)) return comparable(type.attributes[field], attributes[field]);
    const name = field.slice(bornPrefix.length);
    const bornType = type.births === undefined ? undefined : index.get(type.births.type);
    return comparable(bornType?.attributes[name], born?.[name]);
  });
  return canonicalJson(values);
}

function comparable(attribute: Attribute | undefined, value: Json | undefined): Json {
  if (value === undefined || value === null) return null;
  return attribute === undefined ? value : canonicalValue(attribute, value);
}
