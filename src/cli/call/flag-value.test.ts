import { expect, test } from "vitest";
import * as z from "zod";
import { flagValue } from "./flag-value.ts";

const part = (schema: z.ZodType) => ({ name: "title", in: "body", required: false, schema }) as const;

test("null is null where text is accepted too", () => {
  expect(flagValue("--title", part(z.string().nullable()), ["null"])).toBe(null);
});

test("a flag of one text is not repeated", () => {
  expect(() => flagValue("--title", part(z.string()), ["a", "b"])).toThrow("--title");
  expect(flagValue("--title", part(z.array(z.string())), ["a", "b"])).toEqual(["a", "b"]);
});
