import { expect, test } from "vitest";
import { withTextsInPlace, withTextsOnce } from "./long-texts.ts";

const long = "x".repeat(1_001);
const steps = [{ title: long, changes: [{ before: [long], after: { text: long } }] }];

test("a long text of values stands once, and returns to its places", () => {
  const once = withTextsOnce({ steps });
  expect(once).toEqual({
    steps: [{ title: long, changes: [{ before: [{ $text: 0 }], after: { text: { $text: 0 } } }] }],
    texts: [long],
  });
  expect(withTextsInPlace(JSON.parse(JSON.stringify(once)))).toEqual({ steps });
});

test("a field may have any name", () => {
  const text = `{"managed":{"__proto__":{"attributes":{"__proto__":"${long}"}}}}`;
  const once = JSON.stringify(withTextsOnce(JSON.parse(text) as object));
  expect(once).toBe(`{"managed":{"__proto__":{"attributes":{"__proto__":{"$text":0}}}},"texts":["${long}"]}`);
  expect(JSON.stringify(withTextsInPlace(JSON.parse(once)))).toBe(text);
});

test.each([
  { what: "a short text", plan: { nodes: [{ values: { a: long.slice(1), b: long.slice(1) } }] } },
  { what: "a value with the same field", plan: { steps, managed: { a: { attributes: { $text: 0 } } } } },
])("$what stays where it is", ({ plan }) => {
  expect(withTextsOnce(plan)).toBe(plan);
  expect(withTextsInPlace(plan)).toBe(plan);
});
