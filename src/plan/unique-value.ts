import type { UniqueRule } from "../model/resource-type.ts";

declare const isUniqueValue: unique symbol;

/** A value that one object alone may have: equal for equal type, rule, value, and those among whom it is unique. */
export type UniqueValue = string & { readonly [isUniqueValue]: true };

export function uniqueValue(
  type: string,
  { attribute }: UniqueRule,
  within: string,
  value: string,
): UniqueValue {
  return [type, attribute, within, value].join("\n") as UniqueValue;
}
