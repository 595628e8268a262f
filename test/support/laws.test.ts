import fc from "fast-check";
import { expect, test } from "vitest";
import { createTally } from "./laws.ts";

/** A law in whose worlds one event happens, in the world with this number. */
async function lawWith(number: number) {
  const tally = createTally();
  let worlds = 0;
  const law = fc.asyncProperty(fc.nat(), async () => {
    worlds += 1;
    if (worlds === number) tally.count("met");
  });
  await tally.draw(law, 10);
  return { tally, worlds: () => worlds };
}

test("a law with enough events draws its share of worlds, and no more", async () => {
  const { tally, worlds } = await lawWith(10);
  await tally.report("enough", 10, ["met"], 0.1);
  await tally.expectEach(["met"]);
  expect(worlds()).toBe(10);
});

test("a law draws more worlds for an event that is too rare in them, also for another tally", async () => {
  const { tally, worlds } = await lawWith(11);
  await createTally(tally).expectEach([]);
  expect(worlds()).toBe(10);
  await tally.report("more", 10, ["met"], 0.1);
  expect(worlds()).toBe(20);
});

test("a law without the event fails in the end", async () => {
  const { tally, worlds } = await lawWith(0);
  await expect(createTally(tally).expectEach(["met"])).rejects.toThrow(/happened less often than 1 times/u);
  await expect(tally.report("never", 10, ["met"], 0.1)).rejects.toThrow(/too rare to prove anything/u);
  expect(worlds()).toBeGreaterThanOrEqual(20);
});
