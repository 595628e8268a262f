import { canonicalJson, type Json, jsonEquals } from "./json.ts";
import type { Widening } from "./resource-type.ts";

/** Values in an order, the widest first. A value that is not among them cannot be compared: going to it counts as wider. */
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

/** What visitors must meet: without it, or with another one, more of them may. */
export function widerWithout(kind: Widening["kind"]): Widening {
  return { kind, isWider: (before, after) => before !== null && !jsonEquals(before, after) };
}

/** A list that lets in whoever is on it. */
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
