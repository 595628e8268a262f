import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorkbench, smallLayout, type Workbench } from "./workbench.ts";

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

test("help for an unknown command suggests the nearest one", async () => {
  const ran = await bench.run(["help", "plant"]);
  expect(ran).toMatchObject({ code: 64, out: "", err: expect.stringContaining("Did you mean plan?") });
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

const commands = ["validate", "plan", "apply", "drift", "destroy", "graph", "unlock"];
test.each(commands)("%s without a layout names init and pull", async (command) => {
  const ran = await bench.run([command]);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("[cli/no-layout]");
  expect(ran.err).toContain("docsform init");
  expect(ran.err).toContain("docsform pull");
});
