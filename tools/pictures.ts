import { writeFileSync } from "node:fs";
import { openBrowser, skipped } from "../test/page/browser.ts";
import { hashOfPage, planPage } from "./pictures/plan-page.ts";

// `npm run pictures` draws the plan page for the README, with Chromium. `npm run generate` draws the other picture.

if (skipped !== undefined) throw new Error(`The pictures need Chromium: ${skipped}.`);
const text = await planPage();
// Its page stays open until the browser closes.
const browser = await openBrowser(() => {});
try {
  const page = await browser.open(text, { width: 1100 });
  await page.screenshot({ path: "docs/pictures/plan-page.png", fullPage: true });
} finally {
  await browser.close();
}
writeFileSync(
  "docs/pictures/drawn-from.json",
  `${JSON.stringify({ "plan-page.png": hashOfPage(text) }, null, 2)}\n`,
);
