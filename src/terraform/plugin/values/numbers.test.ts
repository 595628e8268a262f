import fc from "fast-check";
import { expect, test } from "vitest";
import { numberFromDouble, numberFromText } from "./numbers.ts";

test.each([
  { text: "0.1", number: 0.1 },
  { text: "-0", number: 0 },
  { text: "1e3", number: 1000 },
  { text: "0012.500", number: 12.5 },
  { text: "9007199254740993", number: "9007199254740993" },
  { text: "0.10000000000000000001", number: "0.10000000000000000001" },
  { text: "1e400", number: "1e400" },
  { text: ".", number: undefined },
  { text: "", number: undefined },
  { text: "0x10", number: undefined },
  { text: "1_000", number: undefined },
  { text: "Infinity", number: undefined },
])("the decimal $text", ({ text, number }) => {
  expect(numberFromText(text)).toBe(number);
});

test.each([
  { double: 0.5, number: 0.5 },
  { double: 100, number: 100 },
  { double: -2.25, number: -2.25 },
  { double: 0.1, number: "0.1000000000000000055511151231257827021181583404541015625" },
  { double: 2 ** 63, number: "9223372036854775808" },
])("the double $double is exactly $number", ({ double, number }) => {
  expect(numberFromDouble(double)).toBe(number);
});

test("a double reads as the same double, in every form", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
      expect(Number(numberFromDouble(double)) === double).toBe(true);
      expect(Number(numberFromText(String(double))) === double).toBe(true);
    }),
  );
});
