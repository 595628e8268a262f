import type { ObjectType } from "../../../src/terraform/plugin/values/cty-type.ts";
import { type CtyObject, type CtyValue, ctyObject } from "../../../src/terraform/plugin/values/cty-value.ts";
import { decodeMsgpack } from "../../../src/terraform/plugin/values/msgpack-reader.ts";
import { encodeMsgpack } from "../../../src/terraform/plugin/values/msgpack-writer.ts";

/** A value in the messages of the protocol. */
export interface WireValue {
  readonly msgpack: Buffer;
}

/** Every attribute of a type. An omitted value is null. */
export function filled(type: ObjectType, values: Readonly<Record<string, CtyValue>>): CtyObject {
  return ctyObject(Object.keys(type.attributes).map((name) => [name, values[name] ?? null]));
}

export function wireValue(value: CtyObject | null, type: ObjectType): WireValue {
  return { msgpack: encodeMsgpack(value, type) };
}

/** The object in a part of a response. */
export function objectIn(part: unknown, type: ObjectType): CtyObject | null {
  return decodeMsgpack((part as WireValue).msgpack, type) as CtyObject | null;
}
