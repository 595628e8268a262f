import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { checkStructureFile } from "../../src/layout/git-sync/check-structure-file.ts";
import { liveAsStructure } from "../../src/layout/git-sync/live-as-structure.ts";
import { pairs } from "../../src/layout/git-sync/pairs.ts";
import { nodeKinds } from "../../src/layout/git-sync/structure-nodes.ts";
import { registry } from "../../src/resources/registry.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { publishedDocument } from "../support/contract-document.ts";
import { seededRandom } from "../support/service.ts";
import { benchOfTest, canaryToken, openWorkbench } from "./workbench.ts";

// `gitbook-docs.yaml` sets the structure of a site through Git Sync. `validate` checks it, and every other command says what it is.

const space = (key: string, more: JsonObject = {}): JsonObject => ({
  type: "space",
  key,
  title: key,
  path: key,
  content: { directory: `./${key}` },
  ...more,
});
const first = { default: true };
const section = (key: string, children: readonly Json[], more: JsonObject = {}): JsonObject => ({
  type: "section",
  key,
  title: `The ${key}`,
  path: key,
  children,
  ...more,
});
const group = (key: string, children: readonly Json[]): JsonObject => ({
  type: "section-group",
  key,
  title: key,
  children,
});
const link = (key: string, more: JsonObject = {}): JsonObject => ({
  type: "external-link",
  key,
  title: "Status",
  url: "https://status.acme.example",
  ...more,
});

/** Structures in the shapes that public repositories have. */
const shapes: Readonly<Record<string, readonly JsonObject[]>> = {
  "one space": [space("guides", first)],
  "spaces of several languages": [
    space("en", first),
    space("fr", { content: { directory: "./fr", language: "fr" }, localizedTitle: { fr: "Guides" } }),
  ],
  "spaces of which some are hidden or drafts": [
    space("v2", first),
    space("v1", { hidden: true }),
    space("v3", { draft: true, condition: 'visitor.claims.beta == "yes"' }),
  ],
  "a space that is not in the repository": [space("api", { ...first, content: { directory: null } })],
  "sections of one space": [
    section("product", [space("guides", first)], first),
    section("reference", [space("api", first)], { icon: "code", description: "All calls" }),
  ],
  "a section of versions": [section("sdk", [space("v2", first), space("v1")], first)],
  "sections in groups": [group("products", [section("one", [space("a", first)], first), section("two", [])])],
  "groups in groups": [
    group("all", [group("web", [section("one", [space("a", first)], first)]), link("shop")]),
  ],
  "links beside sections": [
    section("one", [space("a", first)], first),
    link("status", { localizedTitle: { de: "Lage" } }),
  ],
  "one directory twice": [
    section("one", [space("a", { ...first, content: { directory: "./shared" } })], first),
    section("two", [space("b", { ...first, content: { directory: "shared/" } })]),
  ],
};

const fileOf = (structure: Json, more: JsonObject = {}) => ({
  site: { title: "Acme Docs", structure },
  ...more,
});
const check = (file: Json) => checkStructureFile({ file: "gitbook-docs.yaml", text: stringify(file) });
const messages = (file: Json) => check(file).diagnostics.map(({ at, message }) => `${at?.line}: ${message}`);

test.each(Object.entries(shapes))("%s: valid", (_name, structure) => {
  expect(
    messages(fileOf(structure, { $schema: "https://docs.acme.example/schema.json", version: 1 })),
  ).toEqual([]);
  expect(isPublished(fileOf(structure))).toBe(true);
});

