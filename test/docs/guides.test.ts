import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { linksIn, targetOf } from "../support/links.ts";

const folder = "docs/guides";
const index = "docs/README.md";
const guides = readdirSync(folder).map((name) => join(folder, name));

test("the list of pages has every guide", () => {
  const listed = new Set(linksIn(index).map((to) => targetOf(index, to)));
  expect(guides.length).toBeGreaterThan(20);
  expect(guides.filter((path) => !listed.has(path))).toEqual([]);
});

const fewestWords = 7;

/** The sentences of a Markdown text that have several words, without code blocks and tables. */
function sentencesOf(text: string): readonly string[] {
  const prose = text
    .replaceAll(/^ *```.*?^ *```$/gmsu, "\n\n")
    .replaceAll(/^\|.*$/gmu, "")
    .replaceAll(/^(?:#+ |[-*] |\d+[.] )/gmu, "\n\n");
  return prose
    .split(/\n\s*\n/u)
    .flatMap((paragraph) =>
      paragraph
        .replaceAll(/\s+/gu, " ")
        .trim()
        .split(/(?<=[.:?]) /u),
    )
    .filter((sentence) => sentence.split(" ").length >= fewestWords);
}

/** The sentences that stand on several pages. */
function repeatedIn(texts: readonly string[]): readonly string[] {
  const all = texts.flatMap((text) => [...new Set(sentencesOf(text))]);
  return all.filter((sentence, at) => all.indexOf(sentence) !== at);
}

test("no guide repeats a sentence of another one", () => {
  const sentence = "A site shows spaces, so the layout\ndeclares them first.";
  expect(repeatedIn([`- ${sentence}`, `# A title\n\nOne more. ${sentence}`])).toEqual([
    "A site shows spaces, so the layout declares them first.",
  ]);
  expect(repeatedIn(guides.map((path) => readFileSync(path, "utf8")))).toEqual([]);
});
