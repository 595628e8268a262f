import fc from "fast-check";
import { test } from "vitest";
import { appEditNames } from "../support/audience/app-audience-edits.ts";
import { worldEditedInApp } from "../support/audience/audience-world.ts";
import { checkUndo } from "../support/audience/check-undo.ts";
import { createTally, timeoutOf, worldsOf } from "../support/laws.ts";

const usual = 10_000;
const worlds = worldsOf(usual);

test("a run without the permission to overwrite leaves nothing more open than people and edits of the layout have left it", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(worldEditedInApp, async (given) => await checkUndo(given, tally)),
    worlds,
  );
  await tally.report("undo", worlds, ["judged"], 0.9);
  await tally.report("undo of closings", worlds, ["would open", "refused", "done"], 0.1);
  await tally.report(
    "undo beside edits of the layout",
    worlds,
    ["would open, with edits of the layout"],
    0.03,
  );
  await tally.expectEach(appEditNames, Math.floor(worlds * 0.001));
});
