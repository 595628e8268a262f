import { expect, test } from "vitest";
import { present } from "./present.ts";

test("a field without a value is absent; null, false and nothing at all are values", () => {
  expect(Object.keys(present({ a: undefined, b: null, c: false, d: "", e: 0 }))).toEqual([
    "b",
    "c",
    "d",
    "e",
  ]);
});
