import { chmodSync, statSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { appFiles, everyTypeStack } from "../support/synthesized-app.ts";
import { benchOfTest, openWorkbench, organization } from "./workbench.ts";

const written = `# The layout of the tests.
organization: "${organization}"
x-shared: &shared { emoji: '1f4d8' }
sites:
    docs: # the public one
        # readers see this order
        structure:
        - spaces: [ api ]
          # the path
          path: api
          section: 'API: all'
        title: Docs
    # the last site
# all spaces
spaces:
    api: { title: "API", <<: *shared }
    guides:
        # in German too
        title: !env TITLE
docsform: 1
`;

const formatted = `# The layout of the tests.
docsform: 1
organization: ${organization}
x-shared: &shared { emoji: 1f4d8 }
# all spaces
spaces:
  api: { <<: *shared, title: API }
  guides:
    # in German too
    title: !env TITLE
sites:
  docs: # the public one
    title: Docs
    # readers see this order
    structure:
      - section: "API: all"
        # the path
        path: api
        spaces: [api]
  # the last site
`;

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": written }));

test("sorts fields, removes quotes, and keeps comments, anchors and tags", async () => {
  expect(await bench.run(["fmt"])).toEqual({ code: 0, out: "Formatted: docsform.yaml\n", err: "" });
  expect(bench.files.read("docsform.yaml")).toBe(formatted);
});

test("writes only files that change", async () => {
  bench.files.write("docsform.yaml", formatted);
  const inode = () => statSync(bench.files.full("docsform.yaml")).ino;
  const before = inode();
  expect(await bench.run(["fmt"])).toMatchObject({ code: 0, out: "Nothing to format in 1 file.\n" });
  expect(inode()).toBe(before);
});

test("--check lists files, writes nothing and exits 2", async () => {
  bench.files.write("other.yaml", formatted);
  const args = ["fmt", "--check", "docsform.yaml", "other.yaml"];
  expect(await bench.run(args)).toEqual({ code: 2, out: "Not formatted: docsform.yaml\n", err: "" });
  const json = await bench.run([...args, "--json"]);
  expect(JSON.parse(json.out)).toMatchObject({ files: 2, changed: ["docsform.yaml"], written: false });
  expect(bench.files.read("docsform.yaml")).toBe(written);
  expect((await bench.run(["fmt", "--check", "other.yaml"])).code).toBe(0);
});

test("formats every file of a folder, or none if one is not YAML", async () => {
  bench.files.write("all/a.yaml", written);
  bench.files.write("all/b.yaml", "teams:\n    writers: { title: [\n");
  const broken = await bench.run(["fmt", "all"]);
  expect(broken).toMatchObject({ code: 1, out: "" });
  expect(broken.err).toMatch(/all\/b\.yaml:\d+:\d+/u);
  expect(bench.files.read("all/a.yaml")).toBe(written);
  bench.files.write("all/b.yaml", "teams:\n    writers: { title: 'W' }\n");
  expect(await bench.run(["fmt", "all"])).toMatchObject({
    code: 0,
    out: "Formatted: all/a.yaml\nFormatted: all/b.yaml\n",
  });
  expect(bench.files.read("all/b.yaml")).toBe("teams:\n  writers: { title: W }\n");
});

test("formats a layout with other errors, and keeps its line ends", async () => {
  const text = "spaces:\r\n    a: { titel: 'x', id: 'z' }\r\n";
  bench.files.write("docsform.yaml", text);
  expect((await bench.run(["fmt"])).code).toBe(0);
  expect(bench.files.read("docsform.yaml")).toBe("spaces:\r\n  a: { id: z, titel: x }\r\n");
});

test("comments and a byte order mark stay byte for byte, and invisible characters in texts get escapes", async () => {
  const comment = "# zero\u200bwidth, \u202eright to left\u202c, \ufeffmark, \u2066isolate\u2069";
  const text = (spaces: string) => `\ufeff${comment}\n${spaces}`;
  bench.files.write(
    "docsform.yaml",
    text(`spaces:\n    ${comment}\n    a: { title: "A\u200b" } ${comment}\n${comment}\n`),
  );
  expect((await bench.run(["fmt"])).code).toBe(0);
  const expected = text(`spaces:\n  ${comment}\n  a: { title: "A\\u200b" } ${comment}\n\n${comment}\n`);
  expect(bench.files.read("docsform.yaml")).toBe(expected);
  expect((await bench.run(["fmt", "--check"])).code).toBe(0);
});

test("formats the base and every overlay that is named, with environments, also if no docsform.yaml is there", async () => {
  const base = `environments:\n    staging: { teams: { t: { title: 'T' } }, organization: 'o' }\n`;
  bench.files.write("all/base.yaml", base);
  for (const name of ["staging", "production"])
    bench.files.write(`all/${name}.yaml`, `name: '${name}'\nspaces:\n    a: { title: 'A' }\n`);
  const files = ["base", "staging", "production"].map((name) => `all/${name}.yaml`);
  expect((await bench.run(["fmt", "--check", ...files])).out).toBe(
    files.map((file) => `Not formatted: ${file}\n`).join(""),
  );
  expect((await bench.run(["fmt", ...files])).code).toBe(0);
  expect(bench.files.read("all/base.yaml")).toBe(
    "environments:\n  staging: { organization: o, teams: { t: { title: T } } }\n",
  );
  for (const name of ["staging", "production"])
    expect(bench.files.read(`all/${name}.yaml`)).toBe(`name: ${name}\nspaces:\n  a: { title: A }\n`);
});

test("an anchor stays before its alias, and texts that need quotes keep them", async () => {
  const text = `spaces:\n  a: { title: &t "1", id: *t }\n  b: { title: "null", id: "<<" }\n`;
  bench.files.write("docsform.yaml", text);
  expect((await bench.run(["fmt"])).code).toBe(0);
  expect(bench.files.read("docsform.yaml")).toBe(
    `spaces:\n  a: { title: &t "1", id: *t }\n  b: { id: "<<", title: "null" }\n`,
  );
});

test("brackets that do not fit a line become blocks, and others stay", async () => {
  const long = "x".repeat(100);
  bench.files.write("docsform.yaml", `spaces: { a: { title: ${long} }, b: { title: B } }\n`);
  expect((await bench.run(["fmt"])).code).toBe(0);
  expect(bench.files.read("docsform.yaml")).toBe(`spaces:\n  a:\n    title: ${long}\n  b: { title: B }\n`);
});

test("refuses a link, a file that it cannot write, and an app", async () => {
  symlinkSync(bench.files.full("docsform.yaml"), bench.files.full("link.yaml"));
  const link = await bench.run(["fmt", "link.yaml"]);
  expect([link.code, link.err.includes("[disk/link]")], link.err).toEqual([1, true]);
  for (const [path, text] of Object.entries(appFiles(everyTypeStack(organization, "current"))))
    bench.files.write(path, text);
  expect((await bench.run(["fmt", "cdktf.out"])).err).toContain("[fmt/app]");
  expect(bench.files.read("docsform.yaml")).toBe(written);
});

test("keeps the permissions of the file", async () => {
  chmodSync(bench.files.full("docsform.yaml"), 0o640);
  await bench.run(["fmt"]);
  expect(statSync(bench.files.full("docsform.yaml")).mode & 0o777).toBe(0o640);
});
