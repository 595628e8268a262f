import { expect, test } from "vitest";
import { readLayout } from "../../src/layout/read-layout.ts";
import { registry } from "../../src/resources/registry.ts";

test("a layout says where a translation goes nowhere", () => {
  const text = `docsform: 1
organization: acme
spaces: { guides: { title: Guides } }
translations:
  english: { space: guides, sourceLanguage: en, language: en }
`;
  const sources = [{ file: "docs.yaml", text }];
  const { diagnostics } = readLayout({ sources, types: registry, environment: {}, readFile: () => "" });
  expect(diagnostics).toMatchObject([{ code: "translation/own-language", at: { line: 5 } }]);
});
