import { afterEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/util/json.ts";
import { apply, openWorkbench, organization, type Workbench } from "./workbench.ts";

// Several files, or a file and an environment, declare one structure. Accept changes each value in the last place that sets it.

let bench: Workbench;
afterEach(() => bench.close());

const base = `docsform: 1
organization: ${organization}
spaces: { a: { title: Alpha }, b: { title: Beta }, c: { title: Gamma } }
sites:
  docs:
    title: Docs
    structure:
      - { section: One, path: one, spaces: [a] } # first
      - group: More
        children:
          - { section: Inner, path: inner, spaces: [c] }
      - group: Empty
`;
const over = `sites:
  docs:
    structure:
      # Only here.
      - { section: Zwo, path: zwo, spaces: [b] }
      - { path: one, icon: book }
      - { section: Drei, path: drei, spaces: [b] }
      - { group: More, children: [{ path: inner, icon: bolt }] }
`;

function onSite(operation: string, params: JsonObject, body: JsonObject = {}): void {
  const site = { organizationId: organization, siteId: bench.idOf("site", "Docs") };
  bench.emulator.emulator.edit(operation as never, { ...site, ...params } as never, body as never);
}

const section = (title: string) => ({ siteSectionId: bench.idOf("site_section", title) });
const rename = (title: string, body: JsonObject) => onSite("updateSiteSectionById", section(title), body);
const remove = (title: string) => onSite("deleteSiteSectionById", section(title));

function moveBehind(title: string, other: string): void {
  const position = { after: { type: "site-section", siteSection: bench.idOf("site_section", other) } };
  onSite("moveSiteSection", section(title), { position });
}

function addSection(title: string, behind: string): void {
  onSite("addSectionToSite", {}, { spaceId: bench.idOf("space", "Gamma"), title });
  moveBehind(title, behind);
}

interface Case {
  readonly what: string;
  readonly change: () => void;
  /** The texts before and after: in the first file, and in the file that overrides it. */
  readonly first?: readonly (readonly [string, string])[];
  readonly second?: readonly (readonly [string, string])[];
  /** Why accept changes nothing. */
  readonly left?: string;
}

const several = "several files or environments declare parts of it";
const cases: readonly Case[] = [
  {
    what: "the title of an object in the later file only",
    change: () => rename("Zwo", { title: "Deux" }),
    second: [["section: Zwo", "section: Deux"]],
  },
  {
    what: "the path of an object in the later file only",
    change: () => rename("Drei", { path: "trois" }),
    second: [["path: drei", "path: trois"]],
  },
  {
    what: "what the later one says of an item of the first",
    change: () => {
      rename("One", { icon: "code", title: "Eins" });
      rename("Inner", { icon: "star" });
    },
    first: [["section: One", "section: Eins"]],
    second: [
      ["icon: book", "icon: code"],
      ["icon: bolt", "icon: star"],
    ],
  },
  {
    what: "nothing that neither file declares",
    change: () => rename("Zwo", { icon: "star" }),
  },
  {
    what: "the delete of an object in the later file only",
    change: () => remove("Drei"),
    second: [["      - { section: Drei, path: drei, spaces: [b] }\n", ""]],
  },
  {
    what: "an object created after one in the later file only",
    change: () => addSection("Neu", "Zwo"),
    second: [
      [
        "spaces: [b] }\n      - { path: one",
        "spaces: [b] }\n      - { section: Neu, path: neu, spaces: [c] }\n      - { path: one",
      ],
    ],
  },
  {
    what: "an object created after one in the first file",
    change: () => addSection("Neu", "One"),
    first: [[" # first\n", " # first\n      - { section: Neu, path: neu, spaces: [c] }\n"]],
  },
  {
    what: "the order of the objects in the later file only",
    change: () => moveBehind("Zwo", "Drei"),
    second: [
      ["      # Only here.\n      - { section: Zwo, path: zwo, spaces: [b] }\n", ""],
      [
        "      - { group: More",
        "      # Only here.\n      - { section: Zwo, path: zwo, spaces: [b] }\n      - { group: More",
      ],
    ],
  },
  {
    what: "no order across both",
    change: () => moveBehind("Zwo", "One"),
    left: "its order depends on several files or environments",
  },
  { what: "no removal from both files", change: () => remove("One"), left: several },
  {
    what: "no move from the later file into the first one",
    change: () =>
      onSite(
        "addSectionToGroup",
        { siteSectionGroupId: bench.idOf("site_section_group", "Empty") },
        { sectionId: bench.idOf("site_section", "Drei") },
      ),
    left: "it would move to another file or environment",
  },
  { what: "no path by which both know it", change: () => rename("One", { path: "uno" }), left: several },
];

function replaced(text: string, changes: readonly (readonly [string, string])[] = []): string {
  return changes.reduce((now, [from, to]) => {
    expect(now).toContain(from);
    return now.replace(from, to);
  }, text);
}

const indented = (text: string) =>
  text
    .split("\n")
    .map((line) => (line === "" ? "" : `    ${line}`))
    .join("\n");

/** The same declarations in two files, in a file for an environment, and for one of several environments. */
const ways = [
  {
    way: "two files",
    write: (first: string, second: string) => ({ "base.yaml": first, "over.yaml": second }),
    flags: ["-f", "base.yaml", "-f", "over.yaml"],
  },
  {
    way: "an environment",
    write: (first: string, second: string) => ({
      "docsform.yaml": `${first}environments:\n  test:\n${indented(second)}  other: { spaces: { d: { title: Delta } } }\n`,
    }),
    flags: ["--env", "test"],
  },
] as const;

describe.each(ways)("in $way accept changes the layout", ({ write, flags }) => {
  test.each(cases)("$what", async ({ change, first, second, left }) => {
    bench = await openWorkbench(write(base, over));
    await bench.checkDone([...apply, ...flags]);
    change();
    const ran = await bench.run(["accept", "--yes", ...flags]);
    expect(ran.code, ran.err + ran.out).toBe(left === undefined ? 0 : 3);
    expect(ran.out).toContain(left ?? "");
    const expected = write(replaced(base, first), replaced(over, second));
    for (const [file, text] of Object.entries(expected)) expect(bench.files.read(file)).toBe(text);
    // A second accept leaves the remaining difference again, and changes nothing.
    const again = await bench.run(["accept", "--yes", ...flags]);
    expect(again.code, again.err + again.out).toBe(left === undefined ? 0 : 3);
    expect(again.out).toContain(left ?? "");
    // A plan would undo the remaining differences, or refuses to undo them.
    const plan = await bench.run(["plan", "--detailed-exitcode", ...flags]);
    expect(plan.code === 0, plan.err + plan.out).toBe(left === undefined);
  });
});

test("accepts a new first item, and leaves the order across both files", async () => {
  const declared = base.replace("path: one,", "path: one, default: true,");
  bench = await openWorkbench({ "base.yaml": declared, "over.yaml": over });
  const flags = ["-f", "base.yaml", "-f", "over.yaml"];
  await bench.checkDone([...apply, ...flags]);
  moveBehind("Zwo", "One");
  onSite("updateSiteById", {}, { defaultSiteSection: bench.idOf("site_section", "Zwo") });
  const ran = await bench.run(["accept", "--yes", ...flags]);
  const again = await bench.run(["accept", "--yes", ...flags]);
  expect([ran.code, again.code], ran.err + ran.out + again.out).toEqual([3, 3]);
  expect(bench.files.read("base.yaml")).toBe(base);
  expect(bench.files.read("over.yaml")).toContain("{ section: Zwo, path: zwo, default: true, spaces: [b] }");
  expect(again.out).toContain("its order depends on several files or environments");
});

test("an item that another environment declares too is neither removed nor renamed", async () => {
  const other = "  other:\n    sites: { docs: { structure: [{ path: one, icon: book }] } }\n  test: {}\n";
  const text = `${base}environments:\n${other}`;
  bench = await openWorkbench({ "docsform.yaml": text });
  await bench.checkDone([...apply, "--env", "test"]);
  rename("One", { path: "uno" });
  const named = await bench.run(["accept", "--yes", "--env", "test"]);
  expect({ code: named.code, out: named.out }).toMatchObject({ code: 3 });
  remove("One");
  const ran = await bench.run(["accept", "--yes", "--env", "test"]);
  expect({ code: ran.code, out: ran.out }).toMatchObject({ code: 3 });
  expect([named.out, ran.out]).toEqual([expect.stringContaining(several), expect.stringContaining(several)]);
  expect(bench.files.read("docsform.yaml")).toBe(text);
});

describe.each(ways)("in $way pull --update", ({ way, write, flags }) => {
  test("changes the selected layout, and adds new objects to the last file", async () => {
    bench = await openWorkbench(write(base, `spaces: { b: { title: Beta } }\n${over}`));
    await bench.checkDone([...apply, ...flags]);
    rename("Zwo", { title: "Deux" });
    bench.emulator.emulator.edit("createSpace", {}, { title: "Epsilon" });
    await bench.checkDone(["pull", "--update", "--yes", ...flags]);
    const files = Object.keys(write("", "")).map((path) => bench.files.read(path) ?? "");
    const printed = way === "an environment" ? files.join("").split("environments:")[1] : files[1];
    expect(printed).toContain("section: Deux");
    expect(printed).toContain("epsilon:");
    await bench.checkDone(["plan", "--detailed-exitcode", ...flags]);
  });

  test("needs these flags: a new layout is written without them", async () => {
    bench = await openWorkbench(write(base, over));
    const ran = await bench.run(["pull", "--organization", organization, ...flags]);
    expect({ code: ran.code, err: ran.err }).toMatchObject({ code: 1 });
    expect(ran.err).toContain(`${flags[0] === "-f" ? "--file" : "--env"} has no effect without --update`);
  });
});
