import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { checkStructureFile, type StructureFile } from "../../src/layout/git-sync/check-structure-file.ts";
import { liveAsStructure } from "../../src/layout/git-sync/live-as-structure.ts";
import { pairs } from "../../src/layout/git-sync/pairs.ts";
import { structureAsLayout } from "../../src/layout/git-sync/structure-as-layout.ts";
import type { LiveObject } from "../../src/model/snapshot.ts";
import { registry } from "../../src/resources/registry.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { inside, live } from "../support/planning.ts";

const space = (key: string, directory: string, more: JsonObject = {}): JsonObject => ({
  type: "space",
  key,
  title: key,
  path: key,
  content: { directory },
  ...more,
});
const first = { default: true };

function fileOf(...structure: readonly JsonObject[]): StructureFile {
  const { file, diagnostics } = checkStructureFile({
    file: "gitbook-docs.yaml",
    text: stringify({ site: { title: "Docs", structure } }),
  });
  expect(diagnostics).toEqual([]);
  return file as StructureFile;
}

/** The structure that the file of live objects has. */
function structureOf(objects: readonly LiveObject[], former?: StructureFile): Json {
  const snapshot = { objects: [live("site site1", { title: "Docs" }), ...objects] } as never;
  const { text } = liveAsStructure({ types: registry, live: snapshot, siteId: "site1", former });
  return (parse(text) as { site: { structure: Json } }).site.structure;
}

test("nothing is known by a title that several have, here or there", () => {
  const at = (item: string) => ({ item, place: item, title: "Same" });
  expect(pairs([at("a"), at("b")], [at("c")]).size).toBe(0);
  expect(pairs([at("a")], [at("c"), at("d")]).size).toBe(0);
  expect(pairs([at("a")], [at("c")]).size).toBe(1);
});

test("spaces of different directories are different spaces, also if their names become one key", () => {
  const { text } = structureAsLayout(
    fileOf(space("a", "./a/b", first), space("b", "./a-b")),
    "acme",
    undefined,
  );
  expect(Object.keys((parse(text) as { spaces: object }).spaces)).toEqual(["a-b", "a-b-2"]);
});

test("the first space at the top of a site gets its title", () => {
  const file = fileOf(space("new", "./en"), space("en", "./en", first));
  const variants = new Map([["/en", { space: "sp1", title: "en" }]]);
  const { text, warnings } = structureAsLayout(file, "acme", { id: "site1", variants });
  expect(parse(text)).toMatchObject({ sites: { docs: { structure: [{ title: "new" }, {}] } } });
  expect(warnings).toEqual([]);
});

const section = (id: string, rank: number, more: JsonObject = {}) =>
  live(`site_section ${id}`, { title: `The ${id}`, path: id, ...more }, { rank });

test("sections stand in their order, without empty fields and translations that the service no longer has", () => {
  const title = { localizedTitle: { fr: "Avant" } };
  const child = space("a", "./a", first);
  const former = fileOf({
    type: "section",
    key: "s2",
    title: "The s2",
    path: "s2",
    ...first,
    ...title,
    children: [child],
  });
  expect(structureOf([section("s1", 1, { localizedTitle: {} }), section("s2", 0)], former)).toEqual([
    { type: "section", key: "s2", title: "The s2", path: "s2", children: [] },
    { type: "section", key: "s1", title: "The s1", path: "s1", children: [] },
  ]);
});

const ofTitle = (title: string, ...ids: readonly string[]) => [
  section("s", 0),
  ...ids.flatMap((id, rank) => [
    live(`site_space ${id}`, { space: `sp_${id}`, path: id, title }, { ...inside("site_section s"), rank }),
    live(`space sp_${id}`, { title }),
  ]),
];
const inDirectories = (...directories: readonly string[]) => [
  { children: directories.map((directory) => ({ content: { directory } })) },
];

test("spaces of one title have directories of their own, and no directory is named after a secret", () => {
  expect(structureOf(ofTitle("Guides", "one", "two"))).toMatchObject(inDirectories("./guides", "./guides-2"));
  const provider = live("saml_provider p", { certificate: "Guides of a secret" });
  const secret = [provider, ...ofTitle("Guides of a secret", "one")];
  expect(structureOf(secret)).toMatchObject(inDirectories("./space"));
});
