import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CtyType, cty } from "./cty-type.ts";
import { type CtyValue, ctyObject } from "./cty-value.ts";
import { decodeJson } from "./json-values.ts";

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
    {
      what: "text from a long number",
      json: "12345678901234567890",
      type: cty.string,
      value: "12345678901234567890",
    },
    { what: "text from a boolean", json: "true", type: cty.string, value: "true" },
    { what: "a boolean in text", json: '"false"', type: cty.bool, value: false },
    { what: "escapes", json: String.raw`"a\"\u0041\\"`, type: cty.string, value: 'a"A\\' },
    { what: "spaces", json: " [ 1 ,\n2 ] ", type: cty.list(cty.number), value: [1, 2] },
    {
      what: "empty containers",
      json: '{"a":[],"b":{}}',
      type: cty.object({ a: cty.set(cty.bool), b: cty.object({}) }),
      value: { a: [], b: {} },
    },
  ])("$what", ({ json, type, value }) => {
    expect(decodeJson(json, type)).toEqual(value);
  });

  test.each([1, 32])("a text of %i MB with long numbers, quotes and backslashes", (megabytes) => {
    const part = 'const id = 12345678901234567;\n"quoted" \\ and \\\\" more ';
    const text = part.repeat(Math.ceil((megabytes * 2 ** 20) / part.length));
    const type = cty.object({ text: cty.string, n: cty.number });
    const read = decodeJson(`{"text":${JSON.stringify(text)},"n":12345678901234567890}`, type);
    expect(read).toMatchObject({ n: "12345678901234567890" });
    // A comparison that prints a difference of megabytes would take minutes.
    expect((read as { text: string }).text === text).toBe(true);
  });

  const digits = fc.string({ unit: fc.constantFrom("1", "5", "9"), minLength: 1, maxLength: 20 });
  const number = fc
    .tuple(
      fc.constantFrom("", "-"),
      digits,
      fc.option(digits, { nil: "" }).map((each) => each && `.${each}`),
    )
    .map((parts) => parts.join(""));
  const space = fc.string({ unit: fc.constantFrom(" ", "\n", "\t", "\r"), maxLength: 2 });
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "00:00:00.000Z",
      ":1.5,",
      "[12345678901234567]",
      '"12345678901234567',
      "\\12345678901234567",
    ),
  );

  test("reads every number exactly", () => {
    fc.assert(
      fc.property(number, text, space, (written, beside, gap) => {
        const type = cty.object({ n: cty.number, t: cty.string, l: cty.list(cty.number) });
        const json = `{"t":${JSON.stringify(beside)},"n":${gap}${written}${gap},"l":[7,${gap}${written}${gap}]}`;
        const read = decodeJson(json, type) as { n: number | string; t: string; l: unknown[] };
        expect([String(read.n), read.t, read.l]).toEqual([written, beside, [7, read.n]]);
      }),
      { numRuns: 1_000 },
    );
  });

  test("properties of JavaScript's Object are not attributes", () => {
    const type = cty.object({ constructor: cty.string, valueOf: cty.string });
    expect(decodeJson("{}", type)).toEqual(
      ctyObject([
        ["constructor", null],
        ["valueOf", null],
      ]),
    );
  });

  test("a state of an older schema: absent is null, and removed fields are dropped on request", () => {
    const type = cty.object({ now: cty.bool });
    expect(decodeJson('{"once":1}', type, { unknownAttributes: "drop" })).toEqual({ now: null });
    expect(() => decodeJson('{"once":1}', type)).toThrow("once: the type has no such attribute");
  });

  test.each<{ what: string; json: string; type: CtyType; message: string }>([
    {
      what: "no JSON",
      json: '{"a":secret}',
      type: cty.bool,
      message: "the whole value: the value is not JSON",
    },
    {
      what: "another type",
      json: '{"a":["secret"]}',
      type: cty.object({ a: cty.list(cty.number) }),
      message: "a[0]: the value is not a number",
    },
    {
      what: "an array as an object",
      json: "[]",
      type: cty.object({}),
      message: "the whole value: the value is not an object",
    },
    {
      what: "an object as text",
      json: "{}",
      type: cty.string,
      message: "the whole value: the value is not a string",
    },
    {
      what: "text as a list",
      json: '"a"',
      type: cty.set(cty.string),
      message: "the whole value: the value is not a sequence",
    },
  ])("$what is refused, without its content", ({ json, type, message }) => {
    expect(() => decodeJson(json, type)).toThrow(expect.objectContaining({ message }));
  });
});
