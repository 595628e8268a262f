import type { UniqueRule } from "../../../model/resource-type/identity.ts";

declare const isUniqueValue: unique symbol;

/**
 * A value that only one object may have. Two are equal if their type, rule and value are equal, and the place within which it is unique.
 */
export type UniqueValue = string & { readonly [isUniqueValue]: true };

export function uniqueValue(
  type: string,
  { attribute }: UniqueRule,
  within: string,
  value: string,
): UniqueValue {
  return [type, attribute, within, value].join("\n") as UniqueValue;
}
