import fc from "fast-check";
import { expect, test } from "vitest";
import {
  exactDecimal,
  numberFromBigint,
  numberFromDecimal,
  numberFromDouble,
  plainDecimal,
} from "./numbers.ts";

test.each([
  { text: "0.1", number: 0.1 },
  { text: "-0", number: 0 },
  { text: "1e3", number: 1000 },
  { text: "0012.500", number: 12.5 },
  { text: "9007199254740993", number: "9007199254740993" },
  { text: "0.10000000000000000001", number: "0.10000000000000000001" },
  { text: "-123456789012345678901234567890", number: "-123456789012345678901234567890" },
  { text: "1e-3", number: 0.001 },
  { text: "1e400", number: `1${"0".repeat(400)}` },
  { text: "1e999999", number: "1e999999" },
  { text: ".", number: undefined },
  { text: "", number: undefined },
  { text: "0x10", number: undefined },
  { text: "1_000", number: undefined },
])("the decimal $text", ({ text, number }) => {
  expect(numberFromDecimal(text)).toBe(number);
});

test.each([
  { double: 0.5, number: 0.5 },
  { double: 0.1, number: "0.1000000000000000055511151231257827021181583404541015625" },
  { double: 2 ** 63, number: "9223372036854775808" },
  { double: 1e21, number: 1e21 },
  { double: Number.POSITIVE_INFINITY, number: Number.POSITIVE_INFINITY },
])("the double $double is exactly $number", ({ double, number }) => {
  expect(numberFromDouble(double)).toBe(number);
});

test("integers of 64 bits keep their digits", () => {
  expect(numberFromBigint(2n ** 64n - 1n)).toBe("18446744073709551615");
  expect(numberFromBigint(-42n)).toBe(-42);
});

test("all digits of a double are that double, and its shortest form is a number again", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
      expect(Number(exactDecimal(double)) === double).toBe(true);
      expect(plainDecimal(String(numberFromDecimal(String(double))))).toBe(plainDecimal(String(double)));
    }),
  );
});
