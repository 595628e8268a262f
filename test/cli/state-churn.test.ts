import { beforeEach, expect, test } from "vitest";
import { apply, benchOfTest, openWorkbench, smallLayout } from "./workbench.ts";

// People review changes of the state, and Git merges them. So a run must not change other lines.

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": smallLayout }));
beforeEach(async () => {
  await applied(smallLayout, "--allow-create");
});

async function applied(layout: string, ...flags: readonly string[]): Promise<void> {
  bench.files.write("docsform.yaml", layout);
  await bench.checkDone([...apply, ...flags]);
}

interface StateText {
  readonly objects: Readonly<Record<string, unknown>>;
}
const stateNow = () => JSON.parse(bench.files.read("docsform.state.json") ?? "") as StateText;

/** Addresses with new or changed entries. */
function changedSince({ objects: before }: StateText): readonly string[] {
  const { objects } = stateNow();
  const all = new Set([...Object.keys(before), ...Object.keys(objects)]);
  return [...all].filter((address) => JSON.stringify(before[address]) !== JSON.stringify(objects[address]));
}

const first = "      - { section: Guides, path: guides, spaces: [guides] }\n";
const second = "      - { section: API, path: api, spaces: [api] }\n";
const more = "      - { section: More, path: more, spaces: [api] }\n";

const edits = [
  { what: "a title", to: smallLayout.replace("title: API }", "title: Interface }"), changes: ["space.api"] },
  {
    what: "a section before the others",
    to: smallLayout.replace(first, more + first),
    changes: ["site_section.docs/more", "site_space.docs/more/api"],
  },
  {
    what: "a section between the others",
    to: smallLayout.replace(second, more + second),
    changes: ["site_section.docs/more", "site_space.docs/more/api"],
  },
  {
    what: "the order of two sections",
    to: smallLayout.replace(first + second, second + first),
    changes: [expect.stringMatching(/^site_section\.docs\/(guides|api)$/u) as string],
  },
];

test.each(edits)(
  "an apply that changes $what changes no other entry of the state",
  async ({ to, changes }) => {
    const before = stateNow();
    await applied(to);
    expect(changedSince(before)).toEqual(changes);
    // The state has the new order, so the next drift report is empty.
    await bench.checkDone(["drift"]);
  },
);

test("changes only the lines of that entry and the serial", async () => {
  const before = (bench.files.read("docsform.state.json") ?? "").split("\n");
  await applied(smallLayout.replace("title: API }", "title: Interface }"));
  const after = (bench.files.read("docsform.state.json") ?? "").split("\n");
  const changed = after.filter((line, at) => line !== before[at]).map((line) => line.trim());
  expect(after).toHaveLength(before.length);
  expect(changed).toEqual([expect.stringMatching(/^"serial": \d+,$/u), '"title": "Interface"']);
});
