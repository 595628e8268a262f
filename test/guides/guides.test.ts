import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { serializeState } from "../../src/reconcile/disk/state-text.ts";
import { exampleLayout } from "../../src/resources/example-layout.ts";
import { type Box, startBox } from "../cdktf/support/box.ts";
import { newRepository, type Repository } from "../operations/git-bench.ts";
import {
  type Block,
  blocksOf,
  containsShown,
  guideText,
  isOfApp,
  pages,
  runGuide,
  type Surroundings,
} from "./run-guide.ts";

// The test runs every shell block of the README and the guides with the packed docsform. test/cdktf/new-app.test.ts runs the blocks that need an
// app of constructs.

/** Pages that another test runs. */
const outside: Readonly<Record<string, string>> = {
  "docs/guides/constructs.md": "test/cdktf/new-app.test.ts",
};
const organization = "Qm3vT8xLz1";
/** The page transfers a space to another organization. */
const between = "docs/guides/actions.md";
const other = "kR4vB0xLz2";
/** The files that `docsform init` writes. */
const layout = {
  "docsform.yaml": exampleLayout(organization),
  "docsform.state.json": serializeState(
    { docsformState: 2, organization, salt: "00", objects: {} },
    { layout: "docsform" },
  ),
};

/** The files of a reader before the first command of a page. */
const before: Readonly<Record<string, Partial<Surroundings>>> = {
  "docs/guides/programs.md": { isInstalled: true, files: layout },
  "docs/guides/call.md": { isInstalled: true },
  "docs/guides/emulator.md": { isInstalled: true },
  [between]: { isInstalled: true },
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

let box: Box;
let boxOfTwo: Box;
let repository: Repository;
beforeAll(async () => {
  box = await startBox(inject("home"));
  boxOfTwo = await startBox(inject("home"), other);
  repository = await newRepository();
  await repository.commit({ "README.md": "# Welcome\n\nHello.\n" });
});
afterAll(async () => {
  await repository?.remove();
  await box?.close();
  await boxOfTwo?.close();
});

const runnable = pages.filter(
  (path) => !(path in outside) && blocksOf(guideText(path)).some(({ kind }) => kind === "shell"),
);

test("every page has an entry here", () => {
  expect(
    Object.keys({ ...outside, ...before, ...afterwards }).filter((path) => !pages.includes(path)),
  ).toEqual([]);
});

test.each(runnable)("%s", { timeout: 280_000 }, async (path) => {
  const blocks = blocksOf(guideText(path)).filter((block) => !isOfApp(block));
  if (!blocks.some(({ kind }) => kind === "shell")) return;
  blocks.push(...[afterwards[path] ?? []].flat());
  const ran = await runGuide(blocks, {
    tarball: inject("tarball"),
    environment: environmentOf(path),
    ...before[path],
  });
  try {
    expect(ran.code, ran.output).toBe(0);
    const shown = blocks
      .flatMap((block) => (block.kind === "shell" ? block.commands : []))
      .map((each) => each.shown);
    expect(ran.printed.length).toBe(shown.length);
    for (const [at, lines] of shown.entries())
      expect(
        containsShown(ran.printed[at] ?? "", lines),
        `${lines.join("\n")}\n--- was not printed:\n${ran.printed[at]}`,
      ).toBe(true);
  } finally {
    ran.remove();
  }
});

/** The environment variables of the reader, without those that the page exports itself. */
function environmentOf(path: string): Readonly<Record<string, string>> {
  const service = (path === between ? boxOfTwo : box).environment;
  const own = { ...service, OTHER_ORGANIZATION: other };
  const typed = new Set([...guideText(path).matchAll(/^ *export (\w+)=…/gmu)].map(([, name]) => name));
  // A reader of a page that starts without files has not yet chosen an organization.
  if (before[path] === undefined) typed.add("DOCSFORM_ORGANIZATION");
  const given = Object.entries(own).filter(([name]) => !typed.has(name));
  return {
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`READER_${name}`, value])),
    ...Object.fromEntries(given),
    REPOSITORY: repository.url,
  };
}

test("the test checks what a page shows", () => {
  expect(containsShown("a\nb 12 c\nd\n", ["a", "…", "b … c"])).toBe(true);
  expect(containsShown("a\nb 12 c\n", ["a", "b 13 c"])).toBe(false);
  expect(spawnSync("bash", ["-c", "command -v script"]).status, "util-linux is installed").toBe(0);
});
