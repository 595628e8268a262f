import { canonicalValue } from "../../model/attribute-value.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { type Json, jsonEquals } from "../../util/json.ts";

/** Whether a declared value of an attribute means the same as the live value. */
export function isSame(type: ResourceType, field: string, declared: Json, live: Json): boolean {
  const rule = type.attributes[field];
  return rule !== undefined && jsonEquals(canonicalValue(rule, declared), canonicalValue(rule, live));
}
