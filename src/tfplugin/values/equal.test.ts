import { expect, test } from "vitest";
import { type CtyType, cty } from "./cty-type.ts";
import { type CtyValue, refinedUnknown, TypedValue, unknown } from "./cty-value.ts";
import { sameValue } from "./equal.ts";

test.each<{ what: string; a: CtyValue; b: CtyValue; type: CtyType; same: boolean }>([
  { what: "the order of a set", a: ["x", "y"], b: ["y", "x"], type: cty.set(cty.string), same: true },
  { what: "the order of a list", a: ["x", "y"], b: ["y", "x"], type: cty.list(cty.string), same: false },
  { what: "a number and its text", a: 10, b: "10.0", type: cty.number, same: true },
  { what: "composed and decomposed letters", a: "é", b: "e\u0301", type: cty.string, same: true },
  { what: "the order of keys", a: { a: 1, b: 2 }, b: { b: 2, a: 1 }, type: cty.map(cty.number), same: true },
  { what: "null and unknown", a: null, b: unknown, type: cty.bool, same: false },
  {
    what: "unknowns of which other things are known",
    a: unknown,
    b: refinedUnknown({ notNull: true }),
    type: cty.bool,
    same: false,
  },
  {
    what: "a null of another type",
    a: new TypedValue(cty.bool, null),
    b: new TypedValue(cty.string, null),
    type: cty.dynamic,
    same: false,
  },
])("$what", ({ a, b, type, same }) => {
  expect(sameValue(a, b, type)).toBe(same);
});
