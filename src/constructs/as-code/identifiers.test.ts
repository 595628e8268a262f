import fc from "fast-check";
import { expect, test } from "vitest";
import {
  camelStyle,
  distinctIdentifiers,
  identifierWords,
  type Nameable,
  snakeStyle,
} from "./identifiers.ts";

function nameable(id: string, title: string, around = ""): Nameable<string> {
  const own = identifierWords(title);
  const outer = identifierWords(around);
  const candidates = own.length === 0 ? [] : [own, [...outer, ...own]];
  return { key: id, id, within: "space", candidates, typeWords: ["space"] };
}

function snake(...objects: readonly (readonly [id: string, title: string, around?: string])[]) {
  return [
    ...distinctIdentifiers(
      objects.map((each) => nameable(...each)),
      snakeStyle,
    ).values(),
  ];
}

test.each([
  ["Guides", "guides"],
  ["Guides (français)", "guides_francais"],
  ["  API – v2  ", "api_v2"],
  ["null", "space_null"],
  ["2024 notes", "space_2024_notes"],
  ["📘", "space_x1y2z3"],
  ["指南", "space_x1y2z3"],
  ["指南 API", "api"],
  ["", "space_x1y2z3"],
  ["A very long title that nobody wants to see in an address", "a_very_long_title_that_nobody_wants_to"],
])("the identifier of %j is %s", (title, identifier) => {
  expect(snake(["ID-x1Y2z3", title])).toEqual([identifier]);
});

test("of objects with one name, the first keeps it, and the others get the name around them or a part of their ids", () => {
  const named = snake(
    ["a1", "Guides"],
    ["b2", "Guides", "Handbook"],
    ["c3", "guides!"],
    ["d4", "Handbook guides"],
  );
  expect(named.sort()).toEqual(["guides", "guides_b2", "guides_c3", "handbook_guides"]);
});

const title = fc.oneof(
  fc.constantFrom(
    "Guides",
    "guides",
    "null",
    "class",
    "new",
    "📘",
    "指南",
    "",
    "2024",
    "a b",
    "a-b",
    "a1",
    "a 1",
  ),
  fc.string({ unit: "grapheme" }),
);
const objects = fc
  .uniqueArray(fc.tuple(fc.string({ minLength: 1 }), title, title), { selector: ([id]) => id, maxLength: 12 })
  .map((all) => all.map((each) => nameable(...each)));

test.each([
  ["snake case", snakeStyle, /^[a-z][a-z0-9_]*$/],
  ["camel case", camelStyle, /^[a-z][a-zA-Z0-9]*$/],
])("any titles give valid, distinct identifiers in %s", (_, style, valid) => {
  fc.assert(
    fc.property(objects, (all) => {
      const identifiers = [...distinctIdentifiers(all, style).values()];
      expect(identifiers).toHaveLength(all.length);
      expect(new Set(identifiers).size).toBe(all.length);
      for (const identifier of identifiers) expect(identifier).toMatch(valid);
    }),
  );
});

test("another object with a taken name changes no identifier of the others", () => {
  const [first, second] = snake(["a1", "Guides"], ["b2", "API"]);
  expect(snake(["a1", "Guides"], ["b2", "API"], ["c3", "API"], ["d4", "Guides"])).toEqual([
    first,
    second,
    "api_c3",
    "guides_d4",
  ]);
});
