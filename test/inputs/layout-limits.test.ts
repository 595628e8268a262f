import { describe, expect, test } from "vitest";
import { type LayoutRead, readLayout } from "../../src/layout/read-layout.ts";
import { renderDiagnostic } from "../../src/layout/render-diagnostic.ts";
import { mostDiagnostics, shownDiagnostics } from "../../src/model/diagnostic.ts";
import { someOf } from "../support/laws.ts";
import { layoutTypes } from "../support/layout-types.ts";

const head = "docsform: 1\norganization: org\n";
/** The time limit on two busy cores. Without docsform's limits, these inputs take all memory or minutes. */
const slowestMs = 60_000;

function read(...texts: readonly string[]): LayoutRead {
  return readLayout({
    sources: texts.map((text, index) => ({ file: `${index}.yaml`, text })),
    types: layoutTypes,
    environment: {},
    variables: {},
    readFile: () => "",
  });
}

/** The errors of a layout, as the command line prints them. */
function reportedBy({ diagnostics, sources }: LayoutRead): string {
  return shownDiagnostics(diagnostics)
    .shown.map((each) => renderDiagnostic(each, sources))
    .join("\n");
}

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join("");

describe("refuses too much input quickly, with a short message", () => {
  test.each([
    {
      what: "a scalar of 10 MB",
      text: `books: { b: { title: ${"x".repeat(10_000_000)} } }`,
      code: "too-much",
    },
    {
      what: "a scalar of 7 MB",
      text: `books: { b: { title: ${"x".repeat(7_000_000)} } }`,
      code: "invalid-value",
    },
    {
      what: "a key of 5 MB",
      text: `books: { b: { ? ${"x".repeat(5_000_000)} : 1 } }`,
      code: "unknown-field",
    },
    {
      what: "a value out of a choice of 5 MB",
      text: `books: { b: { title: B, language: ${"x".repeat(5_000_000)} } }`,
      code: "invalid-value",
    },
    {
      what: "a reference of 5 MB",
      text: `books: { b: { title: B, shelf: ${"x".repeat(5_000_000)} } }`,
      code: "unknown-reference",
    },
    {
      what: "an emoji of 120 KB",
      text: `books: { b: { title: B, emoji: "${"😀".repeat(30_000)}" } }`,
      code: "invalid-value",
    },
    {
      what: "text in a list of 5 MB",
      text: `books: { b: { title: B, tags: [${"x".repeat(5_000_000)}] } }`,
      code: "invalid-value",
    },
    { what: "lists in lists", text: `books: ${"[".repeat(100_000)}`, code: "too-much" },
    {
      what: "lists in lists that end",
      text: `books: ${"[".repeat(200)}${"]".repeat(200)}`,
      code: "too-much",
    },
    { what: "maps in maps", text: many(3000, (index) => `${" ".repeat(index)}a:\n`), code: "too-much" },
    { what: "items in items", text: `books:\n  ${"- ".repeat(20_000)}x`, code: "too-much" },
    { what: "words without end", text: `prune:\n${"  - x\n".repeat(400_000)}`, code: "too-much" },
    {
      what: "aliases inside of aliases",
      text: `prune:\n  - &a0 [x]\n${many(300, (index) => `  - &a${index + 1} [*a${index}]\n`)}`,
      code: "too-many-aliases",
    },
    {
      what: "wrong YAML of 5 MB on a line",
      text: `books: { "${"x ".repeat(2_500_000)}`,
      code: "invalid-yaml",
    },
  ])(
    "$what",
    ({ text, code }) => {
      const start = performance.now();
      const found = read(`${head}${text}\n`);
      const shown = reportedBy(found);
      expect(performance.now() - start).toBeLessThan(slowestMs);
      expect(found.desired).toBeUndefined();
      expect(found.diagnostics.map((each) => each.code)).toContain(`layout/${code}`);
      expect(shown.length).toBeLessThan(mostDiagnostics * 2000);
    },
    60_000,
  );

  const errors = [
    {
      what: "of fields",
      text: `books:\n${many(30_000, (index) => `  k${index}: { title: B, titel${index}: x }\n`)}`,
    },
    {
      what: "of references",
      text: `shelves:\n${many(10_000, (index) => `  shelf${index}: { title: S }\n`)}books:\n${many(30_000, (index) => `  k${index}: { title: B, shelf: shelv${index} }\n`)}`,
    },
    {
      what: "of variables",
      text: `books:\n${many(30_000, (index) => `  k${index}: { title: "\${v${index}}" }\n`)}`,
    },
    {
      what: "of values on one line",
      text: `books: { ${many(30_000, (index) => `k${index}: { title: 5 }, `)} }`,
    },
  ];
  test.each(someOf(errors, ({ what }) => what))(
    "30,000 errors $what",
    ({ text }) => {
      const start = performance.now();
      const found = read(`${head}${text}`);
      const shown = reportedBy(found);
      expect(performance.now() - start).toBeLessThan(slowestMs);
      expect(found.diagnostics).toHaveLength(30_000);
      expect(shownDiagnostics(found.diagnostics)).toMatchObject({ more: 30_000 - mostDiagnostics });
      expect(shown.length).toBeLessThan(mostDiagnostics * 2000);
    },
    60_000,
  );
});

test("reports a far too long text before any other rule", () => {
  const { diagnostics } = read(`${head}books: { b: { title: ${"x".repeat(30_000)} } }`);
  expect(diagnostics.map(({ message }) => message)).toEqual(["title is too long."]);
});

test("reads a large layout", () => {
  const text = `shelves:\n${many(500, (index) => `  s${index}: { title: Shelf ${index} }\n`)}books:\n${many(10_000, (index) => `  b${index}: { title: Book ${index}, shelf: s${index % 500}, language: fr, tags: [a, b] }\n`)}`;
  const { desired, diagnostics } = read(head + text);
  expect(diagnostics).toEqual([]);
  expect(desired?.objects).toHaveLength(10_500);
}, 120_000);

describe("refuses a file that is not a layout because of its kind", () => {
  test.each([
    { what: "empty", text: "", code: "empty-file" },
    { what: "comments alone", text: "# nothing\n\n", code: "empty-file" },
    { what: "two documents", text: `${head}---\n${head}`, code: "several-documents" },
    {
      what: "Latin-1",
      text: Buffer.from(`${head}books: { b: { title: Café } }`, "latin1").toString("utf8"),
      code: "not-utf8",
    },
    { what: "UTF-16", text: Buffer.from(`\ufeff${head}`, "utf16le").toString("utf8"), code: "not-utf8" },
  ])("$what", ({ text, code }) => {
    const { desired, diagnostics } = read(`${head}books: { x: { title: X } }\n`, text);
    expect(desired).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: `layout/${code}`, at: { file: "1.yaml" } }]);
  });
});

test("reports errors before warnings if there are too many", () => {
  const warnings = Array.from(
    { length: 60 },
    () => ({ severity: "warning", code: "layout/too-much", message: "W" }) as const,
  );
  const error = { severity: "error", code: "layout/not-utf8", message: "E" } as const;
  const { shown: reported, more } = shownDiagnostics([...warnings, error]);
  expect(reported.at(-1)).toBe(error);
  expect([reported.length, more]).toEqual([mostDiagnostics, 11]);
});
