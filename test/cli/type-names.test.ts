import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { registry } from "../../src/resources/registry.ts";
import { handwrittenOf, sourceFiles } from "../../tools/rooms/room-lines.ts";

// The machinery gets the types and the operations as arguments, and never checks which type it has.

const { rooms: imports } = (await import(pathToFileURL(resolve(".dependency-cruiser.mjs")).href)) as {
  readonly rooms: object;
};
const rooms = [...Object.keys(imports), "bin"];
const namers = ["resources", "contract/facts", "contract/operations", "constructs", "layout/git-sync"];
// The organization is also a word of the vocabulary, so code may use its name.
const names = registry.map(({ name }) => name).filter((name) => name !== "organization");
/** A flag and error codes with the name of a type: one code is about the flag, and one about constructs. */
const spoken = ["--site", "cli/which-site", "constructs/no-site"];

/**
 * The type names in the code. Comments may name types as examples. A name of several words counts in any spelling, and a name of one word only in a
 * string that is not prose.
 */
function namesIn(text: string): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gmu, "");
  const strings = (code.match(/["'`][^"'`\s]*["'`]/gu) ?? []).filter(
    (each) => !spoken.includes(each.slice(1, -1)),
  );
  const words = new Set(strings.flatMap(wordsOf));
  return names.filter((name) =>
    name.includes("_")
      ? new RegExp(name.replaceAll("_", "[_-]?"), "iu").test(code)
      : words.has(name) || words.has(`${name}s`),
  );
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/u).map((word) => word.toLowerCase());
}

const sources = sourceFiles();

test.each(rooms.filter((room) => !namers.includes(room)))("src/%s names no resource type", (room) => {
  const files = handwrittenOf(room, rooms, sources);
  expect(files.length).toBeGreaterThan(0);
  const offenders = files.flatMap(({ path, text }) => namesIn(text).map((name) => `${path}: ${name}`));
  expect(offenders).toEqual([]);
});

test.each([
  ['if (type === "site_section") {}', ["site", "site_section"]],
  ['readonly lastSiteSpace: "refuse";', ["site_space"]],
  ['collectionDelete: "trash-spaces"', ["space"]],
  ['// the type "site"', []],
  ['"Two sites have this title."', []],
])("in %s the search finds %j", (code, found) => {
  expect(namesIn(code)).toEqual(found);
});
