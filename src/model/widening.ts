import { canonicalJson, type Json, jsonEquals } from "../util/json.ts";
import type { Widening } from "./resource-type/attribute.ts";

/**
 * Compares values by a given order, the widest first. A change to or from a value outside the order counts as wider, except a change to the
 * narrowest value.
 */
export function widerFirst(kind: Widening["kind"], values: readonly Json[]): Widening {
  const rank = (value: Json) => values.indexOf(value);
  return {
    kind,
    isWider: (before, after) => {
      if (before === after) return false;
      const [from, to] = [rank(before), rank(after)];
      if (to === values.length - 1) return false;
      return from < 0 || to < 0 || to < from;
    },
  };
}

/** For a condition that visitors must meet. Without it, or with another one, more visitors may get access. */
export function widerWithout(kind: Widening["kind"]): Widening {
  return { kind, isWider: (before, after) => before !== null && !jsonEquals(before, after) };
}

/** For a list of all who have access. A new item widens it. */
export function widerWithMore(kind: Widening["kind"]): Widening {
  return {
    kind,
    isWider: (before, after) => {
      const had = new Set(listed(before).map(canonicalJson));
      return listed(after).some((item) => !had.has(canonicalJson(item)));
    },
  };
}

function listed(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
