import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registry } from "../../src/resources/registry.ts";

// The machinery gets the types and the operations as arguments, and never checks which type it has.

const namers = ["resources", "contract/operations", "constructs", "git-sync"];
const foldersOfRooms = ["contract", "engine"];
const rooms = [...foldersIn("."), ...foldersOfRooms.flatMap(foldersIn)].filter(
  (folder) => !namers.includes(folder) && !foldersOfRooms.includes(folder),
);
// The organization is also a word of the vocabulary, so code may use its name.
const names = registry.map(({ name }) => name).filter((name) => name !== "organization");
/** Error codes with the name of a type: one about the flag `--site`, and one about constructs. */
const spoken = ["cli/which-site", "constructs/no-site"];

function foldersIn(folder: string): readonly string[] {
  return readdirSync(join("src", folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // Generated code may name types.
    if (entry.isDirectory()) return entry.name === "generated" ? [] : filesIn(path);
    return /(?<!\.test)\.ts$/u.test(entry.name) ? [path] : [];
  });
}

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

test.each(rooms)("src/%s names no resource type", (room) => {
  const files = filesIn(join("src", room));
  expect(files.length).toBeGreaterThan(0);
  const offenders = files.flatMap((path) =>
    namesIn(readFileSync(path, "utf8")).map((name) => `${path}: ${name}`),
  );
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
