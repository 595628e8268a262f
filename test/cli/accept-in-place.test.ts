import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import { machineFiles } from "../../src/state/file-system.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { appFiles, stackJson } from "../support/synthesized-app.ts";
import { apply, openApplied, openWorkbench, organization, type Workbench } from "./workbench.ts";

// Layouts with values that accept cannot change, or that stand for several objects at once.

let bench: Workbench;
afterEach(() => bench.close());

const head = `docsform: 1\norganization: ${organization}\n`;
const accept = ["accept", "--yes"];

async function applied(text: string): Promise<void> {
  bench = await openApplied({ "docsform.yaml": text });
}

/** Changes a space as another user does in the app. */
function edit(title: string, body: JsonObject): void {
  bench.emulator.emulator.edit("updateSpaceById", { spaceId: bench.idOf("space", title) }, body);
}

function remove(title: string): void {
  bench.emulator.emulator.edit("deleteSpaceById", { spaceId: bench.idOf("space", title) });
}

const now = () => bench.files.read("docsform.yaml") ?? "";

describe("a merge key", () => {
  const spaces = (lines: readonly string[]) => `${head}${lines.join("\n")}\n`;
  const block = ['x-book: &book { emoji: "1f4d8" } # of all', "spaces:"];
  const [guides, api] = [
    "  guides: { <<: *book, title: Guides }",
    "  api: { <<: *book, title: API } # short",
  ];

  test.each<{ what: string; before: string[]; change: () => void; after: string[]; left?: string }>([
    {
      what: "a value of one entry is written beside the merge key",
      before: [...block, guides, api],
      change: () => edit("API", { emoji: "1f680" }),
      after: [...block, guides, "  api: { <<: *book, title: API, emoji: 1f680 } # short"],
    },
    {
      what: "a cleared value",
      before: [...block, guides, api],
      change: () => edit("API", { emoji: null }),
      after: [...block, guides, "  api: { <<: *book, title: API, emoji: null } # short"],
    },
    {
      what: "a removed entry with its merge key",
      before: [...block, guides, api],
      change: () => remove("API"),
      after: [...block, guides],
    },
    {
      what: "a map that others merge stays, with a message",
      before: ["spaces:", '  guides: &g { title: Guides, emoji: "1f4d8" }', "  api: { <<: *g, title: API }"],
      change: () => edit("Guides", { emoji: "1f680" }),
      after: ["spaces:", '  guides: &g { title: Guides, emoji: "1f4d8" }', "  api: { <<: *g, title: API }"],
      left: "an alias in another place uses the same lines, and would change too",
    },
    {
      what: "an entry that other entries merge is not removed",
      before: ["spaces:", "  guides: &g { title: Guides, language: en }", "  api: { <<: *g, title: API }"],
      change: () => remove("Guides"),
      after: ["spaces:", "  guides: &g { title: Guides, language: en }", "  api: { <<: *g, title: API }"],
      left: "another place uses its anchor &g",
    },
    {
      what: "an entry that only removed entries merge is removed with them",
      before: [
        "spaces:",
        "  guides: &g { title: Guides, language: en }",
        "  api: &a { <<: *g, title: API }",
        "  more: { <<: *a, title: More }",
        "  news: { title: News }",
      ],
      change: () => {
        remove("Guides");
        remove("API");
        remove("More");
      },
      after: ["spaces:", "  news: { title: News }"],
    },
    {
      what: "an entry that only removed entries merge can change",
      before: ["spaces:", '  guides: &g { title: Guides, emoji: "1f4d8" }', "  api: { <<: *g, title: API }"],
      change: () => {
        edit("Guides", { emoji: "1f680" });
        remove("API");
      },
      after: ["spaces:", '  guides: &g { title: Guides, emoji: "1f680" }'],
    },
  ])("$what", async ({ before, change, after, left }) => {
    await applied(spaces(before));
    change();
    const ran = await bench.run(accept);
    expect(ran.code, ran.err + ran.out).toBe(left === undefined ? 0 : 3);
    expect(ran.out).toContain(left ?? "Written");
    expect(now()).toBe(spaces(after));
    const again = await bench.run(accept);
    const allIsSame = "Nothing to accept: the layout matches the service.";
    expect(again.out).toContain(left ?? allIsSame);
    expect(again.out.includes(allIsSame)).toBe(left === undefined);
    expect(now()).toBe(spaces(after));
    if (left !== undefined) return;
    await bench.checkDone(["plan", "--detailed-exitcode"]);
  });
});

test("records accepted values: a second change is not another user's change", async () => {
  await applied(`${head}spaces:\n  api: { title: API }\n`);
  for (const [before, title] of [
    ["API", "Reference"],
    ["Reference", "Manual"],
  ] as const) {
    edit(before, { title });
    const { code, out } = await bench.run(accept);
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(now()).toContain(`api: { title: ${title} }`);
    expect(await bench.run(["drift"])).toMatchObject({ code: 0 });
  }
});

