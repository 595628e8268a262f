import { describe, expect, test } from "vitest";
import { type CtyType, cty } from "./cty-type.ts";
import { type CtyValue, refinedUnknown, TypedValue, unknown } from "./cty-value.ts";
import { isIdentical, sameValue } from "./equal.ts";

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

describe("identical is what is written in the same way", () => {
  test.each<{ what: string; a: CtyValue; b: CtyValue; identical: boolean }>([
    { what: "equal texts", a: "x", b: "x", identical: true },
    { what: "equal objects", a: { a: ["x", { b: 1 }] }, b: { a: ["x", { b: 1 }] }, identical: true },
    { what: "keys in another order", a: { a: 1, b: 2 }, b: { b: 2, a: 1 }, identical: true },
    { what: "elements in another order", a: ["x", "y"], b: ["y", "x"], identical: false },
    { what: "more elements", a: ["x"], b: ["x", "x"], identical: false },
    { what: "fewer elements", a: ["x", "x"], b: ["x"], identical: false },
    { what: "another key", a: { a: null }, b: { b: null }, identical: false },
    { what: "more keys", a: { a: 1 }, b: { a: 1, b: null }, identical: false },
    { what: "a number and its text", a: 10, b: "10", identical: false },
    { what: "composed and decomposed letters", a: "é", b: "e\u0301", identical: false },
    { what: "an object and null", a: {}, b: null, identical: false },
    { what: "an array and an object", a: [], b: {}, identical: false },
    { what: "the unknown of which nothing is known", a: [unknown], b: [unknown], identical: true },
    {
      what: "unknowns of which other things are known",
      a: refinedUnknown({ prefix: "a" }),
      b: refinedUnknown({ prefix: "b" }),
      identical: false,
    },
    {
      what: "values with another type",
      a: new TypedValue(cty.bool, null),
      b: new TypedValue(cty.string, null),
      identical: false,
    },
  ])("$what: $identical", ({ a, b, identical }) => {
    expect(isIdentical(a, b)).toBe(identical);
    expect(isIdentical(b, a)).toBe(identical);
  });
});
