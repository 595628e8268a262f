import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registry } from "../../src/resources/registry.ts";

// The machinery is handed the types; it never asks which one it has.

const rooms = ["model", "http", "live", "plan", "apply", "layout", "emulator", "terraform", "cli", "bin"];
// The organization is whose documentation it is: a word of the vocabulary, not only a type.
const names = registry.map(({ name }) => name).filter((name) => name !== "organization");

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return /(?<!\.(?:test|fixture))\.ts$/u.test(entry.name) ? [path] : [];
  });
}

/** A type's name as a string of the code; in comments it may serve as an example. */
function namesIn(text: string): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gmu, "");
  return names.filter((name) => new RegExp(`["'\`]${name}["'\`.]`, "u").test(code));
}

test.each(rooms)("src/%s names no resource type", (room) => {
  const files = filesIn(join("src", room));
  expect(files.length).toBeGreaterThan(0);
  const offenders = files.flatMap((path) =>
    namesIn(readFileSync(path, "utf8")).map((name) => `${path}: ${name}`),
  );
  expect(offenders).toEqual([]);
});

test("the search finds what it searches for", () => {
  expect(namesIn('if (type === "site_section") {}')).toEqual(["site_section"]);
  expect(namesIn('// the type "site"')).toEqual([]);
});
