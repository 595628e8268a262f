import { expect, test } from "vitest";
import { translation } from "./translation.ts";

test.each([
  { sourceLanguage: "en", language: "en", failures: ["translation/own-language"] },
  { sourceLanguage: "en", language: "fr", failures: [] },
  // Values that are known only later, and values that are not declared.
  { failures: [] },
])("$sourceLanguage into $language: $failures", ({ failures, ...attributes }) => {
  expect(translation.check?.(attributes).map(({ code }) => code)).toEqual(failures);
});