test("reports that a moved object no longer matches the variable of its place", async () => {
  const at = (collection: string) => `${head}variables: { shelf: { default: one } }
collections: { one: { title: One }, two: { title: Two } }
spaces:
  api: { title: API, collection: ${collection} }
`;
  await applied(at('"${shelf}"'));
  bench.emulator.emulator.edit(
    "moveSpace",
    { spaceId: bench.idOf("space", "API") },
    { parent: bench.idOf("collection", "Two") },
  );
  const { out } = await bench.checkDone(accept);
  expect(now()).toBe(at('"two"'));
  expect(out).toContain("Note: collection of space.api: ${shelf} no longer matches.");
});

test("a merged default stays, and no other object becomes a second default", async () => {
  const text = `${head}x-first: &first { default: true }
spaces: { guides: { title: Guides }, api: { title: API } }
sites:
  docs:
    title: Docs
    structure:
      - { <<: *first, section: Guides, path: guides, spaces: [guides] }
      - { section: API, path: api, spaces: [api] }
`;
  await applied(text);
  bench.emulator.emulator.edit(
    "updateSiteById",
    { siteId: bench.idOf("site", "Docs") },
    { defaultSiteSection: bench.idOf("site_section", "API") },
  );
  const { code, out } = await bench.run(accept);
  expect({ code, out }).toMatchObject({ code: 3 });
  expect(out).toContain("site_section.docs/guides.default");
  expect(out).toContain("another place in the layout declares it");
  expect(now()).toBe(text);
});

test("keeps the contents of an object that stays, and what they refer to", async () => {
  const text = `${head}spaces: { guides: { title: Guides }, api: { title: API } }
sites:
  docs:
    title: Docs
    structure:
      - { section: Guides, path: guides, spaces: [guides] }
      - { section: API, path: api, spaces: [api] }
`;
  await applied(text);
  const edited = text.replace("section: API", "section: Reference");
  bench.files.write("docsform.yaml", edited);
  const site = { siteId: bench.idOf("site", "Docs") };
  const section = { ...site, siteSectionId: bench.idOf("site_section", "API") };
  bench.emulator.emulator.edit("deleteSiteSectionById", section);
  remove("API");
  const { code, out, err } = await bench.run(accept);
  expect({ code, err }, out).toMatchObject({ code: 3 });
  expect(out).toContain('removed site_section.docs/api "API": the layout has changed too, to another value');
  expect(out).toContain("removed site_space.docs/api/api: site_section.docs/api is not accepted");
  expect(out).toContain('removed space.api "API": site_space.docs/api/api refers to it');
  expect(now()).toBe(edited);
});

describe("a layout in several files", () => {
  const base = `${head}spaces:\n  guides: { title: Guides, emoji: "1f4d8" }\n  api: { title: API }\n`;
  const over = "spaces:\n  guides: { title: Manuals }\n";
  const files = ["-f", "base.yaml", "-f", "over.yaml"];
  const texts = () => ["base.yaml", "over.yaml"].map((path) => bench.files.read(path));

  beforeEach(async () => {
    bench = await openApplied({ "base.yaml": base, "over.yaml": over }, { flags: files });
  });

  test("changes each value where it is set last", async () => {
    edit("Manuals", { title: "Handbook", emoji: "1f680" });
    edit("API", { title: "Reference" });
    const { code, out, err } = await bench.run([...accept, ...files]);
    expect({ code, err }, out).toMatchObject({ code: 0 });
    expect(texts()).toEqual([
      base.replace("1f4d8", "1f680").replace("API", "Reference"),
      over.replace("Manuals", "Handbook"),
    ]);
    await bench.checkDone(["plan", "--detailed-exitcode", ...files]);
  });

  test("does not report an object as lost that another file declares", async () => {
    remove("Manuals");
    const { code, out } = await bench.run([...accept, ...files]);
    expect({ code, out }).toMatchObject({ code: 3 });
    expect(out).toContain(
      'removed space.guides "Manuals": several files or environments declare parts of it',
    );
    expect(texts()).toEqual([base, over]);
  });
});

