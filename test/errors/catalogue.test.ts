import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import type { CodeEntry } from "../../src/model/codes/code-entry.ts";
import { codes } from "../../src/model/codes/codes.ts";
import { systemCauses } from "../../src/model/codes/disk-codes.ts";

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .map((path) => ({ path, text: readFileSync(join("src", path), "utf8") }));
const outside = sources.filter(({ path }) => !path.startsWith("model/codes/"));

/** The source files with a match. */
function matching(pattern: RegExp): readonly string[] {
  return sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort();
}

test("only the catalogue constructs errors, so no message stands outside of it", () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(matching(/\bnew DocsformError\(/u)).toEqual(["model/codes/fail.ts", "model/errors.ts"]);
});

test("few modules bind words, so that a program loads only the words that it may need", () => {
  const binding = matching(/^(?:export )?const \w+ = (?:failWith|wordsIn)\(/mu);
  expect(binding.filter((path) => !path.startsWith("resources/"))).toEqual([
    "contract/rich-text/markdown-attribute.ts",
    "model/codes/app-words.ts",
    "model/codes/command-words.ts",
    "model/codes/layout-words.ts",
    "model/codes/plan-words.ts",
    "model/codes/provider-words.ts",
    "model/codes/service-words.ts",
    "model/codes/start-words.ts",
    "terraform/plugin/plugin-fail.ts",
  ]);
});

test("no subclass of the error class words an error itself", () => {
  const subclasses = sources.filter(({ text }) => /\bextends (?:DocsformError|ApiError)\b/u.test(text));
  expect(subclasses.length).toBeGreaterThan(3);
  const wording = subclasses.filter(({ text }) => /\bsuper\(\s*["'`]/u.test(text)).map(({ path }) => path);
  // An error with several diagnostics joins their messages.
  expect(wording).toEqual(["model/errors.ts"]);
});

test("an error gets another message only to hide a secret or to join several errors", () => {
  const rewording = matching(/\breworded\(/u).filter((path) => path !== "model/errors.ts");
  expect(rewording).toEqual(["engine/live/hide-secrets.ts", "engine/reconcile/recover.ts"]);
});

/** The source files with a match in the rooms that read the service, plan and apply. */
function matchingInRooms(pattern: RegExp): readonly string[] {
  return matching(pattern).filter((path) => /^(?:engine|state)\//u.test(path));
}

test("errors, notes and conflicts of plans take their words from the catalogue", () => {
  expect(matchingInRooms(/\bwordsOf\(\s*"plan\//u).length).toBeGreaterThan(15);
  expect(matchingInRooms(/(?<!\bwordsOf\(\s*)"(?:plan|stale)\/[\w-]+"/u)).toEqual([]);
  expect(matchingInRooms(/\bcode: "[\w-]+\/[\w-]+"/u)).toEqual([]);
  expect(matchingInRooms(/\bmessage: ["'`]/u)).toEqual([]);
});

/** The source files with a match in the rooms that read layouts. */
function matchingInReaders(pattern: RegExp): readonly string[] {
  return matching(pattern).filter((path) =>
    /^(?:constructs\/(?!as-code|testing)|layout\/(?!git-sync)|contract\/rich-text\/)/u.test(path),
  );
}

test("errors and warnings about layouts and apps take their words from the catalogue", () => {
  expect(matchingInReaders(/\bwordsOf\(\s*"(?:constructs|layout|synth)\//u).length).toBeGreaterThan(25);
  // zod words what is wrong with a value.
  expect(
    matchingInReaders(/(?<!\b(?:fail|failInApp|wordsOf)\(\s*|\[)"(?:constructs|layout|synth)\/[\w-]+"/u),
  ).toEqual(["layout/read-attribute.ts"]);
  expect(matchingInReaders(/\bmessage(?:: | = )["`]/u)).toEqual(["layout/read-attribute.ts"]);
});

/** Texts of several words in a folder, except those of errors that show a defect of docsform, of the example app, of code and of the kit for tests. */
function phrasesIn(folder: string): readonly string[] {
  return sources
    .filter(
      ({ path }) =>
        path.startsWith(folder) &&
        !/(?:^|\/)(?:generated\/|as-code\/|testing\/|doctor\/advice\.ts$|example-app\.ts$)/u.test(path),
    )
    .flatMap(({ text }) => {
      const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gmu, "");
      return code.match(phrase) ?? [];
    })
    .filter((text) => (text.match(/[\p{L}}],? (?=[\p{L}$])/gu) ?? []).length > 1);
}
const phrase = /(?<!Error\(\s*)(?<=[\s([{,:?=])(?:"[^"\n]*"|`(?:[^`$]|\$\{[^`}]*\}|\$)*`)/gu;

test("the validations of constructs take their words from the catalogue", () => {
  expect(matching(/\bproblemText\(/u).length).toBeGreaterThan(7);
  // None of these says what is wrong.
  expect(phrasesIn("constructs/")).toEqual([
    "`And ${more} more.`",
    '"the first of spaces"',
    "`From TF_VAR_${name}, for the layout.`",
  ]);
});

test("the checks of doctor take their texts from one table", () => {
  expect(matching(/\badvice\.\w/u).length).toBeGreaterThan(2);
  expect(phrasesIn("cli/doctor/")).toEqual([]);
});

test("the notes of accept take their words from the catalogue", () => {
  expect(phrasesIn("engine/plan/accept/").filter((text) => /\.["`]$/u.test(text))).toEqual([]);
});

test("the reasons why an edit leaves a part of a layout take their texts from the words of editing", () => {
  expect(matching(/\bobstacles\.\w/u).length).toBeGreaterThan(9);
  const wording = matching(/\bNotInPlaceError\(\s*["'`]|\b(?:reason|why): ["'`]/u);
  expect(wording.filter((path) => path.startsWith("layout/"))).toEqual([]);
});

test("one module makes diagnostics, and only zod words them itself", () => {
  // Terraform's protocol has diagnostics of its own.
  expect(matching(/(?<!readonly )\bseverity: "(?:error|warning)"/u)).toEqual([
    "terraform/configuration.ts",
    "terraform/plugin/diagnostics.ts",
  ]);
  expect(matching(/\b(?:error|warning)At\([^;]*\b(?:code|message): /u)).toEqual([
    // It marks the code as one that a type declares.
    "layout/check-objects.ts",
    // Its values are those of another format, and their words are the same.
    "layout/git-sync/check-structure-file.ts",
    "layout/read-attribute.ts",
  ]);
});

test("the checks of types take their words from the codes of the type", () => {
  const checks = sources.filter(
    ({ path, text }) => path.startsWith("resources/") && /\bwordsOf\(/u.test(text),
  );
  expect(checks.length).toBeGreaterThan(2);
  expect(matching(/\bcode: "[\w-]+\/[\w-]+"/u)).toEqual([
    "layout/git-sync/check-structure-file.ts",
    "layout/read-attribute.ts",
    "report/failure.ts",
  ]);
});

const files = readdirSync("src/model/codes").filter((file) => file.endsWith("-codes.ts"));

/** The codes in each file, in their order. */
const catalogues = new Map(
  await Promise.all(
    files.map(async (file) => {
      const module = (await import(resolve("src/model/codes", file))) as Readonly<Record<string, object>>;
      const names = Object.keys(module).filter((name) => name.endsWith("Codes"));
      return [file, names.flatMap((name) => Object.keys(module[name] as object))] as const;
    }),
  ),
);

test("every catalogue is part of the catalogue of all codes", () => {
  expect([...catalogues.values()].flat().sort()).toEqual(Object.keys(codes).sort());
});

test.each([...catalogues])("%s is sorted", (_file, entries) => {
  expect(entries).not.toEqual([]);
  expect(entries).toEqual([...entries].sort());
});

const cases = Object.entries<CodeEntry>(codes).flatMap(([code, entry]) =>
  Object.keys(entry.cases ?? {})
    .filter((name) => !Object.hasOwn(systemCauses, name))
    .map((name) => [code, name] as const),
);

/** Codes whose name or case is the value of a variable. */
const variable =
  /^(?:disk\/|apply\/\w+-of-another-layout|apply\/unknown-outcome|cli\/no-terraform-plan|guard\/(?:import|too-many-deletes)|http\/(?:bad-base-url|unexpected-status)|(?:layout|synth)\/unreadable-file|terraform\/timed-out)/u;

test.each(cases)("%s has no case that never occurs: %s", (code, name) => {
  const [naming, asCase] = variable.test(code)
    ? [outside, `"${name}"`]
    : [outside.filter(({ text }) => text.includes(`"${code}"`)), `\\bcase: [^,}]*"${name}"`];
  expect(naming.some(({ text }) => new RegExp(asCase, "u").test(text))).toBe(true);
});

test.each(Object.entries<CodeEntry>(codes).filter(([, { message, cases: all }]) => message ?? all))(
  "%s has either one message or cases",
  (_code, { message, cases: all }) => {
    expect([message, all].filter((each) => each !== undefined)).toHaveLength(1);
  },
);
