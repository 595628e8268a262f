import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  environmentPage,
  environmentVariables,
  setByOtherPrograms,
} from "../../tools/generate/environment.ts";

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .map((path) => readFileSync(join("src", path), "utf8"));

/** The names in the reads of an environment, and every string that is a name of docsform's own. */
function namesReadIn(source: string): readonly string[] {
  const found = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, name = ""]) => name);
  const destructured = found(/\{([^{}]*)\} = (?:environment|process\.env)\b/gu);
  const constants = found(/\benvironment\[(\w+)\]/gu);
  return [
    ...found(/"(DOCSFORM_[A-Z_]+)"/gu),
    ...found(/\b(?:environment|env)\["(\w+)"\]/gu),
    ...destructured.flatMap((names) => names.match(/\w+/gu) ?? []),
    ...constants.flatMap((constant) => found(new RegExp(`const ${constant} = "(\\w+)"`, "gu"))),
  ];
}

test("the page lists exactly the variables that docsform reads", () => {
  const read = new Set(sources.flatMap(namesReadIn));
  expect([...environmentVariables, ...setByOtherPrograms].sort()).toEqual([...read].sort());
});

test.each([
  ['io.environment["NO_COLOR"]', ["NO_COLOR"]],
  ["const { http_proxy } = environment;", ["http_proxy"]],
  ['const name = "TOKEN";\nenvironment[name]', ["TOKEN"]],
  ['text("token", "DOCSFORM_TOKEN")', ["DOCSFORM_TOKEN"]],
  ['record["NAME"]', []],
])("in %s the test finds %j", (source, names) => {
  expect(namesReadIn(source)).toEqual(names);
});

test.each(environmentVariables)("the page describes %s", (name) => {
  expect(environmentPage()).toMatch(new RegExp(`^\\| \`${name}\` \\| \\S.*\\.`, "mu"));
});
