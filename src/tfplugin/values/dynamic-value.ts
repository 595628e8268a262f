import { asBuffer } from "../as-buffer.ts";
import type { DynamicValue } from "../protobuf/messages.ts";
import type { CtyType, ObjectType } from "./cty-type.ts";
import type { CtyObject, CtyValue } from "./cty-value.ts";
import { decodeJson } from "./json.ts";
import { decodeMsgpack } from "./msgpack-reader.ts";
import { encodeMsgpack } from "./msgpack-writer.ts";

/** The value in a message, whichever way it is written. An absent one is null. */
export function decodeDynamicValue(message: DynamicValue | undefined, type: CtyType): CtyValue {
  if (message === undefined) return null;
  if (message.msgpack.length > 0) return decodeMsgpack(message.msgpack, type);
  if (message.json.length > 0) return decodeJson(asBuffer(message.json).toString("utf8"), type);
  return null;
}

/** A value of an object type; null where there is none. */
export function decodeObject(message: DynamicValue | undefined, type: ObjectType): CtyObject | null {
  return decodeDynamicValue(message, type) as CtyObject | null;
}

/** The value for a message: MessagePack, which Terraform reads everywhere. */
export function encodeDynamicValue(value: CtyValue, type: CtyType): { readonly msgpack: Uint8Array } {
  return { msgpack: encodeMsgpack(value, type) };
}
