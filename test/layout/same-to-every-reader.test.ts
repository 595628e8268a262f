import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { documentText, inlineText, newDocument } from "../../src/layout/document-text.ts";
import { formatSource } from "../../src/layout/format/format-source.ts";
import { layoutTypesOf } from "../../src/layout/layout-types.ts";
import { registry } from "../../src/resources/registry.ts";

// What docsform writes means the same to a reader of YAML 1.1 and of YAML 1.2.

const types = layoutTypesOf(registry);
const words = [
  "no",
  "NO",
  "off",
  "y",
  "On",
  "yes",
  "true",
  "~",
  "null",
  "1:30",
  "12:30:45.5",
  "0b101",
  "017",
  "1_000",
  "2001-01-01",
  ".5",
  "<<",
  "=",
  "0x1F",
  "1e3",
  ".inf",
  "=a",
  "a: b",
  "- x",
];
const digits = fc.stringMatching(/^[-+]?[0-9][0-9_.:eExTZ-]{0,9}$/u);
const text = fc.oneof(fc.constantFrom(...words), digits, fc.string());

/** What a reader of each version of YAML reads. */
function readings(written: string): readonly unknown[] {
  return (["1.1", "1.2"] as const).map(
    (version) => parse(written, { version, merge: false, mapAsMap: true }) as unknown,
  );
}

const twice = (each: string) => [new Map([[each, each]]), new Map([[each, each]])];

test("a text that it writes, on one line or more, is the same text", () => {
  fc.assert(
    fc.property(text, (each) => {
      fc.pre(each !== "<<");
      expect(readings(documentText(newDocument(new Map([[each, each]]))))).toEqual(twice(each));
      expect(readings(`{ ${inlineText(each)}: ${inlineText(each)} }`)).toEqual(twice(each));
    }),
    { numRuns: 2000 },
  );
});

test.each(words.filter((each) => each !== "<<"))(
  "fmt keeps %s in quotes, as a key and as a value",
  (word) => {
    const given = JSON.stringify(word);
    const written = formatSource(types, { file: "docsform.yaml", text: `{ ${given}: ${given} }\n` });
    expect(readings(written), written).toEqual(twice(word));
  },
);

test("fmt writes a key in quotes that other readers take for a number", () => {
  expect(formatSource(types, { file: "docsform.yaml", text: "spaces:\n  1.10: { title: A }\n" })).toBe(
    'spaces:\n  "1.10": { title: A }\n',
  );
});
