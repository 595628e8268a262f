import { asBuffer } from "../as-buffer.ts";
import type { DynamicValue } from "../protobuf/messages.ts";
import type { CtyType, ObjectType } from "./cty-type.ts";
import type { CtyObject, CtyValue } from "./cty-value.ts";
import { decodeJson } from "./json-values.ts";
import { decodeMsgpack } from "./msgpack-reader.ts";
import { encodeMsgpack } from "./msgpack-writer.ts";

/** Decodes the value in a message, from either encoding. An absent value is null. */
export function decodeDynamicValue(message: DynamicValue | undefined, type: CtyType): CtyValue {
  if (message === undefined) return null;
  if (message.msgpack.length > 0) return decodeMsgpack(message.msgpack, type);
  if (message.json.length > 0) return decodeJson(asBuffer(message.json).toString("utf8"), type);
  return null;
}

/** Decodes a value of an object type. null: there is none. */
export function decodeObject(message: DynamicValue | undefined, type: ObjectType): CtyObject | null {
  return decodeDynamicValue(message, type) as CtyObject | null;
}

/** Encodes a value for a message, as MessagePack: Terraform reads it everywhere. */
export function encodeDynamicValue(value: CtyValue, type: CtyType): { readonly msgpack: Uint8Array } {
  return { msgpack: encodeMsgpack(value, type) };
}
