import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { allCodes } from "../../src/cli/commands/explain-command.ts";
import { createProgram } from "../../src/cli/program.ts";
import { registry } from "../../src/resources/registry.ts";
import { usualPlaces } from "../../src/state/state-places.ts";
import { isJsonObject, type Json } from "../../src/util/json.ts";
import { glossaryPage } from "../../tools/generate/glossary.ts";
import { exportedNames } from "../support/exported-names.ts";
import words from "../words.json" with { type: "json" };

// The project has one word for each thing, in all names that users and their programs read. The test checks only names: prose may use any word.

/** A published surface: its names, and the names in a sample that contains a former name. */
interface Surface {
  readonly names: () => readonly string[];
  readonly sample: () => readonly string[];
  /** The former name in the sample. */
  readonly former: string;
}

const surfaces: Readonly<Record<string, Surface>> = {
  schemas: {
    names: () =>
      filesIn("schema", ".json").flatMap((path) => namesInSchema(JSON.parse(readFileSync(path, "utf8")))),
    sample: () =>
      namesInSchema({ properties: { key: { anyOf: [{ enum: ["weak key"] }, { const: "key" }] } } }),
    former: "weak key",
  },
  "the command line": {
    names: () => namesInCommand(createProgram("0.0.0", undefined, async () => undefined)),
    sample: () =>
      namesInCommand(new Command("docsform").addCommand(new Command("plan").option("--no-lock", "…"))),
    former: "no lock",
  },
  codes: {
    names: () => Object.keys(allCodes(registry)),
    sample: () => Object.keys({ "guard/adopt": {} }),
    former: "adopt",
  },
  "files and folders": {
    names: () => [
      ...Object.values(usualPlaces({ folder: "." })).filter((path) => path !== undefined),
      ...["schema", "docs"].flatMap((folder) => filesIn(folder, "")),
      ...Object.keys(manifest.exports),
    ],
    sample: () => ["./docsform.lock.json"],
    former: "lock json",
  },
  "pages of the reference": {
    names: () =>
      [...filesIn("docs/reference", ".md"), ...filesIn("docs/terraform", ".md")].flatMap((path) =>
        namesInPage(readFileSync(path, "utf8")),
      ),
    sample: () => namesInPage("Set `DOCSFORM_GENERATION`."),
    former: "generation",
  },
  "exported types": {
    names: () => exportedNames(["index", "client", "emulator", "constructs"].map((name) => `src/${name}.ts`)),
    sample: () =>
      exportedNames(["sample.ts"], (path) =>
        path === "sample.ts"
          ? 'export { type Type } from "./type.ts";'
          : "export interface Type { readonly creation?: Creation }\ninterface Creation { bornWith(): string }",
      ),
    former: "born",
  },
};

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly exports: Readonly<Record<string, unknown>>;
};

function filesIn(folder: string, ending: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

/** The fields and the values of a JSON Schema, without JSON Schema's own keywords and without descriptions. */
function namesInSchema(schema: Json): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesInSchema);
  if (!isJsonObject(schema)) return [];
  const { properties, $defs, enum: values, const: value, ...rest } = schema;
  const fields = [properties, $defs].filter((each) => isJsonObject(each));
  return [
    ...fields.flatMap((each) => [...Object.keys(each), ...Object.values(each).flatMap(namesInSchema)]),
    ...[values, value].flat().filter((each) => typeof each === "string"),
    ...Object.values(rest).flatMap(namesInSchema),
  ];
}

/** The names of a command, its subcommands, arguments and flags, and their choices. */
function namesInCommand(command: Command): readonly string[] {
  return [
    command.name(),
    ...command.registeredArguments.flatMap((argument) => [argument.name(), ...(argument.argChoices ?? [])]),
    ...command.options.flatMap((option) => [option.flags, ...(option.argChoices ?? [])]),
    ...command.commands.flatMap(namesInCommand),
  ];
}

/** The texts in backquotes on a page, and the flags, environment variables and codes among them. */
function namesInPage(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`\n]*)`/gu)].map(([, name = ""]) => name);
  const bare = text.matchAll(/--[a-z][a-z-]*|\b[A-Z][A-Z_]{3,}\b|\b[a-z]+\/[a-z-]+\b/gu);
  return [...quoted.filter((name) => name.split(" ").length <= 2), ...[...bare].map(([name]) => name)];
}

/** The words of a name: "born" and "with" for `bornWith`, `born_with` and `born-with`. */
function wordsOf(name: string): string {
  return ` ${name
    .replaceAll(/([a-z])([A-Z])/gu, "$1 $2")
    .replaceAll(/[^A-Za-z]+/gu, " ")
    .toLowerCase()
    .trim()} `;
}

/** A former name with a capital is one identifier. Other former names match each name that contains them as words. */
function isCalled(name: string, former: string): boolean {
  return /[A-Z]/u.test(former) ? name === former : wordsOf(name).includes(wordsOf(former));
}

/** The names with a former word, each with the word to use. */
function formerNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].flatMap((name) =>
    Object.entries(words.never)
      .filter(([former]) => isCalled(name, former))
      .map(([former, instead]) => `${name}: ${former} is ${instead}`),
  );
}

describe.each(Object.entries(surfaces))("%s", (_, { names, sample, former }) => {
  test("have no former name", () => {
    expect(formerNames(names())).toEqual([]);
  });

  test("have a former name in their sample, and the test finds it", () => {
    expect(names().length).toBeGreaterThan(3);
    expect(formerNames(sample())).toEqual([expect.stringContaining(`: ${former} is `)]);
  });
});

test("the glossary has each word and each verb", () => {
  expect(readFileSync("docs/glossary.md", "utf8")).toBe(glossaryPage(words));
});

test("a name with a capital matches one identifier only", () => {
  expect(formerNames(["docsformLock"])).toEqual(["docsformLock: docsformLock is docsformState"]);
  expect(formerNames([".docsform/docsform.lock"])).toEqual([]);
});

test("no word of the glossary is a former name", () => {
  expect(formerNames([...Object.keys(words.words), ...Object.keys(words.verbs)])).toEqual([]);
});
