import { expect, test } from "vitest";
import * as z from "zod";
import type { Generation } from "./endpoint.ts";
import { foreignParts, generationsOf, only } from "./generation-marks.ts";

const colour = only("current", z.enum(["red", "green"]), "green");
const body = z.strictObject({
  draft: only("current", z.boolean()).nullable().optional(),
  agents: only(["classic", "shown"], z.string()).optional(),
  colour: colour.optional(),
  rules: z.union([z.literal("none"), z.array(z.strictObject({ colour }))]).optional(),
});

test.each([
  { value: {}, classic: [], current: [] },
  { value: { draft: true }, classic: ["draft"], current: [] },
  { value: { draft: null }, classic: ["draft"], current: [] },
  { value: { agents: "x" }, classic: [], current: ["agents"] },
  { value: { colour: "red" }, classic: [], current: [] },
  { value: { colour: "green" }, classic: ["colour"], current: [] },
  { value: { rules: "none" }, classic: [], current: [] },
  {
    value: { draft: false, rules: [{ colour: "red" }, { colour: "green" }] },
    classic: ["draft", "rules.1.colour"],
    current: [],
  },
])("$value", ({ value, classic, current }) => {
  const paths = (generation: Generation) =>
    foreignParts(body, value, generation).map((part) => part.path.join("."));
  expect([paths("classic"), paths("current"), paths("shown")]).toEqual([classic, current, classic]);
});

test("a schema tells its generation through what it is wrapped in, and not where values are marked", () => {
  expect(generationsOf(body.shape.draft)).toEqual(["current"]);
  expect(generationsOf(body.shape.agents)).toEqual(["classic", "shown"]);
  expect(generationsOf(body.shape.colour)).toBeUndefined();
});
