import { expect, test } from "vitest";
import { isSameLayout } from "./same-layout.ts";

const same = (one: string, other: string) =>
  isSameLayout({ file: "a", text: one }, { file: "a", text: other });

test.each([
  ["a: 1\nb: 2\n", "b: 2\na: 1\n"],
  ["a: 'x' # c\n", "# c\na: x\n"],
  ["a: &x 1\nb: *x\n", "a: &x 1\nb: *x\n"],
  ["a: !env X\n", "a: !env 'X'\n"],
])("%j and %j are the same", (one, other) => {
  expect(same(one, other)).toBe(true);
});

test.each([
  ["a: 1\n", "a: '1'\n"],
  ["a: [1, 2]\n", "a: [2, 1]\n"],
  ["a: 1 # c\n", "a: 1\n"],
  ["a: x\n", "a: !env x\n"],
  ["a: &x 1\n", "a: 1\n"],
  ["a: &x 1\nb: *x\n", "a: &x 1\nb: 1\n"],
  ["a: &x 1\nb: &x 2\nc: *x\n", "b: &x 2\na: &x 1\nc: *x\n"],
])("%j and %j differ", (one, other) => {
  expect(same(one, other)).toBe(false);
});
