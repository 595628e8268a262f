import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../util/json.ts";
import { type ContentPage, emptyContent, type RevisionContent } from "../revisions/content.ts";
import { mergeContents } from "../revisions/merge.ts";
import { contentFrom, filesOf, type KnownFiles } from "./content-files.ts";
import { readPageFile } from "./page-file.ts";
import { readSummary } from "./summary.ts";

/*
 * A round trip changes nothing: content that is converted to files and back is equal, and a second conversion gives the same files.
 */

const title = fc
  .stringMatching(/^[A-Za-z[\]()\\:*_"'é]( ?[A-Za-z[\]()\\:*_"'#é]){0,8}$/)
  .filter((drawn) => !drawn.endsWith("#"));
const line = fc.stringMatching(/^[A-Za-z#*\-[\]()<>:`é]{0,12}$/);
const text = fc.array(line, { maxLength: 5 }).map((lines) => lines.join("\n").trim());

const details: fc.Arbitrary<JsonObject> = fc.record(
  { description: line, icon: fc.constant("book"), hidden: fc.boolean(), noIndex: fc.boolean() },
  { requiredKeys: [] },
);

interface Drawn {
  readonly title: string;
  readonly markdown: string;
  readonly details: JsonObject;
  readonly under: number;
  readonly type: ContentPage["type"];
}

const page: fc.Arbitrary<Drawn> = fc.record({
  title,
  markdown: text,
  details,
  under: fc.nat(9),
  type: fc.constantFrom("document" as const, "document" as const, "group" as const, "link" as const),
});

const now = "2026-01-01T00:00:00.000Z";
const url = "https://acme.example/a(b)";

/** Builds the pages. A group is at the top level, and so is a page with a link or a later page as its parent. */
function contentOf(
  drawn: readonly Drawn[],
  files: readonly string[],
  notes: readonly string[],
): RevisionContent {
  const pages: ContentPage[] = [];
  for (const [index, each] of drawn.entries()) {
    const above = pages[each.under];
    const parent = each.type === "group" || above === undefined || above.type === "link" ? null : above.id;
    const isText = each.type === "document";
    pages.push({
      id: `p${index}`,
      parent,
      type: each.type,
      title: each.title,
      slug: `page${index % 3}`,
      markdown: isText ? each.markdown : "",
      details: isText ? each.details : each.type === "link" ? { target: { kind: "url", url } } : {},
      frontMatter: {},
      createdAt: now,
      updatedAt: now,
      git: null,
    });
  }
  return {
    pages,
    files: files.map((name, index) => ({
      id: `f${index}`,
      name,
      contentType: "text/plain",
      base64: Buffer.from(name).toString("base64"),
      git: null,
    })),
    reusableContents: notes.map((markdown, index) => ({
      id: `n${index}`,
      title: "Note",
      markdown,
      git: null,
    })),
    variables: { product: "Acme", count: drawn.length },
  };
}

function back(content: RevisionContent): RevisionContent {
  const { files, paths } = filesOf(content);
  const source = [...files].map(([path, bytes]) => [path, { oid: "0", bytes }] as const);
  const known: KnownFiles = { content, paths, now, newId: () => "new" };
  return contentFrom(new Map(source), known);
}

test("content is converted to files and back", () => {
  const contents = fc
    .tuple(
      fc.array(page, { maxLength: 8 }),
      fc.array(fc.constantFrom("a.png", "b c.txt", "..", "x/y"), { maxLength: 3 }),
      fc.array(text, { maxLength: 2 }),
    )
    .map(([pages, files, notes]) => contentOf(pages, files, notes));
  fc.assert(
    fc.property(contents, (content) => {
      const again = back(content);
      // Against an empty side, every difference of the other side is a conflict. So the conflicts show what the files have lost.
      const merge = mergeContents({ base: content, ours: emptyContent, theirs: again });
      expect(merge.conflicts ?? []).toEqual([]);
      expect(again.pages.map(({ id, parent }) => [id, parent])).toEqual(
        inOrder(content).map(({ id, parent }) => [id, parent]),
      );
      expect([...filesOf(again).files].map(([path, bytes]) => [path, bytes.toString()])).toEqual(
        [...filesOf({ ...content, pages: inOrder(content) }).files].map(([path, bytes]) => [
          path,
          bytes.toString(),
        ]),
      );
    }),
    { numRuns: 500, seed: 12 },
  );
});

/** Pages in the order of a table of contents: each before its subpages. */
function inOrder({ pages }: RevisionContent, parent: string | null = null): readonly ContentPage[] {
  return pages
    .filter((each) => each.parent === parent)
    .flatMap((each) => [each, ...inOrder({ ...emptyContent, pages }, each.id)]);
}

test.each([
  ["no front matter", "# One\n\nText.", { title: "One", markdown: "Text.", details: {}, frontMatter: {} }],
  ["no title", "Text.", { title: "name", markdown: "Text.", details: {}, frontMatter: {} }],
  [
    "what nobody knows",
    "---\nicon: book\ntags: [a]\nhidden: no one\n---\n# One\n",
    { title: "One", markdown: "", details: { icon: "book" }, frontMatter: { tags: ["a"], hidden: "no one" } },
  ],
  [
    "front matter that is no YAML",
    "---\n: [\n---\n# One\n",
    { title: "name", markdown: "---\n: [\n---\n# One", details: {}, frontMatter: {} },
  ],
  [
    "windows lines",
    "---\r\nicon: book\r\n---\r\n\r\n# One\r\n\r\nText.\r\n",
    { title: "One", markdown: "Text." },
  ],
])("a page's file with %s", (_, file, expected) => {
  expect(readPageFile(file, "name")).toMatchObject(expected);
});

test("a table of contents with groups, the end of a group, and other text", () => {
  const items = readSummary(
    '# Contents\n\nHello.\n\n* [One](one.md)\n    * [Two](<two three.md>)\n- [Four](four.md "4")\n\n## Group\n\n* [Five](five.md)\n\n***\n\n* [Six](six.md)\n',
  );
  expect(items.map((item) => [item.title, item.target, item.parent?.title])).toEqual([
    ["One", "one.md", undefined],
    ["Two", "two three.md", "One"],
    ["Four", "four.md", undefined],
    ["Group", undefined, undefined],
    ["Five", "five.md", "Group"],
    ["Six", "six.md", undefined],
  ]);
});

test("a repository without a table of contents has all its pages, by folder", () => {
  const paths = ["README.md", "b/README.md", "b/c.md", "a.md", ".github/x.md", "z/no-index.md", "code.c"];
  const files = new Map(paths.map((path) => [path, { oid: "0", bytes: Buffer.from(`# ${path}\n`) }]));
  let count = 0;
  const newId = () => `p${(count += 1)}`;
  const { pages } = contentFrom(files, { content: emptyContent, paths: new Map(), newId, now });
  const titles = new Map(pages.map(({ id, title: own }) => [id, own]));
  expect(pages.map((each) => [each.title, titles.get(each.parent ?? "")])).toEqual([
    ["README.md", undefined],
    ["a.md", undefined],
    ["b/README.md", undefined],
    ["b/c.md", "b/README.md"],
    ["z/no-index.md", undefined],
  ]);
});
