import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CtyType, cty, formatType, parseType } from "./cty-type.ts";
import {
  type CtyValue,
  ctyObject,
  isWhollyKnown,
  UnknownValue,
  unknown,
  unknownNotNull,
} from "./cty-value.ts";
import { sameValue } from "./equal.ts";
import { decodeJson } from "./json-values.ts";
import { decodeMsgpack } from "./msgpack-reader.ts";
import { encodeMsgpack } from "./msgpack-writer.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

describe("reads what Terraform writes", () => {
  test.each<{ what: string; bytes: string; type: CtyType; value: CtyValue }>([
    { what: "null", bytes: "c0", type: cty.string, value: null },
    { what: "an unknown", bytes: "d40000", type: cty.string, value: unknown },
    { what: "an unknown of a later kind", bytes: "c7 02 4d ffff", type: cty.bool, value: unknown },
    {
      what: "an unknown that will not be null",
      bytes: "c7 03 0c 81 01 c2",
      type: cty.string,
      value: unknownNotNull,
    },
    {
      what: "an unknown of which more is known",
      bytes: "c7 08 0c 82 01 c2 02 a3 61622d",
      type: cty.string,
      value: new UnknownValue(hex("82 01 c2 02 a3 61622d")),
    },
    { what: "a number as text", bytes: "a3 302e31", type: cty.number, value: 0.1 },
    {
      what: "an integer of 64 bits",
      bytes: "cf ffffffffffffffff",
      type: cty.number,
      value: "18446744073709551615",
    },
    {
      what: "an integer of 64 bits that a double can represent",
      bytes: "d3 ffffff0000000000",
      type: cty.number,
      value: -(2 ** 40),
    },
    { what: "a negative integer", bytes: "d1 ff00", type: cty.number, value: -256 },
    { what: "a single-precision float", bytes: "ca 3f000000", type: cty.number, value: 0.5 },
    {
      what: "a double that prints with fewer digits than it has",
      bytes: "cb 3fb999999999999a",
      type: cty.number,
      value: "0.1000000000000000055511151231257827021181583404541015625",
    },
    { what: "text as bytes", bytes: "c4 02 6869", type: cty.string, value: "hi" },
    {
      what: "an object that leaves an attribute out",
      bytes: "80",
      type: cty.object({ a: cty.bool }),
      value: ctyObject([["a", null]]),
    },
  ])("$what", ({ bytes, type, value }) => {
    expect(decodeMsgpack(hex(bytes), type)).toEqual(value);
  });
});

describe("refuses an invalid value, with its place and without its content", () => {
  test.each([
    {
      what: "another type",
      bytes: "81 a1 61 92 01 a6 736563726574",
      type: cty.object({ a: cty.list(cty.number) }),
      message: "a[1]: the value is not a number",
    },
    {
      what: "an attribute that the type lacks",
      bytes: "81 a1 62 c3",
      type: cty.object({ a: cty.bool }),
      message: "b: the type has no such attribute",
    },
    {
      what: "the name of a property of JavaScript's Object",
      bytes: "81 a9 5f5f70726f746f5f5f c3",
      type: cty.object({ a: cty.bool }),
      message: "__proto__: the type has no such attribute",
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
      message: "[0]: the bytes end early",
    },
    {
      what: "bytes after the end",
      bytes: "c0c0",
      type: cty.bool,
      message: "the whole value: bytes follow the value",
    },
    {
      what: "a byte without meaning",
      bytes: "c1",
      type: cty.bool,
      message: "the whole value: the value is not a bool",
    },
  ])("$what", ({ bytes, type, message }) => {
    expect(() => decodeMsgpack(hex(bytes), type)).toThrow(message);
  });
});

