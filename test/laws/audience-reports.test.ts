import fc from "fast-check";
import { test } from "vitest";
import { audienceWorld, worldEditedInApp } from "../support/audience/audience-world.ts";
import { checkDrift, checkPlan } from "../support/audience/check-reports.ts";
import { createTally, timeoutOf, worldsOf } from "../support/laws.ts";

const usual = 10_000;
const worlds = worldsOf(usual);

test("the dangers and effects of a plan that open something are what its apply opens", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(audienceWorld, async (given) => await checkPlan(given, tally)),
    worlds,
  );
  await tally.report("openings of plans", worlds, ["judged"], 0.9);
  await tally.report("usual openings of plans", worlds, ["opens", "access"], 0.1);
  await tally.report("rare openings of plans", worlds, ["lists", "shows"], 0.003);
});

test("the dangers and effects of a drift that open something are what the edits in the app open", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(worldEditedInApp, async (given) => await checkDrift(given, tally)),
    worlds,
  );
  await tally.report("openings in the app", worlds, ["judged"], 0.8);
  await tally.report("kinds of openings in the app", worlds, ["opens", "access"], 0.05);
});
