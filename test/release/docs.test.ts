import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { registryProblems } from "../../tools/release/registry-docs.ts";

test("the registry accepts the documentation", () => {
  expect(registryProblems("docs/terraform")).toEqual([]);
});

const front = '---\npage_title: "A"\ndescription: "B"\n---\n';
test.each([
  ["guides/Teams.md", front, "does not show a page of this name"],
  ["guides/deeper/teams.md", front, "does not show this folder"],
  ["tutorials/teams.md", front, "does not show this folder"],
  ["guides/teams.md", `${front}${"x".repeat(500_000)}`, "more than 500000 bytes"],
  ["guides/teams.md", "# Teams\n", "does not begin with front matter"],
  ["guides/teams.md", '---\npage_title: "A"\n---\n', "no description"],
  ["guides/teams.md", front.replace("---\n", "---\nlayout: docs\n"), "does not know the field layout"],
  ["guides/teams.md", `${front}[other](../../guides/ci.md)`, "leads out of the documentation"],
])("a page %s is refused if it is %j", (name, text, problem) => {
  const folder = mkdtempSync(join(tmpdir(), "docsform-docs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "index.md"), front);
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
  const problems = registryProblems(folder);
  expect(problems).toContainEqual(expect.stringContaining(`${name}: `));
  expect(problems.join("\n")).toContain(problem);
});

test("a folder without its first page is refused", () => {
  const folder = mkdtempSync(join(tmpdir(), "docsform-docs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(registryProblems(folder)).toEqual(["index.md: the registry needs this page."]);
});
