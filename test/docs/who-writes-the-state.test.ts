import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openWorkbench, type Workbench } from "../cli/workbench.ts";

// All pages must give the same advice on who commits the state.

const rule =
  "On the main branch, only the job that applies writes the state. On other branches, people commit the state that init, pull, accept and import wrote.";
const pages = ["README.md", ...readdirSync("docs/guides").map((name) => join("docs/guides", name))];

/** The text of a page on one line, without backquotes. */
function proseOf(path: string): string {
  return readFileSync(path, "utf8").replaceAll("`", "").replaceAll(/\s+/gu, " ");
}

/** Sentences about committing the state, except the rule. */
function adviceIn(text: string): readonly string[] {
  return text
    .replaceAll(rule, "")
    .split(/(?<=[.:;]) /u)
    .filter((sentence) => /\bcommit/iu.test(sentence) && /\bstate\b|state\.json/u.test(sentence));
}

test("each page about committing the state has the rule in the same words", () => {
  const speaking = pages.filter((path) => adviceIn(proseOf(path)).length > 0);
  expect(speaking.length).toBeGreaterThan(2);
  expect(speaking.filter((path) => !proseOf(path).includes(rule))).toEqual([]);
});

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
});
afterEach(() => bench.close());

test.each(["init --from example", "doctor"])("docsform %s says the same", async (command) => {
  if (command === "doctor") bench.files.write("docsform.yaml", "docsform: 1\norganization: Qm3vT8xLz1\n");
  const { out } = await bench.run(command.split(" "));
  expect(out).toContain(rule);
});