test("keeps the references of an object that stays", async () => {
  const spaces = "spaces:\n  guides: { title: Guides }\n  api: { title: API }\n";
  const docs = "docs: { title: Docs, structure: [{ section: Guides, path: guides, spaces: [guides] }] }";
  const base = `${head}${spaces}sites:\n  ${docs}\n`;
  bench = await openWorkbench({ "base.yaml": base, "over.yaml": "sites: { docs: { title: Manual } }\n" });
  const files = ["-f", "base.yaml", "-f", "over.yaml"];
  await bench.checkDone([...apply, ...files]);
  bench.emulator.emulator.edit("deleteSiteById", { siteId: bench.idOf("site", "Manual") });
  remove("Guides");
  remove("API");
  const { code, out, err } = await bench.run([...accept, ...files]);
  expect({ code, err }, out).toMatchObject({ code: 3 });
  expect(out).toContain('removed site.docs "Manual": several files or environments declare parts of it');
  expect(out).toMatch(/removed space\.guides "Guides": site_space\.docs\S* refers to it/);
  expect(bench.files.read("base.yaml")).toBe(base.replace("  api: { title: API }\n", ""));
});

test("changes an environment's values in the environment, and all others outside", async () => {
  const text = `docsform: 1
variables: { stage: {} }
spaces:
  guides: { title: Guides, emoji: "1f4d8" }
  api: { title: "API \${stage}" }
environments:
  alpha:
    organization: elsewhere
    variables: { stage: alpha }
    spaces: { guides: { title: Drafts } }
  beta:
    organization: ${organization}
    variables: { stage: beta }
    spaces: { guides: { title: Manuals } }
`;
  bench = await openWorkbench({ "docsform.yaml": text });
  await bench.checkDone([...apply, "--env", "beta"]);
  edit("Manuals", { title: "Handbook", emoji: "1f680" });
  edit("API beta", { title: "Reference beta" });
  const { code, out, err } = await bench.run([...accept, "--env", "beta"]);
  expect({ code, err }, out).toMatchObject({ code: 0 });
  expect(now()).toBe(
    text.replace("1f4d8", "1f680").replace("API", "Reference").replace("Manuals", "Handbook"),
  );
});

describe("a layout that cannot be written", () => {
  const layout = `${head}spaces:\n  api: { title: API }\n`;

  test("an app is not changed, and the message names drift", async () => {
    const stack = stackJson(
      "acme",
      { docs_space: { api: { title: "API" } } },
      { provider: { docs: [{ organization }] } },
    );
    bench = await openWorkbench(appFiles(stack));
    await bench.checkDone([...apply, "cdktf.out"]);
    edit("API", { title: "Reference" });
    const before = bench.emulator.emulator.log.length;
    const { code, err } = await bench.run([...accept, "-f", "cdktf.out"]);
    expect({ code, err }).toMatchObject({ code: 1 });
    expect(err).toContain("[accept/app]");
    expect(err).toContain("docsform drift");
    expect(bench.emulator.emulator.log).toHaveLength(before);
  });

  test("refuses a read-only layout before the first call; a dry run shows the changes", async () => {
    await applied(layout);
    edit("API", { title: "Reference" });
    const never = () => {
      throw Object.assign(new Error("read-only"), { code: "EROFS" });
    };
    const files = filesBelow(bench.files.folder, { ...machineFiles, openSync: never as never });
    const before = bench.emulator.emulator.log.length;
    const { code, err } = await bench.run(accept, { files });
    expect({ code, err }).toMatchObject({ code: 1 });
    expect(err).toContain("the file system is read-only (EROFS)");
    expect(bench.emulator.emulator.log).toHaveLength(before);
    const shown = await bench.run(["accept", "--dry-run"], { files });
    expect(shown.out, shown.err).toContain("+  api: { title: Reference }");
    expect(shown.out).toContain("Would accept into the layout:");
    expect(shown.out).toMatch(/\nNothing was written \(--dry-run\)[.]\n$/u);
    expect(shown.out).not.toContain("Accepted");
    expect(now()).toBe(layout);
    const written = await bench.run(accept);
    expect(written.out).toContain("Accepted into the layout:");
    expect(written.out).toMatch(/\nWritten: docsform[.]yaml, the state[.]\n$/u);
  });

  test("does not overwrite an edit of the layout during the run", async () => {
    await applied(layout);
    edit("API", { title: "Reference" });
    const state = bench.files.read("docsform.state.json");
    const theirs = layout.replace("API", "Ours");
    let reads = 0;
    const readFileSync = ((path: string, ...how: readonly never[]) => {
      if (path.endsWith("docsform.yaml") && (reads += 1) === 3) bench.files.write("docsform.yaml", theirs);
      return machineFiles.readFileSync(path, ...how);
    }) as typeof machineFiles.readFileSync;
    const files = filesBelow(bench.files.folder, { ...machineFiles, readFileSync });
    const { code, err } = await bench.run(accept, { files });
    expect({ code, err }).toMatchObject({ code: 1 });
    expect(err).toContain("[accept/file-changed]");
    expect([now(), bench.files.read("docsform.state.json")]).toEqual([theirs, state]);
  });
});
