import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";

/*
 * A new plain type is a file with its facts, and a line in a table. This file adds some to a copy of the project: what teams may do in a site; the
 * settings of a site's agent; redirects, whose destination is a union. The project itself has a list with a secret.
 */

const root = resolve(import.meta.dirname, "../..");
export const copy = mkdtempSync(join(tmpdir(), "docsform-toy-"));

/** The names of the facts, sorted. The file of each is in `test/toy/facts`. */
const toys = ["siteAgentSettings", "siteRedirect", "siteTeam"];

const fileOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The path of each file in the copy. */
export const written = toys.map((name) => `src/contract/facts/${fileOf(name)}.ts`);

/** Creates the copy before the tests of a file, and removes it after them. */
export function copyWithToys(): void {
  beforeAll(async () => {
    const files = (await run(root, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"))
      .split("\0")
      .filter((path) => path !== "");
    for (const path of files) cpSync(join(root, path), join(copy, path));
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    await run(copy, "git", "init", "--quiet");
    await run(copy, "git", "add", "--all");
    const identity = ["-c", "user.name=toy", "-c", "user.email=toy@acme.example"];
    await run(copy, "git", ...identity, "commit", "--quiet", "--no-verify", "--message", "Before the toy");
    addTypes();
  }, 120_000);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));
}

/** Copies the files of the types, and adds the types to the table. */
function addTypes(): void {
  for (const [at, name] of toys.entries()) {
    const text = readFileSync(join(import.meta.dirname, `facts/${fileOf(name)}.ts`), "utf8");
    writeFileSync(join(copy, written[at] as string), text.replaceAll("../../../src/", "../../"));
  }
  const table = join(copy, "src/contract/facts/all.ts");
  const imports = toys.map((name) => `import { ${name} } from "./${fileOf(name)}.ts";\n`);
  const [before, after] = readFileSync(table, "utf8").split("facts = {\n") as [string, string];
  const entries = toys.map((name) => `  ${name},\n`);
  const [first, rest] = before.split(/(?<=facts[.]ts";\n)/) as [string, string];
  writeFileSync(table, `${first}${imports.join("")}${rest}facts = {\n${entries.join("")}${after}`);
}

interface Tested {
  readonly passed: number;
  readonly output: string;
}

/** Runs tests in the copy. They must pass. */
export async function runTests(
  argv: readonly string[],
  environment: Record<string, string> = {},
): Promise<Tested> {
  const output = await run(copy, "npx", "vitest", "run", "--testTimeout=120000", ...argv, environment);
  return { passed: Number(/^(\d+) passed, 0 failed/m.exec(output)?.[1]), output };
}

/** Runs a command, and returns its output. Throws an error with the output if the command fails. */
export async function run(
  cwd: string,
  command: string,
  ...argv: readonly (string | Record<string, string>)[]
): Promise<string> {
  const strings = argv.filter((each) => typeof each === "string");
  const environment = Object.assign({}, ...argv.filter((each) => typeof each === "object"));
  const { GIT_DIR: _, GIT_INDEX_FILE: __, VITEST: ___, ...inherited } = process.env;
  try {
    const options = { cwd, maxBuffer: 1 << 26, env: { ...inherited, ...environment, NO_COLOR: "1" } };
    const { stdout } = await promisify(execFile)(command, strings, options);
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${strings.join(" ")} failed:\n${(stdout ?? "").slice(-6000)}${stderr ?? ""}`);
  }
}
