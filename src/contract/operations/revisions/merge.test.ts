import { expect, test } from "vitest";
import { type ContentPage, emptyContent, type RevisionContent } from "./content.ts";
import { mergeContents } from "./merge.ts";

function page(id: string, parent: string | null = null, title = id): ContentPage {
  const dates = { createdAt: "", updatedAt: "" };
  return {
    id,
    parent,
    type: "document",
    title,
    slug: id,
    markdown: "",
    details: {},
    frontMatter: {},
    ...dates,
    git: null,
  };
}

/** Writes pages as their ids, and `b<a` for page b under page a. */
function contentOf(written: string): RevisionContent {
  const pages = written
    .split(" ")
    .filter(Boolean)
    .map((each) => {
      const [id = "", parent = null] = each.split("<");
      return page(id, parent);
    });
  return { ...emptyContent, pages };
}

const cases: readonly (readonly [string, string, string, string, string])[] = [
  ["what one side added", "a b", "a b", "a c b", "a c b"],
  ["what both added in one place", "a b", "a x b", "a y b", "a y x b"],
  ["what one side removed", "a b c", "a c", "a b c", "a c"],
  ["what both removed", "a b c", "a", "a", "a"],
  ["an order that one side changed", "a b c", "c a b", "a b c", "c a b"],
  ["an order that one side changed, and what the other added", "a b c", "a b n c", "c b a", "c b n a"],
  ["an order that both changed alike", "a b c", "c b a", "c b a", "c b a"],
  ["an order that both changed", "a b c", "b a c", "a c b", "order "],
  ["a page that one side moved", "a b", "a b", "a b<a", "a b<a"],
  ["a page that both moved elsewhere", "a b c", "a b c<a", "a b c<b", "page c"],
  ["a page under one that was removed", "a b", "b", "a b n<a", "page n"],
  ["pages that would be under each other", "a b", "a b<a", "b a<b", "page a page b"],
  [
    "pages that would be under each other, with one between them that stayed",
    "a b c<b",
    "a b<a c<b",
    "b c<b a<c",
    "page a page b",
  ],
];

test.each(cases)("%s", (_, base, ours, theirs, expected) => {
  const merge = mergeContents({
    base: contentOf(base),
    ours: contentOf(ours),
    theirs: contentOf(theirs),
  });
  const shown =
    merge.content === undefined
      ? merge.conflicts.map(({ part, id }) => `${part} ${id}`)
      : merge.content.pages.map(({ id, parent }) => (parent === null ? id : `${id}<${parent}`));
  expect(shown.join(" ")).toBe(expected);
});

test("variables merge by their names", () => {
  const variables = (values: RevisionContent["variables"]): RevisionContent => ({
    ...emptyContent,
    variables: values,
  });
  const sides = {
    base: variables({ a: 1, b: 1 }),
    ours: variables({ a: 2, b: 1 }),
    theirs: variables({ a: 1 }),
  };
  expect(mergeContents(sides).content?.variables).toEqual({ a: 2 });
  expect(mergeContents({ ...sides, theirs: variables({ a: 3, b: 1 }) }).conflicts).toEqual([
    { part: "variable", id: "a" },
  ]);
});
