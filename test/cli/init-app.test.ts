import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import { appLibraries } from "../../src/constructs/as-code/app/project-files.ts";
import { machineFiles } from "../../src/state/file-system.ts";
import { benchOfTest, openWorkbench, organization } from "./workbench.ts";

const bench = benchOfTest(() => openWorkbench());

const noToken = { DOCSFORM_TOKEN: undefined };
const files = [
  "main.ts",
  "documentation.ts",
  "test/documentation.test.ts",
  "tsconfig.json",
  "cdktf.json",
  "package.json",
  ".github/workflows/drift.yml",
  ".github/workflows/apply.yml",
  ".github/workflows/plan.yml",
  ".gitignore",
];
const textOf = (path: string): string => bench.files.read(path) ?? "";
const jsonOf = (path: string) => JSON.parse(textOf(path));

describe.each(Object.values(appLibraries))("init --from $name", ({ name, version, entry }) => {
  test("writes an app", async () => {
    const { out } = await bench.checkDone(["init", "--from", name, "--json"]);
    expect(JSON.parse(out)).toMatchObject({ from: name, organization, written: files, notes: [] });
    expect(files.filter((path) => textOf(path) === "")).toEqual([]);
  });

  test("names the packages and the command of the library", async () => {
    await bench.checkDone(["init", "--from", name]);
    expect(jsonOf("package.json")).toMatchObject({
      scripts: { synth: `${name} synth`, test: "vitest run" },
      dependencies: { [name]: version, docsform: "1.2.3" },
      devDependencies: { [`${name}-cli`]: version },
    });
    expect(textOf("documentation.ts")).toContain(`from "${name}";`);
    expect(textOf("documentation.ts")).toContain(`from "${entry}";`);
    const other = name === "cdktf" ? "cdktn" : "cdktf";
    for (const path of ["package.json", "main.ts", "documentation.ts", "test/documentation.test.ts"])
      expect(textOf(path)).not.toContain(other);
  });
});

describe("the packages of an app", () => {
  const developed = JSON.parse(readFileSync("package.json", "utf8")).devDependencies;
  const tools = JSON.parse(readFileSync("test/cdktf/package.json", "utf8"));
  const proved = { ...tools.dependencies, ...tools.devDependencies };

  test.each(["cdktf", "cdktn"])("have the versions that docsform is tested with: %s", async (name) => {
    await bench.checkDone(["init", "--from", name]);
    const { dependencies, devDependencies } = jsonOf("package.json");
    const { docsform: _, ...others } = { ...dependencies, ...devDependencies };
    const tested = { ...developed, ...proved, typescript: proved["typescript-5"].replace(/^npm:.*@/u, "") };
    expect(Object.keys(others).filter((each) => others[each] !== tested[each])).toEqual([]);
  });
});

test.each(Object.values(appLibraries))("the guide lists the names of $name", ({ name, entry }) => {
  const page = readFileSync("docs/guides/constructs.md", "utf8");
  const rows = page.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const column =
    rows.find(([, first, ...others]) => first === "" && others.includes(name))?.indexOf(name) ?? 0;
  const cell = (title: string) => rows.find(([, first]) => first?.startsWith(title))?.[column];
  expect(cell("Library")).toContain(`\`${name}\``);
  expect(cell("Command line")).toBe(`\`${name}-cli\`: \`npx ${name}\``);
  expect(cell("Import docsform from")).toBe(`\`${entry}\``);
  expect(cell("Settings, synthesized app")).toBe("`cdktf.json`, `cdktf.out`");
});

test("the jobs for GitHub are the recipes for apps without Terraform", async () => {
  await bench.checkDone(["init", "--from", "cdktf"]);
  for (const job of ["plan", "apply", "drift"])
    expect(textOf(`.github/workflows/${job}.yml`)).toBe(
      readFileSync(`examples/ci/github/cdktf-without-terraform-${job}.yml`, "utf8"),
    );
});

