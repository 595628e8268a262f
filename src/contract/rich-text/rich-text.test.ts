import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../util/json.ts";
import { canonicalDocument } from "./canonical.ts";
import { createBlock, divider, documentOf, linkOf, styledText } from "./document.ts";
import { readMarkdown } from "./from-markdown.ts";
import { checkMarkdown } from "./markdown-attribute.ts";
import { writeMarkdown } from "./to-markdown.ts";

const paragraph = (...nodes: JsonObject[]) => createBlock("paragraph", nodes);

describe("Markdown becomes a document", () => {
  test.each([
    {
      markdown: "Be *kind* and **brief**.",
      blocks: [
        paragraph({
          object: "text",
          leaves: [leaf("Be "), leaf("kind", "italic"), leaf(" and "), leaf("brief", "bold"), leaf(".")],
        }),
      ],
    },
    {
      markdown: "# One\n\n#### Four",
      blocks: [
        createBlock("heading-1", [styledText("One", [])]),
        createBlock("heading-3", [styledText("Four", [])]),
      ],
    },
    {
      markdown: "- a\n- b",
      blocks: [
        createBlock("list-unordered", [
          item(paragraph(styledText("a", []))),
          item(paragraph(styledText("b", []))),
        ]),
      ],
    },
    {
      markdown: "3. a",
      blocks: [createBlock("list-ordered", [item(paragraph(styledText("a", [])))], { start: 3 })],
    },
    {
      markdown: "- [x] a",
      blocks: [
        createBlock("list-tasks", [
          createBlock("list-item", [paragraph(styledText("a", []))], { checked: true }),
        ]),
      ],
    },
    {
      markdown: "```ts\nlet a;\nlet b;\n```",
      blocks: [createBlock("code", [line("let a;"), line("let b;")], { syntax: "ts" })],
    },
    {
      markdown: "> a\n\n---",
      blocks: [createBlock("blockquote", [paragraph(styledText("a", []))]), divider],
    },
    {
      markdown: "[a](https://acme.example)",
      blocks: [paragraph(linkOf("https://acme.example", [styledText("a", [])]))],
    },
    {
      markdown: "[a][1]\n\n[1]: https://acme.example",
      blocks: [paragraph(linkOf("https://acme.example", [styledText("a", [])]))],
    },
    { markdown: "one\ntwo  \nthree", blocks: [paragraph(styledText("one two\nthree", []))] },
    { markdown: "", blocks: [] },
  ])("$markdown", ({ markdown, blocks }) => {
    expect(readMarkdown(markdown)).toEqual({ document: documentOf(blocks), problems: [] });
  });

  test.each([
    { markdown: "a\n\n![b](c.png)", line: 3, message: "an image" },
    { markdown: "<b>a</b>", line: 1, message: "HTML" },
    { markdown: "| a |\n|---|\n| b |", line: 1, message: "a table" },
    { markdown: 'a\n\n[b](c "d")', line: 3, message: "a title of a link" },
    { markdown: '[a][1]\n\n[1]: b "c"', line: 1, message: "a title of a link" },
    { markdown: "```js title=a\nb\n```", line: 1, message: "text after the language of a code block" },
    { markdown: "1. [x] a", line: 1, message: "a numbered list of tasks" },
    { markdown: "```docsform:block\n{\n```", line: 1, message: "that is not one block of a document" },
  ])("reports what a document cannot contain: $markdown", ({ markdown, line, message }) => {
    const [found] = checkMarkdown("text", markdown);
    expect(found?.message).toMatch(new RegExp(`^Line ${line} of text has .*${message}`, "u"));
  });
});

describe("a document becomes Markdown", () => {
  test("as a person would write it", () => {
    const markdown =
      "# Tone\n\nBe **kind**, and _brief_.\n\n- Say `you`.\n- [Read on](https://acme.example).\n\n```ts\nlet a;\n```\n";
    expect(writeMarkdown(readMarkdown(markdown).document)).toBe(markdown);
  });

  test("keeps what Markdown cannot express, as JSON", () => {
    const hint = createBlock("hint", [paragraph(styledText("Careful", []))], { style: "warning" });
    const mention = paragraph({
      object: "inline",
      type: "mention",
      data: { ref: { kind: "user", user: "u1" } },
      isVoid: true,
    });
    const document = documentOf([
      paragraph(styledText("a", [])),
      hint,
      mention,
      paragraph(styledText("b", [])),
    ]);
    const markdown = writeMarkdown(document);
    expect(readMarkdown(markdown)).toEqual({ document: canonicalDocument(document), problems: [] });
    const blocksAsJson = [...markdown.matchAll(/^```docsform:block\n(.*)\n```$/gm)].map(([, json]) => json);
    expect(blocksAsJson).toEqual([
      expect.stringContaining('"type":"hint"'),
      expect.stringContaining('"type":"mention"'),
    ]);
  });

  test("ignores what the service adds", () => {
    const answered = documentOf([
      {
        ...createBlock("heading-1", [{ object: "text", key: "k2", leaves: [leaf("A"), leaf("")] }], {
          id: "a",
        }),
        key: "k1",
        isVoid: false,
        meta: { id: "a" },
      },
      paragraph(),
    ]);
    expect(writeMarkdown(answered)).toBe("# A\n");
  });
});

function leaf(text: string, ...marks: string[]): JsonObject {
  return { object: "leaf", text, marks: marks.map((type) => ({ object: "mark", type })) };
}

function item(...nodes: JsonObject[]): JsonObject {
  return createBlock("list-item", nodes);
}

function line(text: string): JsonObject {
  return createBlock("code-line", [styledText(text, [])]);
}
