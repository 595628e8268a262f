import { pathToFileURL } from "node:url";
import type { Log } from "sarif";
import { expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import { createProgram } from "../../src/cli/program.ts";
import { benchOfTest, openWorkbench, organization } from "./workbench.ts";

// Texts of people and of the service must control neither a terminal nor the format of the output.

const hostile = 'a\u001b[31mb\u202ec\u2066d\ufff9e\ufffaf\ufffbg\u2028h\u0085i\nj\u200bk"l';
/** A pattern for all of these characters. Only line ends are allowed. */
const controls = "\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f";
const steering = new RegExp(
  `[${controls}\\u200b\\u200e\\u200f\\u061c\\u2028-\\u202e\\u2066-\\u2069\\ufff9-\\ufffb]`,
  "u",
);

const key = JSON.stringify(hostile);
const layout = `docsform: 1
organization: ${organization}
collections:
  ${key}: { title: ${JSON.stringify(`Collection ${hostile}`)} }
spaces:
  one: { title: One, collection: ${key} }
sites:
  docs: { title: Docs, structure: [{ section: Guides, path: guides, spaces: [one] }] }
`;

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": layout }));

const program = createProgram("1.2.3", undefined, async () => undefined);
const formats =
  program.commands.find((each) => each.name() === "graph")?.options.find(({ long }) => long === "--format")
    ?.argChoices ?? [];

/** Another user gives an applied space the hostile name. */
async function applyAndRename(): Promise<void> {
  await bench.run(["apply", "--yes"]);
  bench.renameSpace("One", hostile);
}

test.each<{ readonly before?: () => Promise<void>; readonly command: string }>([
  ...formats.map((format) => ({ command: `graph --format ${format}` })),
  { command: "graph --json" },
  { command: "plan --verbose --comment report.md --html report.html --sarif report.sarif" },
  { command: "plan --json --events report.ndjson --out report.json" },
  { command: "apply --yes" },
  { before: applyAndRename, command: "drift --html report.html --sarif report.sarif" },
  { before: applyAndRename, command: `pull --organization ${organization}` },
  { before: applyAndRename, command: "state list" },
])("docsform $command prints no control characters", async ({ before, command }) => {
  await before?.();
  const { out, err } = await bench.run(command.split(" "));
  expect(out + err, "the name, in visible text").toMatch(/U\+202E|\\u202e/u);
  expect(`${out}${err}`).not.toMatch(steering);
  const files = (bench.files.list(".") ?? []).filter((name) => name.startsWith("report"));
  for (const name of files) expect(bench.files.read(name), name).not.toMatch(steering);
  expect(new Set((out + err).split("\n").map((line) => line.startsWith("j"))), "a line of its own").toEqual(
    new Set([false]),
  );
});

test("a report shows names as visible text", async () => {
  bench.files.write(
    "docsform.yaml",
    layout.replace("title: One,", `titel: ${key}, ${JSON.stringify(`x${hostile}`)}: 1,`),
  );
  await bench.run(["validate", "--sarif", "report.sarif"]);
  const log = JSON.parse(bench.files.read("report.sarif") ?? "") as Log;
  const texts = log.runs.flatMap(({ results = [] }) => results.map(({ message }) => message.text ?? ""));
  expect(texts.length).toBeGreaterThan(1);
  for (const text of texts) expect(text).not.toMatch(steering);
  expect(texts.join("\n")).toContain("<U+202E>");
});

test("paths of a report outside the folder are file URLs", async () => {
  bench.files.write("inner/here.txt", "");
  bench.files.write("docsform.yaml", layout.replace("title: One,", "titel: One,"));
  const inner = filesBelow(bench.files.full("inner"));
  await bench.run(["validate", "--file", "../docsform.yaml", "--sarif", "report.sarif"], { files: inner });
  const log = JSON.parse(inner.read("report.sarif") ?? "") as Log;
  const places = log.runs.flatMap(({ results = [] }) =>
    results.flatMap(({ locations = [] }) =>
      locations.map(({ physicalLocation }) => physicalLocation?.artifactLocation),
    ),
  );
  expect(places).not.toEqual([]);
  for (const place of places) {
    expect(place?.uri).toBe(pathToFileURL(bench.files.full("docsform.yaml")).href);
    expect(place?.uriBaseId).toBeUndefined();
  }
});