test.each<[what: string, structure: Json, expected: readonly string[]]>([
  ["no list", { a: 1 }, ["site.structure must be a list, not a map of fields."]],
  ["no type", [{ key: "a" }], ["A node of the structure needs a type."]],
  ["an unknown type", [{ type: "page" }], ["A node of the structure needs a type."]],
  [
    "a section in a section",
    [section("a", [section("b", [])], first)],
    ["A node of the type section cannot be in a section."],
  ],
  [
    "a space in a group",
    [group("a", [space("b")])],
    ["A node of the type space cannot be in a section-group."],
  ],
  [
    "a group too deep",
    [group("a", [group("b", [group("c", [])])])],
    ["A node of the type section-group cannot be in a section-group inside another one."],
  ],
  [
    "one key twice",
    [section("a", [space("a", first)], first)],
    ["The key a occurs at gitbook-docs.yaml:4:7 too. Git Sync knows a node by its key."],
  ],
  [
    "no default",
    [space("a"), space("b")],
    ["None of the spaces of the site is the default, which readers see first."],
  ],
  [
    "no default section",
    [section("a", [])],
    ["None of the sections of the site is the default, which readers see first."],
  ],
  [
    "no default in a section",
    [section("a", [space("b")], first)],
    ["None of the spaces of this section is the default, which readers see first."],
  ],
  [
    "two defaults",
    [space("a", first), space("b", first)],
    ["Of these spaces, the one at gitbook-docs.yaml:4:7 is the default already."],
  ],
  ["a space beside sections", [section("a", [], first), space("b")], ["A space cannot be beside sections."]],
  [
    "a link without sections",
    [space("a", first), link("b")],
    ["An external link needs a site with sections."],
  ],
  [
    "two languages of one directory",
    [space("a", first), space("b", { content: { directory: "a", language: "fr" } })],
    ["The directory a has another content.language at gitbook-docs.yaml:4:7."],
  ],
  [
    "a directory outside",
    [space("a", { ...first, content: { directory: "../a" } })],
    ["space.content.directory must not leave the project with .."],
  ],
  [
    "another scheme",
    [section("a", [], first), link("b", { url: "ftp://a.example" })],
    ["external-link.url must be a URL that begins with http:// or https://."],
  ],
  ["a number", [space("a", { ...first, title: 12 })], ["space.title must be text, not a number."]],
  ["a mistyped field", [space("a", { ...first, hiden: true })], ["space has no field hiden."]],
])("%s: an error at its place", (_what, structure, expected) => {
  const found = check(fileOf(structure)).diagnostics;
  expect(found.map(({ message }) => message)).toEqual(expected);
  expect(found[0]?.at?.line).toBeGreaterThan(2);
});

test("two nodes without a key do not have the same key", () => {
  const { key: _, ...keyless } = space("a", first);
  const found = messages(fileOf([keyless, { ...keyless, default: false }]));
  expect(found).toEqual(["4: space.key is missing.", "10: space.key is missing."]);
});

function isPublished(file: Json): boolean {
  return publishedDocument("current").validate("#/components/schemas/GitSyncSiteConfig", file).length === 0;
}

describe("beside the published schema", () => {
  test("docsform finds what the schema refuses, and only that or a rule of its description", () => {
    const random = seededRandom(20261130);
    const all = Object.values(shapes);
    const values: readonly Json[] = [null, "", 1, true, [], {}, "x".repeat(130), "fr", ...nodeKinds];
    const problems: string[] = [];
    let refused = 0;
    for (let round = 0; round < 1000; round += 1) {
      const file = JSON.parse(JSON.stringify(fileOf(all[round % all.length] ?? []))) as JsonObject;
      spoil(file, values, random);
      const { diagnostics } = check(file);
      const isRefused = !isPublished(file);
      if (isRefused) refused += 1;
      const isOfSchema = diagnostics.some(({ code }) => code === "layout/invalid-value");
      if (isRefused && diagnostics.length === 0) problems.push(`accepted: ${JSON.stringify(file)}`);
      if (!isRefused && isOfSchema)
        problems.push(`refused: ${JSON.stringify(file)} ${messages(file).join(" ")}`);
    }
    expect(problems.slice(0, 3)).toEqual([]);
    expect(refused).toBeGreaterThan(300);
    expect(refused).toBeLessThan(990);
  });
});

