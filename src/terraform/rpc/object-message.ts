import { asBuffer } from "../../tfplugin/as-buffer.ts";
import type { DynamicValue } from "../../tfplugin/protobuf/messages.ts";
import type { ObjectType } from "../../tfplugin/values/cty-type.ts";
import type { CtyObject } from "../../tfplugin/values/cty-value.ts";
import { decodeDynamicValue, encodeDynamicValue } from "../../tfplugin/values/dynamic-value.ts";
import { isIdentical } from "../../tfplugin/values/equal.ts";

/** A value of an object type; null where there is none. */
export function decodeObject(value: DynamicValue | undefined, type: ObjectType): CtyObject | null {
  const bytes = value?.msgpack;
  if (bytes === undefined || bytes.length === 0 || bytes.length > largestRemembered)
    return decodeDynamicValue(value, type) as CtyObject | null;
  const recent = recentOf(type);
  const key = keyOf(bytes);
  const known = recent.young.get(key) ?? recent.old.get(key);
  if (known !== undefined) return known;
  const object = decodeDynamicValue(value, type) as CtyObject | null;
  remember(recent, key, object);
  return object;
}

/** The message of an object: the very one that was received, where it still says the same. */
export function encodeObject(
  value: CtyObject | null,
  type: ObjectType,
  received: { readonly value: CtyObject | null; readonly message: DynamicValue | undefined },
): DynamicValue | { readonly msgpack: Uint8Array } {
  const { message } = received;
  return message !== undefined && isIdentical(value, received.value)
    ? message
    : encodeDynamicValue(value, type);
}

/** The message of an object that is remembered, because Terraform will send it back as it is. */
export function encodeRemembered(
  value: CtyObject | null,
  type: ObjectType,
): { readonly msgpack: Uint8Array } {
  const message = encodeDynamicValue(value, type);
  if (message.msgpack.length <= largestRemembered) remember(recentOf(type), keyOf(message.msgpack), value);
  return message;
}

/**
 * Objects that were decoded lately, by their bytes: Terraform sends the same state and the same configuration in several calls
 * in a row. When the young ones are many, the old ones are forgotten.
 */
interface Recent {
  young: Map<string, CtyObject | null>;
  old: Map<string, CtyObject | null>;
}

const mostYoung = 128;
const largestRemembered = 4_096;
const recents = new WeakMap<ObjectType, Recent>();

function keyOf(bytes: Uint8Array): string {
  return asBuffer(bytes).toString("latin1");
}

function recentOf(type: ObjectType): Recent {
  let recent = recents.get(type);
  if (recent === undefined) {
    recent = { young: new Map(), old: new Map() };
    recents.set(type, recent);
  }
  return recent;
}

function remember(recent: Recent, key: string, object: CtyObject | null): void {
  if (recent.young.size >= mostYoung) {
    recent.old = recent.young;
    recent.young = new Map();
  }
  recent.young.set(key, object);
}
