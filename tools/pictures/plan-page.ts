import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import { openStage } from "../demo/stage.ts";

/** The edits of the example whose plan the picture shows: a new title, another order and a new section. */
const edits: readonly (readonly [string, string])[] = [
  ["title: Guides, collection", "title: Manuals, collection"],
  ["spaces: [api] }\n", "spaces: [api] }\n          - { section: News, path: news, spaces: [changelog] }\n"],
  ["      - { section: Changelog, path: changelog, spaces: [changelog] }\n", ""],
  [
    "      - section: Guides",
    "      - { section: Changelog, path: changelog, spaces: [changelog] }\n      - section: Guides",
  ],
];

/** The page of `plan --html` that the picture shows. It is the same in each run. */
export async function planPage(): Promise<string> {
  const stage = await openStage({
    print: () => {},
    isTerminal: false,
    clock: systemClock,
    random: fixedNumbers(),
  });
  try {
    await stage.run(["apply", "--yes", "--concurrency", "1"]);
    const layout = join(stage.folder, "docsform.yaml");
    writeFileSync(layout, edits.reduce(edited, readFileSync(layout, "utf8")));
    await stage.run(["plan", "--html", "plan.html", "--concurrency", "1"]);
    const page = readFileSync(join(stage.folder, "plan.html"), "utf8");
    return page.replaceAll(new URL(stage.emulator.url).host, "127.0.0.1:4800");
  } finally {
    await stage.close();
  }
}

/** Numbers between 0 and 1 in a fixed order, far from each other. */
function fixedNumbers(): () => number {
  let last = 0;
  return () => {
    last = (last + (Math.sqrt(5) - 1) / 2) % 1;
    return last;
  };
}

function edited(text: string, [before, after]: readonly [string, string]): string {
  if (!text.includes(before)) throw new Error(`The example has no line ${before}.`);
  return text.replace(before, after);
}

/** Identifies the page that a picture was drawn from. */
export function hashOfPage(page: string): string {
  return createHash("sha256").update(page).digest("hex");
}
