import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import words from "../words.json" with { type: "json" };

// Names that were changed everywhere stay changed: one word for one thing, in all that users and their programs read.

const { "//": _about, ...instead } = words as Readonly<Record<string, string>>;

/** What is published under its name: schemas, codes and fields in the reference, flags in the help, and exported types. */
const published = [
  ...filesIn("schema", ".json"),
  ...filesIn("docs/reference", ".md"),
  ...filesIn("docs/terraform", ".md"),
  "test/goldens/current/help.golden",
  "src/client.ts",
  "src/constructs.ts",
  "src/emulator.ts",
  "src/index.ts",
];

function filesIn(folder: string, ending: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

/** Names in a text: JSON strings, code in backticks, flags, codes, and what a program exports. */
function namesIn(text: string): readonly string[] {
  const quoted = [...text.matchAll(/"((?:[^"\\]|\\.)*)"|`([^`]*)`/gu)].flatMap(
    ([, json, code]) => json ?? code ?? [],
  );
  const single = quoted.filter((name) => name.split(" ").length <= 2);
  const flags = [...text.matchAll(/--[a-z][a-z-]*|\b[A-Z][A-Z_]{3,}\b|\b[a-z]+\/[a-z-]+\b/gu)].map(
    ([name]) => name,
  );
  const exported = [...text.matchAll(/^export [^"']*/gmu)].flatMap(([names]) => names.split(/[^\w]+/u));
  return [...single, ...flags, ...exported];
}

/** `bornWith` is the words "born" and "with", and so are `born_with` and `born-with`. */
function wordsOf(name: string): string {
  return ` ${name
    .replaceAll(/([a-z])([A-Z])/gu, "$1 $2")
    .replaceAll(/[^A-Za-z]+/gu, " ")
    .toLowerCase()
    .trim()} `;
}

test.each(Object.entries(instead))("nothing published is called %s: it is %s", (word) => {
  const former = wordsOf(word);
  const found = published.flatMap((path) =>
    namesIn(readFileSync(path, "utf8"))
      .filter((name) => wordsOf(name).includes(former))
      .map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test("names of each kind are read", () => {
  const text =
    'export type { Plan } from "./plan.ts";\n`--horizon-ms` "bornWith" DOCSFORM_TOKEN cli/bad-value';
  const names = namesIn(text).map(wordsOf);
  for (const word of ["plan", "horizon ms", "born with", "docsform token", "cli bad value"])
    expect(names).toContain(` ${word} `);
});
