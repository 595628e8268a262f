import { expect, test } from "vitest";
import { present } from "./present.ts";

test("undefined is absent; null, false and an empty object are values", () => {
  expect(Object.keys(present({ a: undefined, b: null, c: false, d: "", e: 0 }))).toEqual([
    "b",
    "c",
    "d",
    "e",
  ]);
});
