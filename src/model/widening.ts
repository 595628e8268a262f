import { canonicalJson, type Json } from "../util/json.ts";
import type { IsWider } from "./resource-type/opens.ts";

/**
 * Compares values by a given order, the widest first. A change to or from a value outside the order counts as wider, except a change to the
 * narrowest value.
 */
export function widerFirst(values: readonly Json[]): IsWider {
  const rank = (value: Json) => values.indexOf(value);
  return (before, after) => {
    if (before === after) return false;
    const [from, to] = [rank(before), rank(after)];
    if (to === values.length - 1) return false;
    return from < 0 || to < 0 || to < from;
  };
}

/** For a list of all who have access. A new item widens it. */
export const widerWithMore: IsWider = (before, after) => {
  const had = new Set(listed(before).map(canonicalJson));
  return listed(after).some((item) => !had.has(canonicalJson(item)));
};

function listed(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
