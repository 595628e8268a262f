import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalDocument } from "../../src/contract/rich-text/canonical.ts";
import {
  createBlock,
  divider,
  documentOf,
  linkOf,
  styledText,
} from "../../src/contract/rich-text/document.ts";
import { readMarkdown } from "../../src/contract/rich-text/from-markdown.ts";
import { writeMarkdown } from "../../src/contract/rich-text/to-markdown.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { timeoutOf, worldsOf } from "../support/laws.ts";

const usual = 500;

const words = fc.string({
  unit: fc.constantFrom(
    "a",
    "b",
    " ",
    "*",
    "_",
    "`",
    "[",
    "]",
    "#",
    "-",
    "1",
    ".",
    "\n",
    "é",
    "<",
    "&",
    "https://x.y",
  ),
  maxLength: 8,
});
const leaves = fc
  .record({ text: words, marks: fc.subarray(["bold", "code", "italic", "strikethrough", "superscript"]) })
  .map(({ text, marks }) => leaf(text, ...marks));
const texts = fc.array(leaves, { maxLength: 4 }).map((of): JsonObject => ({ object: "text", leaves: of }));
const inlines = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: texts },
    fc.tuple(fc.webUrl(), texts).map(([url, text]) => linkOf(url, [text])),
  ),
  { maxLength: 3 },
);
const { block: blocks } = fc.letrec<{ block: JsonObject; items: JsonObject[] }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    inlines.map((nodes) => createBlock("paragraph", nodes)),
    fc
      .tuple(fc.constantFrom("heading-1", "heading-2", "heading-3"), inlines)
      .map(([type, nodes]) => createBlock(type, nodes)),
    fc
      .array(
        words.map((text) => line(text.replaceAll("\n", ""))),
        { maxLength: 3 },
      )
      .map((lines) => createBlock("code", lines, { syntax: "ts" })),
    fc.constant(divider),
    tie("items").map((items) => createBlock("list-unordered", items)),
    fc.tuple(tie("items"), fc.nat(3)).map(([items, start]) => createBlock("list-ordered", items, { start })),
    fc.array(tie("block"), { maxLength: 2 }).map((nodes) => createBlock("blockquote", nodes)),
    fc.array(tie("block"), { maxLength: 2 }).map((nodes) => createBlock("hint", nodes, { style: "info" })),
  ),
  items: fc.array(
    fc.array(tie("block"), { maxLength: 2 }).map((nodes) => createBlock("list-item", nodes)),
    { maxLength: 3 },
  ),
}));
const documents = fc.array(blocks, { maxLength: 4 }).map(documentOf);

test("written Markdown reads as the same document", { timeout: timeoutOf(usual) }, () => {
  fc.assert(
    fc.property(documents, (document) => {
      const { document: read, problems } = readMarkdown(writeMarkdown(document));
      expect(problems).toEqual([]);
      expect(read).toEqual(canonicalDocument(document));
    }),
    { numRuns: worldsOf(usual) },
  );
});

test("text becomes Markdown with the same meaning", { timeout: timeoutOf(usual) }, () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          "# ",
          "- ",
          "1. ",
          "> ",
          "`",
          "**",
          "_",
          "a",
          " ",
          "\n",
          "\n\n",
          "[b](c)",
          "~~",
          "\\",
          "&amp;",
          "  ",
        ),
        { maxLength: 30 },
      ),
      (pieces) => {
        const { document } = readMarkdown(pieces.join(""));
        expect(readMarkdown(writeMarkdown(document)).document).toEqual(document);
      },
    ),
    { numRuns: worldsOf(2 * usual) },
  );
});

function leaf(text: string, ...marks: string[]): JsonObject {
  return { object: "leaf", text, marks: marks.map((type) => ({ object: "mark", type })) };
}

function line(text: string): JsonObject {
  return createBlock("code-line", [styledText(text, [])]);
}
