import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CtyType, cty } from "./cty-type.ts";
import { type CtyValue, ctyObject, TypedValue, unknown } from "./cty-value.ts";
import { decodeJson, encodeJson } from "./json.ts";
import { type CtyNumber, numberFromDecimal } from "./numbers.ts";

describe("states are read", () => {
  test.each<{ what: string; json: string; type: CtyType; value: CtyValue }>([
    {
      what: "a number beyond doubles",
      json: "12345678901234567890.5",
      type: cty.number,
      value: "12345678901234567890.5",
    },
    { what: "a number in text", json: '"12"', type: cty.number, value: 12 },
    { what: "text from a number", json: "1e2", type: cty.string, value: "100" },
    { what: "text from a boolean", json: "true", type: cty.string, value: "true" },
    { what: "a boolean in text", json: '"false"', type: cty.bool, value: false },
    { what: "escapes", json: String.raw`"a\"\u0041\\"`, type: cty.string, value: 'a"A\\' },
    {
      what: "the key __proto__",
      json: '{"__proto__": 1}',
      type: cty.map(cty.number),
      value: ctyObject([["__proto__", 1]]),
    },
    { what: "spaces", json: " [ 1 ,\n2 ] ", type: cty.list(cty.number), value: [1, 2] },
    {
      what: "empty containers",
      json: '{"a":[],"b":{}}',
      type: cty.object({ a: cty.set(cty.bool), b: cty.map(cty.bool) }),
      value: ctyObject([
        ["a", []],
        ["b", ctyObject([])],
      ]),
    },
    {
      what: "a dynamic value",
      json: '{"type":["list","bool"],"value":[true]}',
      type: cty.dynamic,
      value: new TypedValue(cty.list(cty.bool), [true]),
    },
  ])("$what", ({ json, type, value }) => {
    expect(decodeJson(json, type)).toEqual(value);
  });

  const digits = fc.string({ unit: fc.constantFrom("0", "1", "5", "9"), minLength: 1, maxLength: 20 });
  const number = fc
    .tuple(
      fc.constantFrom("", "-"),
      digits.map((each) => each.replace(/^0+(?=.)/, "")),
      fc.option(digits, { nil: "" }).map((each) => each && `.${each}`),
      fc.option(fc.tuple(fc.constantFrom("e", "E+", "e-"), digits), { nil: undefined }),
    )
    .map(([sign, whole, fraction, exponent]) =>
      [sign, whole, fraction, exponent?.[0] ?? "", exponent?.[1].slice(0, 2) ?? ""].join(""),
    );
  const space = fc.string({ unit: fc.constantFrom(" ", "\n", "\t", "\r"), maxLength: 2 });
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("00:00:00.000Z", ":1.5,", "[12345678901234567]", '"1.5'),
  );

  test("every number as it is written, whatever is beside it", () => {
    fc.assert(
      fc.property(number, text, space, (written, beside, gap) => {
        const expected = numberFromDecimal(written) as CtyNumber;
        const type = cty.object({ n: cty.number, t: cty.string, l: cty.list(cty.number) });
        const json = `{"t":${JSON.stringify(beside)},"n":${gap}${written}${gap},"l":[7,${gap}${written}${gap}]}`;
        expect(decodeJson(json, type)).toEqual(
          ctyObject([
            ["n", expected],
            ["t", beside],
            ["l", [7, expected]],
          ]),
        );
        expect(decodeJson(`${gap}${written}${gap}`, cty.number)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  test("what every object of JavaScript has is no attribute", () => {
    const type = cty.object({ constructor: cty.string, valueOf: cty.string });
    expect(decodeJson("{}", type)).toEqual(
      ctyObject([
        ["constructor", null],
        ["valueOf", null],
      ]),
    );
  });

  test("a state of an older schema: absent is null, and what is no more is dropped if asked", () => {
    const type = cty.object({ now: cty.bool });
    expect(decodeJson('{"once":1}', type, { unknownAttributes: "drop" })).toEqual(ctyObject([["now", null]]));
    expect(() => decodeJson('{"once":1}', type)).toThrow("once: what is there is no attribute of the type");
  });

  test.each(["", "{", "[1,]", '{"a" 1}', "{1:2}", "tru", "1 2", '"\\x"', '"a', "01", "[1 2]", "]"])(
    "%j is no JSON",
    (json) => {
      expect(() => decodeJson(json, cty.dynamic)).toThrow("not JSON");
    },
  );
});

test("an unknown value has no JSON", () => {
  expect(() => encodeJson({ a: [unknown] }, cty.object({ a: cty.list(cty.bool) }))).toThrow(
    "a[0]: an unknown value",
  );
});
