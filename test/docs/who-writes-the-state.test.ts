import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchOfTest, openWorkbench } from "../cli/workbench.ts";
import { linksIn, targetOf } from "../support/links.ts";

// One page says who commits the state. The others refer to it, and the command line says it in the same words.

const rule =
  "On the main branch, only the job that applies writes the state. On other branches, people commit the state that init, pull, accept and import wrote.";
const home = "docs/guides/state.md";
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

/** Whether the page has a link to the page with the rule. */
function refersToRule(path: string): boolean {
  return linksIn(path).some((to) => targetOf(path, to) === home);
}

test("one guide has the rule, and each page about committing the state refers to it", () => {
  expect(pages.filter((path) => proseOf(path).includes(rule))).toEqual([home]);
  const speaking = pages.filter((path) => path !== home && adviceIn(proseOf(path)).length > 0);
  expect(speaking.length).toBeGreaterThan(2);
  expect(speaking.filter((path) => !refersToRule(path))).toEqual([]);
});

const bench = benchOfTest(() => openWorkbench());

test.each(["init --from example", "doctor"])("docsform %s says the same", async (command) => {
  if (command === "doctor") bench.files.write("docsform.yaml", "docsform: 1\norganization: Qm3vT8xLz1\n");
  const { out } = await bench.run(command.split(" "));
  expect(out).toContain(rule);
});
