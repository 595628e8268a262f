import { expect, test } from "vitest";
import { markdownOf, servedTree } from "./served-text.ts";

const cases: readonly (readonly [string, string])[] = [
  ["nothing", ""],
  ["paragraphs", "One.\n\nTwo\non two lines."],
  ["headings", "# One\n\n## Two\n\n### Three"],
  ["code", "Before.\n\n```ts\nconst a = 1;\n\n# no heading\n```\n\nAfter."],
  ["lists", "- one\n- two\n\n1. first\n2. second"],
  ["marks and links, as they were written", "Read **this**, [there](there.md) and `that`."],
];

test.each(cases)("%s survives the conversion to a tree and back", (_, markdown) => {
  expect(markdownOf({ document: servedTree(markdown) })).toBe(markdown);
});

const leaf = (text: string, ...marks: readonly string[]) => ({
  object: "text",
  leaves: [{ object: "leaf", text, marks: marks.map((type) => ({ object: "mark", type })) }],
});
const block = (type: string, ...nodes: readonly object[]) => ({ object: "block", type, nodes });
const link = (ref: object) => ({ object: "inline", type: "link", data: { ref }, nodes: [leaf("there")] });

const trees: readonly (readonly [string, object, string])[] = [
  ["marks", block("paragraph", leaf("a"), leaf("b", "bold"), leaf("c", "code")), "a**b**`c`"],
  [
    "a link",
    block("paragraph", link({ kind: "url", url: "https://a.example" })),
    "[there](https://a.example)",
  ],
  ["a link to a page", block("paragraph", link({ kind: "page", page: "p1" })), "[there](/pages/p1)"],
  ["a quote", block("blockquote", block("paragraph", leaf("One."))), "> One."],
  ["a divider", block("divider"), "---"],
];

test.each(trees)("%s of a tree becomes Markdown", (_, node, markdown) => {
  const document = { object: "document", data: {}, nodes: [node] };
  expect(markdownOf({ document } as never)).toBe(markdown);
});
