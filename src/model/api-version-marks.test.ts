import { expect, test } from "vitest";
import * as z from "zod";
import { apiVersionsOf, foreignParts, only } from "./api-version-marks.ts";
import type { ApiVersion } from "./endpoint.ts";

const color = only("current", z.enum(["red", "green"]), "green");
const body = z.strictObject({
  draft: only("current", z.boolean()).nullable().optional(),
  agents: only(["classic", "classic-minimal"], z.string()).optional(),
  color: color.optional(),
  rules: z.union([z.literal("none"), z.array(z.strictObject({ color }))]).optional(),
});

test.each([
  { value: {}, classic: [], current: [] },
  { value: { draft: true }, classic: ["draft"], current: [] },
  { value: { draft: null }, classic: ["draft"], current: [] },
  { value: { agents: "x" }, classic: [], current: ["agents"] },
  { value: { color: "red" }, classic: [], current: [] },
  { value: { color: "green" }, classic: ["color"], current: [] },
  { value: { rules: "none" }, classic: [], current: [] },
  {
    value: { draft: false, rules: [{ color: "red" }, { color: "green" }] },
    classic: ["draft", "rules.1.color"],
    current: [],
  },
])("$value", ({ value, classic, current }) => {
  const paths = (apiVersion: ApiVersion) =>
    foreignParts(body, value, apiVersion).map((part) => part.path.join("."));
  expect([paths("classic"), paths("current"), paths("classic-minimal")]).toEqual([classic, current, classic]);
});

test("a schema has the API versions of the schema that it wraps, unless only values are marked", () => {
  expect(apiVersionsOf(body.shape.draft)).toEqual(["current"]);
  expect(apiVersionsOf(body.shape.agents)).toEqual(["classic", "classic-minimal"]);
  expect(apiVersionsOf(body.shape.color)).toBeUndefined();
});
