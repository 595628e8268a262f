import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatSource } from "../../src/layout/format/format-source.ts";
import { layoutTypesOf } from "../../src/layout/layout-types.ts";
import { registry } from "../../src/resources/registry.ts";

// The layouts that people copy have the style that docsform fmt writes.

const types = layoutTypesOf(registry);
const pages = ["README.md", ...readdirSync("docs/guides").map((name) => join("docs/guides", name))];

/** The whole layouts of a page. Its other blocks are parts of one. */
function layoutsIn(page: string): readonly string[] {
  const blocks = readFileSync(page, "utf8").matchAll(/^```yaml\n(.*?)^```$/gmsu);
  return [...blocks].map(([, text = ""]) => text).filter((text) => /^docsform: 1$/mu.test(text));
}

test("the example has the style of docsform fmt", () => {
  const text = readFileSync("examples/acme/docsform.yaml", "utf8");
  expect(formatSource(types, { file: "docsform.yaml", text })).toBe(text);
});

test("each whole layout of the README and the guides has the style of docsform fmt", () => {
  const layouts = pages.flatMap((page) => layoutsIn(page).map((text) => ({ page, text })));
  expect(layouts.length).toBeGreaterThan(5);
  expect(
    layouts.map(({ page, text }) => ({ page, text: formatSource(types, { file: "docsform.yaml", text }) })),
  ).toEqual(layouts);
});
