import { expect, test } from "vitest";
import { type CtyType, cty } from "./cty-type.ts";
import { fitsType } from "./json-fit.ts";

const thing = cty.object({ title: cty.string, tags: cty.list(cty.string), size: cty.number });
const whole = { title: "A", tags: ["b"], size: 1 };

test.each<{ what: string; value: unknown; type: CtyType; fits: boolean }>([
  { what: "all attributes, each of its kind", value: whole, type: thing, fits: true },
  { what: "nulls", value: { title: null, tags: null, size: null }, type: thing, fits: true },
  { what: "an attribute less", value: { title: "A", tags: [] }, type: thing, fits: false },
  { what: "an attribute more", value: { ...whole, colour: "red" }, type: thing, fits: false },
  {
    what: "another in place of one",
    value: { title: "A", tags: [], colour: "red" },
    type: thing,
    fits: false,
  },
  {
    what: "one by the prototype's name",
    value: JSON.parse('{"title":"A","tags":[],"__proto__":1}'),
    type: thing,
    fits: false,
  },
  { what: "a number as text", value: { ...whole, size: "1" }, type: thing, fits: false },
  { what: "a list with something else in it", value: { ...whole, tags: [1] }, type: thing, fits: false },
  { what: "no object at all", value: ["A"], type: thing, fits: false },
  { what: "a map", value: { a: "b" }, type: cty.map(cty.string), fits: true },
  { what: "a map with something else in it", value: { a: 1 }, type: cty.map(cty.string), fits: false },
  { what: "what names its own type", value: { type: "string", value: "a" }, type: cty.dynamic, fits: false },
])("$what: $fits", ({ value, type, fits }) => {
  expect(fitsType(value, type)).toBe(fits);
});
