import { expect, test } from "vitest";
import { parseShallow, TooDeepError } from "./json.ts";

test("the JSON of a file may be nested 200 deep, and no deeper", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect(parseShallow(nested(200))).toEqual(JSON.parse(nested(200)));
  expect(() => parseShallow(nested(201))).toThrow(TooDeepError);
});
