import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportedNames } from "../support/exported-names.ts";
import { compilePrograms, entries, installSources, root, runProgram } from "./package-of-sources.ts";

// Each example in a comment of a public function is a program. A comment after console.log says what it prints.

const publicNames = new Set(exportedNames(Object.values(entries).map((file) => join(root, "src", file))));
const examples = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .flatMap((path) => examplesIn(readFileSync(join(root, "src", path), "utf8")))
  .filter(({ name }) => publicNames.has(name));

function examplesIn(source: string): readonly { readonly name: string; readonly program: string }[] {
  const found = source.matchAll(/ \* @example\n((?: \*.*\n)+?) \*\/\nexport (?:async )?function (\w+)/gu);
  return [...found].map(([, lines = "", name = ""]) => ({
    name,
    program: lines.replaceAll(/^ \* ?/gmu, ""),
  }));
}

/** What the comments of a program say that it prints. */
function promisedOf(program: string): string {
  return [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gmu)].map(([, line]) => `${line}\n`).join("");
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "docsform-examples-"));
  installSources(folder);
  for (const { name, program } of examples) writeFileSync(join(folder, `${name}.ts`), program);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the main functions have examples", () => {
  const names = ["readLayout", "openReconciler", "createDocsClient", "startEmulator", "planApp"];
  expect(examples.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

test("the examples compile without errors", { timeout: 300_000 }, async () => {
  expect(await compilePrograms(folder)).toBe("");
});

test.each(examples)(
  "the example of $name prints what it says",
  { timeout: 60_000 },
  async ({ name, program }) => {
    const promised = promisedOf(program);
    expect(promised).not.toBe("");
    expect(await runProgram(folder, `${name}.ts`)).toBe(promised);
  },
);