test("prints the next commands", async () => {
  const environment = { npm_command: "exec" };
  const { out } = await bench.checkDone(["init", "--from", "cdktn", "--json"], { environment });
  const { next } = JSON.parse(out) as { readonly next: readonly string[] };
  expect(next.map((line) => line.replace(/ +#.*/u, ""))).toEqual([
    "npm install",
    "npm test",
    "export DOCSFORM_TOKEN=…",
    "npx docsform plan main.ts",
    "npx docsform apply main.ts",
  ]);
});

describe("the organization", () => {
  test("is a text of TypeScript without templates of Terraform", async () => {
    const id = 'a"b${c}';
    await bench.checkDone(["init", "--from", "cdktf", "--organization", id], { environment: noToken });
    expect(textOf("documentation.ts")).toContain('organization: "a\\"b$${c}" }');
    expect(bench.emulator.emulator.log).toEqual([]);
  });

  test("is asked for without a token, after the start", async () => {
    const ran = await bench.run(["init"], { environment: noToken, typed: ["4", "acme"] });
    expect(ran.code, ran.err).toBe(0);
    expect(textOf("documentation.ts")).toContain('organization: "acme"');
    expect(textOf("main.ts")).toContain('from "cdktf"');
  });

  test("is needed without a terminal, and nothing is written", async () => {
    const ran = await bench.run(["init", "--from", "cdktf"], { environment: noToken });
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("[cli/no-organization]") });
    expect(bench.files.list(".")).toEqual([]);
  });
});

describe("keeps existing files", () => {
  const replaceable = files.filter((path) => path !== ".gitignore");

  test.each(replaceable)("does not replace %s, and writes nothing", async (path) => {
    bench.files.write(path, "mine\n");
    const before = bench.files.list(".");
    const ran = await bench.run(["init", "--from", "cdktf"]);
    expect(ran.code).toBe(1);
    expect(ran.err).toContain(`already here: ${path}. Nothing was written. [cli/file-exists]`);
    expect(bench.files.list(".")).toEqual(before);
    expect(textOf(path)).toBe("mine\n");
    expect(bench.emulator.emulator.log).toEqual([]);
  });

  test("names all files that are there", async () => {
    for (const path of ["package.json", "main.ts"]) bench.files.write(path, "mine\n");
    const { err } = await bench.run(["init", "--from", "cdktf"]);
    expect(err).toMatch(/already here: package[.]json(?:,| and) main[.]ts[.]/u);
  });

  test.each(["", "mine\n", "/cdktf.out\nnode_modules\n.docsform\n"])(
    "a .gitignore with %j has each line once",
    async (before) => {
      if (before !== "") bench.files.write(".gitignore", before);
      await bench.checkDone(["init", "--from", "cdktf"]);
      const after = textOf(".gitignore");
      expect(after.startsWith(before)).toBe(true);
      for (const name of ["node_modules", "cdktf.out", ".docsform"])
        expect(
          after.split("\n").filter((line) => line.includes(name)),
          name,
        ).toHaveLength(1);
    },
  );

  test("removes the written files if one cannot be written", async () => {
    let renames = 0;
    const failing = filesBelow(bench.files.folder, {
      ...machineFiles,
      renameSync: (from, to) => {
        renames += 1;
        if (renames === files.length) throw Object.assign(new Error("disk full"), { code: "ENOSPC" });
        machineFiles.renameSync(from, to);
      },
    });
    bench.files.write(".gitignore", "mine\n");
    const ran = await bench.run(["init", "--from", "cdktf"], { files: failing });
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("disk/") });
    expect(renames).toBeGreaterThanOrEqual(files.length);
    expect(files.filter((path) => bench.files.read(path) !== undefined)).toEqual([".gitignore"]);
    expect(textOf(".gitignore")).toBe("mine\n");
  });
});

test("an unknown start is refused with the known ones", async () => {
  const ran = await bench.run(["init", "--from", "pulumi"]);
  expect(ran).toMatchObject({ code: 64, err: expect.stringContaining("cdktf, cdktn") });
});
