import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hashOfPage, planPage } from "../../tools/pictures/plan-page.ts";

test("the picture of the plan page was drawn from the current page (npm run pictures draws it again)", async () => {
  const drawnFrom = JSON.parse(readFileSync("docs/pictures/drawn-from.json", "utf8")) as unknown;
  expect(drawnFrom).toEqual({ "plan-page.png": hashOfPage(await planPage()) });
});
