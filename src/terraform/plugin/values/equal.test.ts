import { expect, test } from "vitest";
import { type CtyType, cty } from "./cty-type.ts";
import { type CtyValue, UnknownValue, unknown, unknownNotNull } from "./cty-value.ts";
import { sameValue } from "./equal.ts";

const pair = cty.object({ a: cty.number, b: cty.number });

test.each<{ what: string; a: CtyValue; b: CtyValue; type: CtyType; same: boolean }>([
  { what: "the order of a set", a: ["x", "y"], b: ["y", "x"], type: cty.set(cty.string), same: true },
  { what: "the order of a list", a: ["x", "y"], b: ["y", "x"], type: cty.list(cty.string), same: false },
  { what: "one element more", a: ["x"], b: ["x", "x"], type: cty.set(cty.string), same: false },
  { what: "composed and decomposed letters", a: "é", b: "e\u0301", type: cty.string, same: true },
  { what: "the order of keys", a: { a: 1, b: 2 }, b: { b: 2, a: 1 }, type: pair, same: true },
  { what: "another value of a key", a: { a: 1, b: 2 }, b: { a: 2, b: 1 }, type: pair, same: false },
  { what: "absent and null", a: { a: 1 }, b: { a: 1, b: null }, type: pair, same: true },
  { what: "null and unknown", a: null, b: unknown, type: cty.bool, same: false },
  { what: "null and its text", a: null, b: "null", type: cty.string, same: false },
  {
    what: "unknowns of which the same is known",
    a: unknownNotNull,
    b: new UnknownValue(Buffer.from([0x81, 0x01, 0xc2])),
    type: cty.bool,
    same: true,
  },
  {
    what: "unknowns of which other things are known",
    a: unknown,
    b: unknownNotNull,
    type: cty.bool,
    same: false,
  },
])("$what", ({ a, b, type, same }) => {
  expect(sameValue(a, b, type)).toBe(same);
  expect(sameValue(b, a, type)).toBe(same);
});
