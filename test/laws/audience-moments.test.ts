import fc from "fast-check";
import { test } from "vitest";
import { audienceWorld } from "../support/audience/audience-world.ts";
import { cause, causeKinds } from "../support/audience/causes.ts";
import { checkMoments } from "../support/audience/check-moments.ts";
import { layoutEditNames } from "../support/audience/layout-edits.ts";
import { createTally, timeoutOf, worldsOf } from "../support/laws.ts";

/** The runs of each world: an apply to prepare them is as expensive as a run. */
const runs = 4;
const usual = 10_000 / runs;
const worlds = worldsOf(usual);
/** Each pair of an edit and a cause happens at least as often: five times among all worlds. */
const fewest = Math.floor(worlds * 0.002);

const world = fc.record({
  world: audienceWorld,
  causes: fc.array(cause, { minLength: runs, maxLength: runs }),
});

test("no moment of a run shows what neither the world before nor the planned one shows", {
  timeout: timeoutOf(10 * usual),
}, async () => {
  const tally = createTally();
  const pairs = createTally(tally);
  await tally.draw(
    fc.asyncProperty(world, async (given) => await checkMoments(given, tally, pairs)),
    worlds,
  );
  await tally.report("moments", worlds, ["planned"], 0.9);
  const met = ["20 writes and more", "current", "classic", "classic-minimal", ...causeKinds];
  await tally.report("moments by cause", worlds, met, 0.07);
  const all = layoutEditNames.flatMap((edit) => causeKinds.map((kind) => `${edit}, ${kind}`));
  await pairs.expectEach(all, fewest);
});
