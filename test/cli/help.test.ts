import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { openWorkbench, smallLayout, type Workbench } from "./workbench.ts";

const program = createProgram("1.2.3", undefined, async () => undefined);
const names = program.commands.map((command) => command.name());

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

test.each([
  [["help"], ["--help"]],
  [
    ["help", "plan"],
    ["plan", "--help"],
  ],
  [
    ["help", "call", "spaces", "create"],
    ["call", "spaces", "create", "--help"],
  ],
])("%j says what %j does", async (asked, flagged) => {
  const ran = await bench.run(asked);
  expect(ran.code, ran.err).toBe(0);
  expect(ran.out).toContain("Usage: docsform");
  expect(ran).toEqual(await bench.run(flagged));
});

test("an unknown command is reported in one line", async () => {
  const { err } = await bench.run(["pln"]);
  expect(err).toMatch(/^Error: Unknown command 'pln'[.] Did you mean plan[?] \[cli\/wrong-usage\]\n/u);
});

test("the help of fmt does not speak of layers and apps, which it does not read", async () => {
  const { out } = await bench.run(["fmt", "--help"]);
  expect(out).toContain("layout file or folder; may be repeated");
  expect(out).not.toContain("overrides");
});

test.each([
  ["help", "pln"],
  ["pln", "--help"],
  ["pln", "-h"],
  ["--help", "pln"],
  ["help", "pln", "--all"],
])("help for an unknown command is an error that suggests the nearest one: %s %s", async (...words) => {
  const ran = await bench.run(words);
  expect(ran).toMatchObject({ code: 64, out: "", err: expect.stringContaining("Did you mean plan?") });
});

test("the help has a line of at most 80 columns for each command", async () => {
  const { out } = await bench.run(["--help"]);
  const lines = out.slice(out.indexOf("Start:")).trimEnd().split("\n");
  expect(
    lines.filter((line) => !/^(?:[A-Z][a-z]+:|  [a-z]+ +\S.*|)$/u.test(line) || line.length > 80),
  ).toEqual([]);
  expect(lines.filter((line) => line.startsWith("  "))).toHaveLength(names.length + 1);
});

const flagsIn = (help: string) => [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gmu)].map(([, flag]) => flag);

describe.each(names.filter((name) => name !== "call"))("the help of %s", (name) => {
  test("shows the common options, and names the way to the others", async () => {
    const { out } = await bench.run([name, "--help"]);
    const all = (await bench.run([name, "--help", "--all"])).out;
    const more = flagsIn(all).length - flagsIn(out).length;
    expect(flagsIn(out).length).toBeLessThanOrEqual(14);
    expect(out.includes(`docsform ${name} --help --all shows ${more} more options.`)).toBe(more > 0);
    expect(await bench.run(["help", name, "--all"])).toMatchObject({ code: 0, out: all });
  });

  test("with --all shows every option, in groups", async () => {
    const { out } = await bench.run([name, "--help", "--all"]);
    const declared = program.commands.find((each) => each.name() === name)?.options ?? [];
    expect(new Set(flagsIn(out))).toEqual(
      new Set([...declared.filter(({ hidden }) => !hidden).map(({ long }) => long), "--help"]),
    );
    expect(out).not.toContain("\nOptions:");
  });
});

test("an error suggests an option that the short help does not show", async () => {
  expect((await bench.run(["plan", "--help"])).out).not.toContain("--allow-recreate");
  expect((await bench.run(["plan", "--allow-recreat"])).err).toContain("Did you mean --allow-recreate?");
});

test("an empty command line shows the help, and fails", async () => {
  const ran = await bench.run([]);
  expect(ran).toMatchObject({ code: 64, out: "" });
  expect(ran.err).toBe((await bench.run(["--help"])).out);
});

test.each(["-V", "--version"])("%s prints the version", async (flag) => {
  expect(await bench.run([flag])).toMatchObject({ code: 0, out: "1.2.3\n" });
});

test.each([
  ["docs.yaml", "docsform.yaml"],
  ["docs.yml", "docsform.yaml"],
  ["docsform.yml", "docsform.yaml"],
])("%s is an error with a remedy", async (path, usual) => {
  const other = await openWorkbench({ [path]: smallLayout });
  try {
    const ran = await other.run(["validate"]);
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("[cli/no-layout]") });
    expect(ran.err).toContain(`rename it to ${usual}, or name it with --file ${path}.`);
    expect((await other.run(["doctor"])).out).toContain(`rename it to ${usual}`);
    expect(await other.run(["validate", "--file", path])).toMatchObject({ code: 0 });
  } finally {
    await other.close();
  }
});

test.each([
  ["init", "else the only one that the token has access to"],
  ["pull", "with --update else the layout's"],
])("the help of %s says where the organization comes from", async (command, source) => {
  const { out } = await bench.run([command, "--help"]);
  expect(out.replace(/\s+/gu, " ")).toContain(`(default: DOCSFORM_ORGANIZATION, ${source})`);
});

const commands = ["validate", "plan", "apply", "drift", "destroy", "graph", "unlock", "fmt"];
test.each(commands)("%s without a layout names init and pull", async (command) => {
  const ran = await bench.run([command]);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("[cli/no-layout]");
  expect(ran.err).toContain("docsform init");
  expect(ran.err).toContain("docsform pull");
});