describe("writes values as Terraform compares them", () => {
  test.each<{ what: string; value: CtyValue; type: CtyType; bytes: string }>([
    { what: "0.1 as the decimal", value: 0.1, type: cty.number, bytes: "a3 302e31" },
    { what: "an integer as text as an integer", value: "7", type: cty.number, bytes: "07" },
    { what: "a small negative", value: -32, type: cty.number, bytes: "e0" },
    { what: "a large negative as text", value: -33, type: cty.number, bytes: "a3 2d3333" },
    { what: "an integer of 32 bits", value: 2 ** 32 - 1, type: cty.number, bytes: "ce ffffffff" },
    { what: "an unknown", value: unknown, type: cty.number, bytes: "d4 00 00" },
    {
      what: "an unknown that will not be null",
      value: unknownNotNull,
      type: cty.bool,
      bytes: "c7 03 0c 81 01 c2",
    },
    {
      what: "a missing attribute as null",
      value: {},
      type: cty.object({ a: cty.bool }),
      bytes: "81 a1 61 c0",
    },
  ])("$what", ({ value, type, bytes }) => {
    expect(encodeMsgpack(value, type).toString("hex")).toBe(hex(bytes).toString("hex"));
  });

  test.each<{ what: string; value: CtyValue; type: CtyType; says: string }>([
    {
      what: "an attribute that the type lacks",
      value: { b: 1 },
      type: cty.object({ a: cty.bool }),
      says: "b: the type has no such attribute",
    },
    {
      what: "a text that is no number, as a number",
      value: "one",
      type: cty.number,
      says: "the whole value: the value is not a number",
    },
    { what: "NaN", value: Number.NaN, type: cty.number, says: "the whole value: the value is not a number" },
    {
      what: "a number as a bool",
      value: [true, 1],
      type: cty.list(cty.bool),
      says: "[1]: the value is not a bool",
    },
    {
      what: "an array as an object",
      value: [],
      type: cty.object({}),
      says: "the whole value: the value is not an object",
    },
  ])("$what is refused", ({ value, type, says }) => {
    expect(() => encodeMsgpack(value, type)).toThrow(says);
  });
});

const keys = fc.oneof(
  fc.constantFrom("constructor", "a", "toString"),
  fc.string().filter((key) => key !== "__proto__"),
);

const types = fc.letrec<{ type: CtyType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<CtyType[]>(cty.string, cty.number, cty.bool),
    fc
      .tuple(fc.constantFrom("list", "set", "map"), tie("type"))
      .map(([kind, element]) => ({ kind, element }) as CtyType),
    fc.dictionary(keys, tie("type"), { maxKeys: 20 }).map(cty.object),
  ),
})).type;

const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((double) => (double === 0 ? 0 : double)),
  fc.bigInt({ min: 2n ** 60n, max: 2n ** 90n }).map((big) => String(big)),
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
    case "list":
    case "set":
      return fc.array(valuesOf(type.element, unknowns), { maxLength: 20 });
    case "map":
      return fc.dictionary(keys, valuesOf(type.element, unknowns), { maxKeys: 20 });
    case "object": {
      const names = Object.keys(type.attributes);
      return fc
        .tuple(...names.map((name) => valuesOf(type.attributes[name] as CtyType, unknowns)))
        .map((values) => ctyObject(names.map((name, index) => [name, values[index] as CtyValue])));
    }
  }
}

describe("laws", () => {
  test("types: parse(format(t)) is t", () => {
    fc.assert(
      fc.property(types, (type) => {
        expect(formatType(parseType(formatType(type)))).toBe(formatType(type));
      }),
    );
  });

  test("MessagePack: a written value reads as the same value, and as the same bytes", () => {
    const unknowns = fc.constantFrom<CtyValue[]>(
      unknown,
      unknownNotNull,
      new UnknownValue(hex("82 01 c2 02 a3 61622d")),
    );
    const pairs = types.chain((type) => fc.tuple(fc.constant(type), valuesOf(type, unknowns)));
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

  test("JSON: a known value is the same in a state and in a message", () => {
    const pairs = types.chain((type) => fc.tuple(fc.constant(type), valuesOf(type, fc.constant(null))));
    fc.assert(
      fc.property(pairs, ([type, value]) => {
        expect(isWhollyKnown(value)).toBe(true);
        const read = decodeJson(JSON.stringify(value), type);
        expect(sameValue(read, value, type)).toBe(true);
        expect(sameValue(decodeMsgpack(encodeMsgpack(read, type), type), value, type)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

test.each(['"map"', '["map","any"]', '["tuple",[]]', '"dynamic"', "7"])("%s is not a type", (json) => {
  expect(() => parseType(json)).toThrow("a type is of no known kind");
});
