import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CtyType, cty, formatType, parseType } from "./cty-type.ts";
import { type CtyValue, ctyObject, isWhollyKnown, refinedUnknown, TypedValue, unknown } from "./cty-value.ts";
import { sameValue } from "./equal.ts";
import { decodeJson, encodeJson } from "./json.ts";
import { decodeMsgpack, encodeMsgpack } from "./msgpack.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

describe("what Terraform writes is read", () => {
  test.each<{ what: string; bytes: string; type: CtyType; value: CtyValue }>([
    { what: "null", bytes: "c0", type: cty.string, value: null },
    { what: "an unknown", bytes: "d40000", type: cty.string, value: unknown },
    { what: "an unknown of a later kind", bytes: "c7 02 4d ffff", type: cty.bool, value: unknown },
    {
      what: "a refined unknown",
      bytes: "c7 08 0c 82 01 c2 02 a3 61622d",
      type: cty.string,
      value: refinedUnknown({ notNull: true, prefix: "ab-" }),
    },
    {
      what: "bounds of numbers, one as text",
      bytes: "c7 0a 0c 82 03 92 01 c3 04 92 a1 32 c2",
      type: cty.number,
      value: refinedUnknown({ lower: { value: 1, inclusive: true }, upper: { value: 2, inclusive: false } }),
    },
    {
      what: "bounds of lengths",
      bytes: "c7 05 0c 82 05 01 06 0a",
      type: cty.list(cty.string),
      value: refinedUnknown({ minLength: 1, maxLength: 10 }),
    },
    {
      what: "an unknown that is known to be null",
      bytes: "c7 03 0c 81 01 c3",
      type: cty.string,
      value: null,
    },
    {
      what: "a refinement of a later protocol",
      bytes: "c7 08 0c 82 63 92 a1 61 80 01 c2",
      type: cty.string,
      value: refinedUnknown({ notNull: true }),
    },
    { what: "a number as text", bytes: "a3 302e31", type: cty.number, value: 0.1 },
    {
      what: "an integer of 64 bits",
      bytes: "cf ffffffffffffffff",
      type: cty.number,
      value: "18446744073709551615",
    },
    { what: "a negative integer", bytes: "d1 ff00", type: cty.number, value: -256 },
    { what: "a single-precision float", bytes: "ca 3f000000", type: cty.number, value: 0.5 },
    { what: "text as bytes", bytes: "c4 02 6869", type: cty.string, value: "hi" },
    {
      what: "an object that leaves an attribute out",
      bytes: "80",
      type: cty.object({ a: cty.bool }),
      value: ctyObject([["a", null]]),
    },
    {
      what: "a dynamic null with a type",
      bytes: `92 c4 08 ${Buffer.from('"string"').toString("hex")} c0`,
      type: cty.dynamic,
      value: new TypedValue(cty.string, null),
    },
  ])("$what", ({ bytes, type, value }) => {
    expect(decodeMsgpack(hex(bytes), type)).toEqual(value);
  });
});

describe("what is no value is refused, with its place and without its content", () => {
  test.each([
    {
      what: "another type",
      bytes: "81 a1 61 92 01 a6 736563726574",
      type: cty.object({ a: cty.list(cty.number) }),
      message: "a[1]: what is there is no number",
    },
    {
      what: "an attribute that is none",
      bytes: "81 a1 62 c3",
      type: cty.object({ a: cty.bool }),
      message: "b: what is there is no attribute of the type",
    },
    {
      what: "an early end",
      bytes: "92 01 a5",
      type: cty.list(cty.number),
      message: "[1]: the bytes end early",
    },
    {
      what: "a size beyond the bytes",
      bytes: "dd ffffffff",
      type: cty.list(cty.number),
      message: "the value: a container is larger than its bytes",
    },
    {
      what: "bytes after the end",
      bytes: "c0c0",
      type: cty.bool,
      message: "the value: bytes follow the value",
    },
    {
      what: "a tuple of another length",
      bytes: "91 c3",
      type: cty.tuple([]),
      message: "the value: what is there is no tuple of 0",
    },
    {
      what: "a byte without meaning",
      bytes: "c1",
      type: cty.bool,
      message: "the value: a byte that MessagePack does not use",
    },
    {
      what: "a type that is none",
      bytes: "92 c4 02 2278 c3",
      type: cty.dynamic,
      message: "the value: a type is not written in JSON",
    },
  ])("$what", ({ bytes, type, message }) => {
    expect(() => decodeMsgpack(hex(bytes), type)).toThrow(message);
  });

  test("nesting without end", () => {
    const deep = Buffer.concat([
      ...Array.from({ length: 20_000 }, () => hex("92 c4 09 2264796e616d696322")),
      hex("c0"),
    ]);
    expect(() => decodeMsgpack(deep, cty.dynamic)).toThrow("nested too deeply");
  });
});

