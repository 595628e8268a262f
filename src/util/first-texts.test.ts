import { expect, test } from "vitest";
import { firstTexts } from "./first-texts.ts";

test.each([
  [0, ""],
  [2, "1, 2"],
  [3, "1, 2, 3"],
  [4, "1, 2 and 2 more"],
])("of %d texts, two are listed, or three if that is all: %j", (count, text) => {
  const texts = Array.from({ length: count }, (_, at) => String(at + 1));
  expect(firstTexts(texts, 2)).toBe(text);
});
