import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";

/*
 * A new type is a folder with its declaration, a folder with its operations, and a line for each in the tables. This file adds two types to a copy
 * of the project: redirects of a site, and servers of its assistant, which have secrets.
 */

const root = resolve(import.meta.dirname, "../..");
export const copy = mkdtempSync(join(tmpdir(), "docsform-toy-"));

/** The types in the order of their names: the folder, and the name in the code. */
const toys = [
  { folder: "site-mcp-server", name: "siteMcpServer" },
  { folder: "site-redirect", name: "siteRedirect" },
];

/** The paths of each file: below `test/toy`, and in the copy. */
export const written = toys.flatMap(({ folder }) => [
  [`${folder}/resource.ts.txt`, `src/resources/${folder}/${folder}.ts`] as const,
  ...["operations", "emulator", "scenario"].map(
    (part) =>
      [`${folder}/${part}.ts.txt`, `src/contract/operations/${folder}s/${folder}s.${part}.ts`] as const,
  ),
]);

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

/** Copies the files of the types, and adds the types to the tables. */
function addTypes(): void {
  for (const [part, path] of written) {
    mkdirSync(join(copy, dirname(path)), { recursive: true });
    cpSync(join(import.meta.dirname, part), join(copy, path));
  }
  for (const { folder, name } of toys) {
    addLine("src/resources/registry.ts", "siteSection", {
      import: `import { ${name} } from "./${folder}/${folder}.ts";`,
      entry: `  ${name},`,
    });
    addLine("src/contract/operations/operations.ts", "siteStructure", {
      import: `import { ${name}sSystem } from "./${folder}s/${folder}s.emulator.ts";`,
      entry: `  ${name}s: ${name}sSystem,`,
    });
    addLine("src/contract/operations/rows.ts", "siteStructure", {
      import: `import { ${name}s } from "./${folder}s/${folder}s.operations.ts";`,
      entry: `  ${name}s,`,
    });
  }
}

/** Adds an entry and its import before those of another entry. */
function addLine(
  path: string,
  before: string,
  line: { readonly import: string; readonly entry: string },
): void {
  const lines = readFileSync(join(copy, path), "utf8").split("\n");
  const insert = (start: string, text: string) =>
    lines.splice(
      lines.findIndex((each) => each.startsWith(start)),
      0,
      text,
    );
  insert(`import { ${before}`, line.import);
  insert(`  ${before}`, line.entry);
  writeFileSync(join(copy, path), lines.join("\n"));
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