describe("what a provider gives is written as Terraform compares it", () => {
  test.each<{ what: string; value: CtyValue; type: CtyType; bytes: string }>([
    { what: "0.1 as the decimal", value: 0.1, type: cty.number, bytes: "a3 302e31" },
    { what: "0.5 as a double", value: 0.5, type: cty.number, bytes: "cb 3fe0000000000000" },
    { what: "an integer as text as an integer", value: "7", type: cty.number, bytes: "07" },
    { what: "2^53 as an integer", value: 2 ** 53 - 1, type: cty.number, bytes: "cf 001fffffffffffff" },
    { what: "a large negative", value: -(2 ** 40), type: cty.number, bytes: "d3 ffffff0000000000" },
    { what: "an unknown", value: unknown, type: cty.number, bytes: "d4 00 00" },
    {
      what: "a missing attribute as null",
      value: {},
      type: cty.object({ a: cty.bool }),
      bytes: "81 a1 61 c0",
    },
  ])("$what", ({ value, type, bytes }) => {
    expect(encodeMsgpack(value, type).toString("hex")).toBe(hex(bytes).toString("hex"));
  });

  test.each<{ what: string; value: CtyValue; type: CtyType }>([
    { what: "an attribute that the type lacks", value: { b: 1 }, type: cty.object({ a: cty.bool }) },
    { what: "a number as text that is none", value: "one", type: cty.number },
    { what: "NaN", value: Number.NaN, type: cty.number },
    { what: "a bare value where its type must be told", value: "x", type: cty.dynamic },
    { what: "an array as an object", value: [], type: cty.object({}) },
  ])("$what is refused", ({ value, type }) => {
    expect(() => encodeMsgpack(value, type)).toThrow("what is there is no");
  });

  test("a prefix is shortened to what Terraform takes", () => {
    const bytes = encodeMsgpack(refinedUnknown({ prefix: "é".repeat(2000) }), cty.string);
    expect(bytes.length).toBeLessThan(1024);
    expect(decodeMsgpack(bytes, cty.string)).toEqual(refinedUnknown({ prefix: "é".repeat(200) }));
  });
});

const keys = fc.oneof(fc.constantFrom("__proto__", "constructor", "a", "toString"), fc.string());

const types = fc.letrec<{ type: CtyType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<CtyType[]>(cty.string, cty.number, cty.bool, cty.dynamic),
    fc
      .tuple(fc.constantFrom("list", "set", "map"), tie("type"))
      .map(([kind, element]) => ({ kind, element }) as CtyType),
    fc.array(tie("type"), { maxLength: 3 }).map(cty.tuple),
    fc.dictionary(keys, tie("type"), { maxKeys: 4 }).map(cty.object),
  ),
})).type;

const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((double) => (double === 0 ? 0 : double)),
  fc.bigInt({ min: 2n ** 60n, max: 2n ** 90n }).map(String),
);

function valuesOf(type: CtyType, unknowns: fc.Arbitrary<CtyValue>): fc.Arbitrary<CtyValue> {
  return fc.oneof(
    { weight: 8, arbitrary: knownValuesOf(type, unknowns) },
    { weight: 1, arbitrary: fc.constant(null) },
    unknowns,
  );
}

function knownValuesOf(type: CtyType, unknowns: fc.Arbitrary<CtyValue>): fc.Arbitrary<CtyValue> {
  switch (type.kind) {
    case "string":
      return fc.string({ unit: "binary", maxLength: 300 });
    case "number":
      return numbers;
    case "bool":
      return fc.boolean();
    case "dynamic":
      return fc
        .constantFrom<CtyType[]>(cty.string, cty.number, cty.list(cty.bool))
        .chain((inner) => valuesOf(inner, unknowns).map((value) => new TypedValue(inner, value)));
    case "list":
    case "set":
      return fc.array(valuesOf(type.element, unknowns), { maxLength: 20 });
    case "map":
      return fc
        .dictionary(keys, valuesOf(type.element, unknowns), { maxKeys: 20 })
        .map((map) => ctyObject(Object.entries(map)));
    case "tuple":
      return fc.tuple(...type.elements.map((element) => valuesOf(element, unknowns)));
    case "object": {
      const names = Object.keys(type.attributes);
      return fc
        .tuple(...names.map((name) => valuesOf(type.attributes[name] as CtyType, unknowns)))
        .map((values) => ctyObject(names.map((name, index) => [name, values[index] as CtyValue])));
    }
  }
}

describe("laws", () => {
  const someUnknown = fc.constantFrom<CtyValue[]>(unknown, refinedUnknown({ notNull: true, prefix: "p" }));

  test("types: parse(format(t)) is t", () => {
    fc.assert(
      fc.property(types, (type) => {
        expect(formatType(parseType(formatType(type)))).toBe(formatType(type));
      }),
    );
  });

  test("MessagePack: what is written is read as the same value, and as the same bytes", () => {
    const pairs = types.chain((type) => fc.tuple(fc.constant(type), valuesOf(type, someUnknown)));
    fc.assert(
      fc.property(pairs, ([type, value]) => {
        const bytes = encodeMsgpack(value, type);
        const read = decodeMsgpack(bytes, type);
        expect(sameValue(read, value, type)).toBe(true);
        expect(encodeMsgpack(read, type).equals(bytes)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("JSON: what is wholly known survives, with all its digits", () => {
    const pairs = types.chain((type) => fc.tuple(fc.constant(type), valuesOf(type, fc.constant(null))));
    fc.assert(
      fc.property(pairs, ([type, value]) => {
        expect(isWhollyKnown(value)).toBe(true);
        expect(sameValue(decodeJson(encodeJson(value, type), type), value, type)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
