import type { DynamicValue } from "../protobuf/messages.ts";
import type { ObjectType } from "../values/cty-type.ts";
import type { CtyObject } from "../values/cty-value.ts";
import { decodeDynamicValue } from "../values/dynamic-value.ts";

/** A value of an object type; null where there is none. */
export function decodeObject(value: DynamicValue | undefined, type: ObjectType): CtyObject | null {
  return decodeDynamicValue(value, type) as CtyObject | null;
}
