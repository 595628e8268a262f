import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { type Box, startBox } from "../cdktf/support/box.ts";
import { isFullShare } from "../support/laws.ts";
import {
  type Block,
  blocksOf,
  containsShown,
  guideText,
  isOfApp,
  notPrinted,
  pages,
  runGuide,
} from "./run-guide.ts";

// The test runs every shell block of the README and the guides with the packed docsform: each page in one shell, from an empty folder, without
// docsform and without a service. One page installs docsform with npm, the others link what npm has installed for these tests. test/cdktf/new-app.test.ts runs the blocks that need an app of constructs.

/** Pages that another test runs. */
const outside: Readonly<Record<string, string>> = {
  "docs/guides/constructs.md": "test/cdktf/new-app.test.ts",
};

/** What a page leads to: commands that are run after its own, and a part of their output. */
const afterwards: Readonly<Record<string, Block>> = {
  // The repository has everything that a job in CI needs: a fresh clone of it plans, and the layout matches the service.
  "docs/guides/getting-started.md": {
    kind: "shell",
    commands: [
      {
        text: "git clone --quiet . ../clone && cd ../clone && npm ci && npx docsform plan --detailed-exitcode\n",
        shown: ["…", "No changes…"],
      },
    ],
  },
};

/** The page that starts the real npm. The others write the same two lines of it. */
const withNpm = "docs/guides/getting-started.md";

/** The pages that a new user reads first. A usual run has only them. */
const first = ["README.md", withNpm];

const runnable = pages.filter(
  (path) => !(path in outside) && blocksOf(guideText(path)).some(({ kind }) => kind === "shell"),
);

const drawn = isFullShare() ? runnable : first;

test("every page has an entry here", () => {
  expect(
    [...Object.keys({ ...outside, ...afterwards }), ...first].filter((path) => !pages.includes(path)),
  ).toEqual([]);
});

// Most commands wait for the service, so several pages run at the same time, each with an organization of its own.
test.concurrent.each(drawn)("%s", { timeout: 280_000 }, async (path) => {
  const blocks = blocksOf(guideText(path)).filter((block) => !isOfApp(block));
  if (!blocks.some(({ kind }) => kind === "shell")) return;
  blocks.push(...[afterwards[path] ?? []].flat());
  const box = await readersBox();
  const ran = await runGuide(blocks, {
    tarball: inject("tarball"),
    ...(path !== withNpm && { installed: join(inject("home"), "node_modules") }),
    environment: ownValues(box),
  });
  try {
    expect(ran.code, ran.output).toBe(0);
    expect(notPrinted(blocks, ran)).toEqual([]);
  } finally {
    ran.remove();
    await box.close();
  }
});

/** The reader's organization, which has content. */
async function readersBox(): Promise<Box> {
  const box = await startBox();
  const organizationId = box.environment["DOCSFORM_ORGANIZATION"] ?? "";
  box.edit("createSpace", { organizationId }, { title: "Handbook" });
  return box;
}

/** The values that the reader puts in the place of three dots. The machine has no other settings for docsform. */
function ownValues(box: Box): Readonly<Record<string, string>> {
  const given = Object.entries(box.environment);
  return Object.fromEntries(given.map(([name, value]) => [`READER_${name}`, value]));
}

test("the test checks what a page shows", () => {
  expect(containsShown("a\nb 12 c\nd\n", ["a", "…", "b … c"])).toBe(true);
  expect(containsShown("a\nb 12 c\n", ["a", "b 13 c"])).toBe(false);
  expect(containsShown("a\n0/1\r1/1\nd\n", ["a", "…", "d"])).toBe(true);
  expect(spawnSync("bash", ["-c", "command -v script"]).status, "util-linux is installed").toBe(0);
});
