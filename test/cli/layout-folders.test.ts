import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readLayoutFiles } from "../../src/constructs/read-layout-files.ts";
import { registry } from "../../src/resources/registry.ts";
import { apply, benchOfTest, openWorkbench, organization } from "./workbench.ts";

// Which files of a folder are parts of its layout: what declares objects is read wherever it is, or belongs to another layout.

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": "" }));
const head = `docsform: 1\norganization: ${organization}\nprune: [spaces]\n`;
const spaces = "spaces: { one: { title: One }, two: { title: Two } }\n";
const json = '{ "spaces": { "one": { "title": "One" }, "two": { "title": "Two" } } }\n';
const planned = () => bench.run(["plan", "-f", "l", "--detailed-exitcode"]);

test.each([
  { to: "a subfolder", path: "l/sub/s.yaml", text: spaces },
  { to: "a folder below a subfolder", path: "l/a/b/s.yml", text: spaces },
  {
    to: "a subfolder, with the version and a comment",
    path: "l/sub/s.yaml",
    text: `docsform: 1\n# our spaces\n${spaces}`,
  },
  {
    to: "a subfolder, in block style",
    path: "l/sub/s.yaml",
    text: "spaces: # all\n  one: { title: One }\n  two: { title: Two }\n",
  },
  { to: "a file in JSON", path: "l/s.json", text: json },
  { to: "a file in JSON in a subfolder", path: "l/sub/s.json", text: json },
])("objects that move into $to stay a part of the layout", async ({ path, text }) => {
  bench.files.write("l/a.yaml", head);
  bench.files.write("l/s.yaml", spaces);
  await bench.checkDone([...apply, "-f", "l"]);
  rmSync(bench.files.full("l/s.yaml"));
  bench.files.write(path, text);
  const { code, out } = await planned();
  expect(code, out).toBe(0);
});

test("a mistake in a file of a subfolder is an error, and removes nothing", async () => {
  bench.files.write("l/a.yaml", head);
  bench.files.write("l/sub/s.yaml", `${spaces}broken: [\n`);
  const { code, err } = await planned();
  expect([code, err.includes(join("l", "sub", "s.yaml"))], err).toEqual([1, true]);
});

test.each([
  { what: "a layout of its own", files: { "docsform.yaml": head, "s.yaml": spaces } },
  {
    what: "a layout of its own, with environments",
    files: { "x.yaml": `docsform: 1\nenvironments: { a: {} }\n${spaces}` },
  },
  { what: "an OpenAPI document", files: { "s.yaml": "openapi: 3.1.0\ninfo: { title: A }\nteams: none\n" } },
  {
    what: "the files of another tool",
    files: { "s.yaml": "on: push\njobs: {}\n", "s.json": '{ "name": "spaces" }' },
  },
])("a subfolder with $what is not read", async ({ files }) => {
  bench.files.write("l/a.yaml", `${head}spaces: { one: { title: One } }\n`);
  for (const [name, text] of Object.entries(files)) bench.files.write(`l/sub/${name}`, text);
  const { code, out } = await bench.run(["validate", "-f", "l"]);
  expect([code, out], out).toEqual([0, "The layout is valid: 1 object in 1 file.\n"]);
});

test.each(["l/.hidden/s.yaml", "l/node_modules/x/s.yaml"])("%s is not read", async (path) => {
  bench.files.write("l/a.yaml", `${head}spaces: { one: { title: One } }\n`);
  bench.files.write(path, spaces);
  const { code, out } = await bench.run(["validate", "-f", "l"]);
  expect([code, out]).toEqual([0, "The layout is valid: 1 object in 1 file.\n"]);
});

test.each(["l/envs/production.yaml", "l/envs"])(
  "what another --file names is read once, and overrides the folder: %s",
  async (other) => {
    bench.files.write("l/a.yaml", `${head}spaces: { one: { title: One } }\n`);
    bench.files.write("l/envs/production.yaml", "spaces: { one: { title: Live } }\n");
    const { code, out } = await bench.run(["plan", "-f", "l", "-f", other]);
    expect([code, out.includes('space "Live"')], out).toEqual([0, true]);
  },
);

test("a folder that links to itself is read once", async () => {
  bench.files.write("l/a.yaml", head);
  bench.files.write("l/sub/s.yaml", spaces);
  symlinkSync(bench.files.full("l"), bench.files.full("l/sub/again"));
  const { code, out } = await bench.run(["validate", "-f", "l"]);
  expect([code, out]).toEqual([0, "The layout is valid: 2 objects in 2 files.\n"]);
});

test("a layout whose files are all in subfolders has its state in the named folder", async () => {
  bench.files.write("l/head/a.yaml", "prune: [spaces]\n");
  bench.files.write("l/sub/s.yaml", spaces);
  bench.files.write("docsform.yaml", `docsform: 1\norganization: ${organization}\n`);
  await bench.checkDone([...apply, "-f", "l", "-f", "docsform.yaml"]);
  expect(bench.files.read("l/docsform.l.state.json")).toBeDefined();
});

test("an app reads the same files", () => {
  const folder = mkdtempSync(join(tmpdir(), "docsform-"));
  const files = {
    "a.yaml": head,
    "sub/s.yaml": spaces,
    "s.json": json,
    "own/docsform.yaml": head,
    "own/s.yaml": spaces,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const read = readLayoutFiles("layout", [folder], registry).map(({ file }) => file);
  expect(read).toEqual(["a.yaml", "s.json", "sub/s.yaml"].map((name) => join(folder, name)));
  rmSync(folder, { recursive: true });
});