/** Replaces, adds or removes a field of an object in the file. */
function spoil(file: JsonObject, values: readonly Json[], random: () => number): void {
  const objects: Record<string, Json>[] = [];
  JSON.stringify(file, (_key, value: unknown) => {
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      objects.push(value as Record<string, Json>);
    return value;
  });
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const object = pick(objects.slice(1));
  const name =
    random() < 0.2
      ? pick(["draft", "hidden", "icon", "description", "localizedTitle", "children", "x"])
      : pick(Object.keys(object));
  // The tests read the document without its format of URLs.
  if (name === "url") return;
  if (random() < 0.3) delete object[name];
  else object[name] = pick(values);
}

describe("the command line", () => {
  const bench = benchOfTest(() => openWorkbench());
  const valid = stringify(fileOf(shapes["sections of one space"] ?? []));

  test("validate checks it, and counts its nodes", async () => {
    bench.files.write("gitbook-docs.yaml", valid);
    const { out } = await bench.checkDone(["validate", "-f", "gitbook-docs.yaml"]);
    expect(out).toBe("The structure is valid: 4 nodes in 1 file.\n");
    bench.files.write("gitbook-docs.yaml", valid.replace("path: product", "pth: product"));
    const wrong = await bench.run(["validate", "-f", "gitbook-docs.yaml", "--json"]);
    expect(wrong.code).toBe(1);
    expect(wrong.out).toContain('"layout/invalid-value"');
    expect(wrong.out).toContain("section.path is missing.");
  });

  test.each([
    ["accept", ["accept", "-f", "gitbook-docs.yaml"]],
    ["fmt", ["fmt", "-f", "gitbook-docs.yaml"]],
    ["apply in its folder", ["apply"]],
    ["plan of two", ["plan", "-f", "gitbook-docs.yaml", "-f", "docs.yaml"]],
    ["a run with a state", ["plan", "-f", "gitbook-docs.yaml", "--state", "docs.state.json"]],
    ["init from another file", ["init", "--from", "layout.yaml"]],
    ["validate of the file of a space", ["validate", "-f", ".gitbook.yaml"]],
  ])("%s says what it is", async (_what, words) => {
    bench.files.write("gitbook-docs.yaml", valid);
    bench.files.write("docs.yaml", valid);
    bench.files.write(".gitbook.yaml", "root: ./docs\n");
    bench.files.write("layout.yaml", "docsform: 1\n");
    const { code, err } = await bench.run(words);
    expect(code).toBe(1);
    expect(err).toContain("[cli/git-sync-file]");
  });

  test("an error shows no token that the file contains", async () => {
    bench.files.write(
      "gitbook-docs.yaml",
      `site: { title: ${canaryToken}, structure: { a: ${canaryToken} } }\n`,
    );
    const { code, out, err } = await bench.run(["validate", "-f", "gitbook-docs.yaml"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("site.structure must be a list");
    expect(err).not.toContain(canaryToken);
  });

  test("a layout under this name is a layout", async () => {
    bench.files.write("gitbook-docs.yaml", "docsform: 1\norganization: acme\n");
    const { out } = await bench.checkDone(["validate", "-f", "gitbook-docs.yaml"]);
    expect(out).toContain("The layout is valid");
  });

  test("a layout with a mistyped field stays a layout", async () => {
    bench.files.write("docsform.yaml", "docsform: 1\norganization: acme\nsite: { docs: { title: Docs } }\n");
    expect((await bench.run(["validate"])).err).toContain("Did you mean sites?");
  });

  test("a file of a layout with the same mistyped field is not passed over", async () => {
    bench.files.write("docs/docsform.yaml", "docsform: 1\norganization: acme\n");
    for (const name of ["sites.yaml", "docs.yaml"]) {
      bench.files.write(`docs/${name}`, "site:\n  docs:\n    title: Docs\n    structure: []\n");
      expect((await bench.run(["validate", "-f", "docs"])).err).toContain(`docs/${name}:1:1`);
      bench.files.system.rmSync(bench.files.full(`docs/${name}`));
    }
  });

  test("a file without its site is still this file", async () => {
    bench.files.write("gitbook-docs.yaml", "sites: { title: Docs }\n");
    expect((await bench.run(["validate", "-f", "gitbook-docs.yaml"])).err).toContain("site is missing.");
  });

  test("a layout may be in the same folder", async () => {
    bench.files.write("docs/gitbook-docs.yaml", valid);
    bench.files.write("docs/.gitbook.yaml", "root: ./docs\n");
    bench.files.write("docs/docsform.yaml", "docsform: 1\norganization: acme\nspaces: { a: { title: A } }\n");
    const { out } = await bench.checkDone(["validate", "-f", "docs"]);
    expect(out).toContain("1 object in 1 file");
  });
});

describe("as a layout", () => {
  const bench = benchOfTest(() => openWorkbench());
  const file = "gitbook-docs.yaml";
  const write = (structure: readonly JsonObject[], title = "Acme Docs") =>
    bench.files.write(file, stringify({ site: { title, structure } }));
  const guides = section(
    "guides",
    [space("en", first), space("fr", { content: { directory: "fr", language: "fr" } })],
    first,
  );
  const run = (...words: readonly string[]) => bench.run([...words, "-f", file]);

  test("apply makes the site, and keeps no state; then plan and drift find nothing", async () => {
    write([guides, group("more", [section("api", [space("calls", first)])])]);
    const made = await run("apply", "--yes");
    expect([made.code, made.err]).toEqual([0, expect.not.stringContaining("warning")]);
    expect(bench.titles("space")).toEqual(expect.arrayContaining(["en", "fr", "calls"]));
    expect(bench.files.system.readdirSync(bench.files.full("."))).not.toContain(
      "docsform.gitbook-docs.state.json",
    );
    expect((await run("plan", "--detailed-exitcode")).code).toBe(0);
    const drift = await run("drift");
    expect([drift.code, drift.out]).toEqual([0, expect.stringContaining("No drift")]);
  });

  test("a new place shows the space of its directory, and a renamed section keeps its spaces", async () => {
    write([guides]);
    await bench.checkDone(["apply", "--yes", "-f", file]);
    const shared = space("shared", { ...first, content: { directory: "./en" } });
    write([{ ...guides, path: "all" }, section("again", [shared])]);
    const plan = await run("plan");
    expect(plan.out).toMatch(/2 to create +1 section, 1 variant/u);
    expect(plan.out).not.toContain("to delete");
    expect(plan.err).toContain("gets the title of its space, not shared");
    await bench.checkDone(["apply", "--yes", "-f", file]);
    expect(bench.titles("space")).toHaveLength(2);
  });

  test("a space that leaves the file stays, and so does what the file does not say", async () => {
    write([guides]);
    await bench.checkDone(["apply", "--yes", "-f", file]);
    write([{ ...guides, children: [space("en", first)] }]);
    expect((await run("apply", "--yes")).out).toContain("[guard/deletes]");
    await bench.checkDone(["apply", "--yes", "--allow-deletes", "-f", file]);
    expect(bench.titles("space")).toHaveLength(2);
  });

  test("what docsform does not compare is named at its line", async () => {
    write([guides, section("two", [space("x", { ...first, localizedTitle: { fr: "X" } })])]);
    const { err } = await run("plan");
    expect(err).toMatch(
      /gitbook-docs.yaml:\d+:\d+: warning layout\/git-sync-rest: .*the localizedTitle of the space x/u,
    );
  });

  test("an error of the layout stands at the line of the file", async () => {
    write([guides, section("two", [])]);
    const { code, out, err } = await run("plan");
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/gitbook-docs.yaml:2\d:\d+: error/u);
  });

  test("--site names the live site by its title or its id, and means nothing for a layout", async () => {
    write([guides]);
    await bench.checkDone(["apply", "--yes", "-f", file]);
    const id = bench.idOf("site", "Acme Docs");
    write([guides], "Other title");
    for (const name of ["Acme Docs", id])
      expect((await run("plan", "--site", name)).out).toContain(
        'site "Other title" renamed from "Acme Docs"',
      );
    expect((await run("plan", "--site", "Nope")).err).toContain("[cli/which-site]");
    bench.files.write("docsform.yaml", "docsform: 1\norganization: Qm3vT8xLz1\n");
    expect((await bench.run(["plan", "--site", "Acme Docs"])).err).toContain("--site names the site of");
  });

  test("apply refuses a site whose structure Git Sync writes", async () => {
    write([guides]);
    await bench.checkDone(["apply", "--yes", "-f", file]);
    const site = bench.emulator.emulator.service.list("site").find(({ title }) => title === "Acme Docs");
    Object.assign(site ?? {}, {
      gitSync: { installationId: "one", installationProvider: "github", installationStatus: "active" },
    });
    write([{ ...guides, title: "All guides" }]);
    const { code, out } = await run("apply", "--yes");
    expect([code, out]).toEqual([4, expect.stringContaining("Git Sync manages the title and the structure")]);
  });

  test("a saved plan of it is applied", async () => {
    write([guides]);
    await bench.checkDone(["plan", "-f", file, "--out", "plan.json"]);
    await bench.checkDone(["apply", "plan.json", "--yes", "-f", file]);
    expect(bench.titles("site")).toContain("Acme Docs");
  });

  test("pull writes the file, and keeps what only the file before had", async () => {
    const status = link("status");
    const structure = [guides, status, group("more", [section("api", [space("calls", first)])])];
    write(structure);
    await bench.checkDone(["apply", "--yes", "-f", file]);
    const again = ["pull", "--organization", "Qm3vT8xLz1", "--format", "gitbook"];
    await bench.checkDone([...again, "--out", file, "--force"]);
    expect(parse(bench.files.read(file) ?? "")).toEqual({
      version: 1,
      site: { title: "Acme Docs", structure },
    });
    const { out, err } = await bench.checkDone([...again, "--out", "new.yaml", "--json"]);
    const made = JSON.parse(out) as { readonly code: string; readonly notes: readonly string[] };
    expect(check(parse(made.code) as Json).diagnostics).toEqual([]);
    expect(made.notes).toContainEqual(expect.stringMatching(/does not show the directory of the space/u));
    expect(err).toContain("declares the structure of a site alone");
    expect((await bench.run([...again, "--all"])).err).toContain("[cli/not-with-format]");
  });

  test("of two groups at one place, each is another live one", () => {
    const more = (item: string, place: string) => ({ item, place, title: "More" });
    const found = pairs([more("one", "a"), more("two", "a")], [more("first", "a"), more("second", "b")]);
    expect([...found]).toEqual([
      ["one", "first"],
      ["two", "second"],
    ]);
  });

  describe("a site that docsform does not know completely", () => {
    const pull = ["pull", "--organization", "Qm3vT8xLz1", "--site", "Acme Docs", "--format", "gitbook"];
    const forbid = () =>
      bench.emulator.emulator.faults.add({
        on: { operation: "getSiteStructure", times: "always" },
        fault: { kind: "error-before", status: 403 },
      });

    test("the token may not read it: no file and no plan leaves its structure out", async () => {
      write([guides]);
      await bench.checkDone(["apply", "--yes", "-f", file]);
      const before = bench.files.read(file);
      forbid();
      for (const words of [
        [...pull, "--out", file, "--force"],
        ["plan", "-f", file],
        ["apply", "--yes", "-f", file],
      ])
        expect(await bench.run(words)).toMatchObject({
          code: 1,
          err: expect.stringContaining("may not read the structure"),
        });
      expect(bench.files.read(file)).toBe(before);
    });

    test("the file to replace has an error: it stays, with its keys", async () => {
      write([guides]);
      await bench.checkDone(["apply", "--yes", "-f", file]);
      bench.files.write(file, "site: { title: Acme Docs, structure: 3 }\n");
      const { code, err } = await bench.run([...pull, "--out", file, "--force"]);
      expect([code, err]).toEqual([1, expect.stringContaining("site.structure must be a list")]);
      expect(bench.files.read(file)).toContain("structure: 3");
    });

    test("its title is that of no live site: the plan says how to name it", async () => {
      write([guides]);
      await bench.checkDone(["apply", "--yes", "-f", file]);
      write([guides], "A new title");
      expect((await run("plan")).err).toContain("If you mean a live site, name it with --site.");
      expect((await run("plan", "--site", "Acme Docs")).err).not.toContain("--site");
    });
  });

  test("items of unknown kinds are named", () => {
    const live = {
      organization: { id: "o", title: "O" },
      apiVersion: "current",
      objects: [],
      contentsReadOf: new Map(),
      unknownObjects: [{ kind: "site-banner", container: { type: "site", id: "s" } }],
    } as const;
    const written = (siteId: string) => liveAsStructure({ types: registry, live, siteId, former: undefined });
    expect(written("s").notes).toContainEqual(expect.stringContaining("items of the site: 1 × site-banner."));
    expect(written("other").notes).toEqual([expect.stringContaining("the structure of a site alone")]);
  });

  test("a saved plan takes no --site", async () => {
    write([guides]);
    await bench.checkDone(["plan", "-f", file, "--out", "plan.json"]);
    const { code, err } = await bench.run(["apply", "plan.json", "--yes", "-f", file, "--site", "Acme Docs"]);
    expect([code, err]).toEqual([64, expect.stringContaining("--site has no effect with a saved plan")]);
  });

  test("pull says what the file has no field for, and which site it needs", async () => {
    const layout = (sites: string) =>
      bench.files.write(
        "docsform.yaml",
        `docsform: 1\norganization: Qm3vT8xLz1\nspaces: { a: { title: First }, b: { title: Second } }\nsites:\n${sites}`,
      );
    const one =
      "  one: { title: One, structure: [{ section: One, path: a, spaces: [a] }, { section: Two, path: b, draft: true, spaces: [b] }] }\n";
    layout(one);
    await bench.checkDone(["apply", "--yes"]);
    const words = ["pull", "--organization", "Qm3vT8xLz1", "--format", "gitbook"];
    expect((await bench.run(words)).err).toMatch(/no field for draft of sitesc_/u);
    layout(`${one}  two: { title: Two, structure: [{ space: a }] }\n`);
    await bench.checkDone(["apply", "--yes"]);
    expect((await bench.run(words)).err).toContain("The organization has 2 sites");
    const flat = await bench.checkDone([...words, "--site", "Two"]);
    expect(parse(flat.out)).toMatchObject({
      site: { title: "Two", structure: [{ type: "space", title: "First" }] },
    });
  });

  test.each([
    ["with a token, beside the live site", {}, "id: site_"],
    ["without a token", { DOCSFORM_TOKEN: undefined }, "title: fr\n    language: fr"],
  ])("init converts it %s", async (_what, environment, expected) => {
    write([guides, link("status")]);
    await bench.checkDone(["apply", "--yes", "-f", file]);
    const from = ["init", "--from", file, "--organization", "Qm3vT8xLz1"];
    await bench.checkDone(from, { environment });
    expect(bench.files.read("docsform.yaml")).toContain(expected);
    expect(bench.files.read("docsform.yaml")).toContain("link: Status");
    await bench.checkDone(["plan"]);
  });
});
