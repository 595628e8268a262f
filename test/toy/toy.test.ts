import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

/*
 * A new type is its folder, the folder of its operations, and a line for each. This adds two to a copy of the project, the redirects
 * of a site and the servers that its assistant asks, which have secrets, and has everything that is derived prove that it covers them.
 */

const root = resolve(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "docsform-toy-"));

/** The types: their folders here, and what they are called in the code. In the order of their names. */
const toys = [
  { folder: "site-mcp-server", name: "siteMcpServer" },
  { folder: "site-redirect", name: "siteRedirect" },
];

const written = toys.flatMap(({ folder }) => [
  [`${folder}/resource.ts.txt`, `src/resources/${folder}/${folder}.ts`] as const,
  ...["operations", "emulator", "scenario"].map(
    (part) => [`${folder}/${part}.ts.txt`, `src/operations/${folder}s/${folder}s.${part}.ts`] as const,
  ),
]);

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

/** The files of the types, and their lines. */
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
    addLine("src/operations/operations.ts", "siteStructure", {
      import: `import { ${name}sSystem } from "./${folder}s/${folder}s.emulator.ts";`,
      entry: `  ${name}s: ${name}sSystem,`,
    });
    addLine("src/operations/rows.ts", "siteStructure", {
      import: `import { ${name}s } from "./${folder}s/${folder}s.operations.ts";`,
      entry: `  ${name}s,`,
    });
  }
}

/** Adds an entry, and the import that it takes, before those of another. */
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

test("what is derived is generated, and no other file is touched", { timeout: 180_000 }, async () => {
  await run(copy, "npm", "run", "--silent", "generate");
  const status = await run(copy, "git", "status", "--porcelain", "--untracked-files=all");
  const touched = status
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.slice(3));
  const generated =
    /^(schema|docs\/reference|docs\/terraform|src\/constructs\/generated|src\/client\/generated)\//;
  expect(touched.filter((path) => !generated.test(path)).sort()).toEqual(
    [
      "src/operations/operations.ts",
      "src/operations/rows.ts",
      "src/resources/registry.ts",
      ...written.map(([, path]) => path),
    ].sort(),
  );
  for (const path of [
    "schema/layout.json",
    "docs/reference/site.md",
    "src/constructs/generated/resources.ts",
  ])
    expect([path, readFileSync(join(copy, path), "utf8").includes("redirect")]).toEqual([path, true]);
});

test("it type-checks, is formatted, and keeps the rules of the rooms", { timeout: 300_000 }, async () => {
  expect(await run(copy, "npx", "tsc", "--noEmit", "-p", ".")).toBe("");
  // It fails where a file is not formatted; where it says that all are depends on the terminal.
  await run(copy, "npx", "biome", "check", "src/resources", "src/operations");
  expect(await run(copy, "npm", "run", "--silent", "check:rooms")).toContain(" 0 violations");
});

test("it conforms, on both API versions, as every type does", { timeout: 300_000 }, async () => {
  for (const type of ["site_redirect", "site_mcp_server"]) {
    const { passed } = await runTests(["test/conformance", "-t", type]);
    expect(passed).toBeGreaterThan(20);
  }
});

test("its operations keep the published contract", { timeout: 300_000 }, async () => {
  const { passed } = await runTests(["test/contract/every-operation.test.ts"]);
  expect(passed).toBeGreaterThan(10);
});

test("what is secret of it is in no output, and sensitive in Terraform", { timeout: 600_000 }, async () => {
  const canaries = ["test/cli/canaries.test.ts", "-t", "that come from elsewhere|site_mcp_server"];
  expect((await runTests(canaries)).passed).toBeGreaterThan(2);
  const provider = ["test/terraform/docs-secrets.test.ts", "-t", "docs_site_mcp_server"];
  expect((await runTests(provider)).passed).toBeGreaterThan(8);
  const page = readFileSync(join(copy, "docs/terraform/resources/site_mcp_server.md"), "utf8");
  expect(page).toMatch(/`authorization` \(String, Sensitive\)/);
  expect(page).toMatch(/`location` \(String, Sensitive\)/);
});

test("an app may declare it without a construct of its own", { timeout: 300_000 }, async () => {
  const { passed } = await runTests([
    "src/constructs/declarations.test.ts",
    "-t",
    "site_(redirect|mcp_server)",
  ]);
  expect(passed).toBeGreaterThan(2);
});

test("the laws hold in worlds that have some", { timeout: 600_000 }, async () => {
  const { passed } = await runTests(["--project", "laws"], { DOCSFORM_LAW_SHARE: "0.01" });
  expect(passed).toBeGreaterThan(4);
  // Of so few worlds the laws do not say what they met too rarely; of more they do.
  const files = ["test/laws/pull.test.ts", "test/laws/worlds/others.test.ts"];
  // Others do little to one type in so few worlds, in those of the usual seed something.
  const drawn = { DOCSFORM_LAW_SHARE: "0.1" };
  const { output } = await runTests(files, drawn);
  for (const type of ["site_redirect", "site_mcp_server"]) {
    expect(output).toMatch(new RegExp(`^pull: .* ${type} \\d`, "m"));
    expect(output).toMatch(new RegExp(`^others' .* others (made|changed|deleted) ${type} \\d`, "m"));
  }
});

test("it is among what faults hit and what somebody else changes", { timeout: 300_000 }, async () => {
  for (const type of ["site_redirect", "site_mcp_server"]) {
    const { passed } = await runTests(["test/faults/coverage.test.ts", "-t", type]);
    expect(passed).toBe(6);
  }
});

test("Terraform creates, changes, imports and destroys it", { timeout: 600_000 }, async () => {
  const life = ["test/terraform/docs-conformance.test.ts", "-t", "current"];
  await runTests(life, { CHECKPOINT_DISABLE: "1" });
  const imports = ["test/terraform/docs-reads.test.ts", "-t", "docs_site_(redirect|mcp_server)"];
  expect((await runTests(imports)).passed).toBeGreaterThan(3);
});

interface Tested {
  readonly passed: number;
  readonly output: string;
}

/** Runs tests of the copy, which must pass. */
async function runTests(argv: readonly string[], environment: Record<string, string> = {}): Promise<Tested> {
  const output = await run(copy, "npx", "vitest", "run", "--testTimeout=120000", ...argv, environment);
  return { passed: Number(/^(\d+) passed, 0 failed/m.exec(output)?.[1]), output };
}

async function run(
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
