import fc from "fast-check";
import { expect, test } from "vitest";
import { oneWorld } from "./one-world.ts";

test.each([
  { name: "as it was drawn", path: "40" },
  { name: "as it was made smaller", path: "40:0:1" },
])("a path leads to one world, $name", async ({ path }) => {
  const worlds = fc.array(fc.nat(), { minLength: 5 });
  const again = { seed: 7, path, plugins: [oneWorld] };
  const [expected] = fc.sample(worlds, { seed: 7, path, numRuns: 1 });
  const drawn: (readonly number[])[] = [];
  const note = (world: readonly number[]) => void drawn.push(world);
  fc.assert(fc.property(worlds, note), again);
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => note(world)),
    again,
  );
  expect(drawn).toEqual([expected, expected]);
});
