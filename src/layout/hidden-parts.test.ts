import { describe, expect, test } from "vitest";
import { layoutTypes } from "../../test/support/layout-types.ts";
import { withoutWords } from "./hidden-parts.ts";
import { readLayout } from "./read-layout.ts";
import { renderDiagnostic } from "./render-diagnostic.ts";

const head = "docsform: 1\norganization: org\n";
const canary = "c4n4ry/Base64+Text==";
const block = `|\n      -----BEGIN KEY-----\n      ${canary}\n      -----END KEY-----`;

function reported(text: string): string {
  const { diagnostics, sources, desired } = readLayout({
    sources: [{ file: "docsform.yaml", text }],
    types: layoutTypes,
    environment: {},
    readFile: () => "",
  });
  expect(desired).toBeUndefined();
  expect(diagnostics.length).toBeGreaterThan(0);
  const all = diagnostics.map((each) => renderDiagnostic(each, sources));
  return [JSON.stringify(diagnostics), ...all, ...sources.map((source) => source.text)].join("\n");
}

describe("a secret in clear text is not shown, whatever is wrong around it", () => {
  test.each([
    { wrong: "its field's name", text: `doors: { a: { label: Door, certficate: ${canary} } }` },
    { wrong: "another field of its line", text: `doors: { a: { labl: Door, certificate: ${canary} } }` },
    { wrong: "its map's name", text: `door: { a: { label: Door, certificate: ${canary} } }` },
    { wrong: "its map", text: `doors: [{ label: Door, certificate: ${canary} }]` },
    { wrong: "its object", text: `doors: { a: ${canary} }` },
    { wrong: "its indentation", text: `doors:\n  a: { label: Door }\n  certificate: ${canary}` },
    { wrong: "that it is a list", text: `doors: { a: { label: Door, certificate: [${canary}] } }` },
    { wrong: "that it is a map", text: `doors: { a: { label: Door, certificate: { pem: ${canary} } } }` },
    {
      wrong: "that it is there twice",
      text: `doors: { a: { label: Door, certificate: KEY-12345, certificate: ${canary} } }`,
    },
    {
      wrong: "that its object is there twice",
      text: `doors: { a: { label: D }, a: { certificate: ${canary} } }`,
    },
    {
      wrong: "its form",
      text: `doors:\n  a:\n    label: Door\n    certificate: ${block}\n    extra: ${canary}`,
    },
    {
      wrong: "where it stands for others",
      text: `books: { b: { title: B, x: &k ${canary} } }\ndoors: { a: { label: D, certificate: *k } }`,
    },
    { wrong: "an object that is no door", text: `books: { b: { title: B, certificate: ${canary} } }` },
    { wrong: "what it was", text: `doors: { a: { label: Door, was: { certificate: ${canary}, x: 1 } } }` },
    {
      wrong: "an item of a list",
      text: `fairs: { f: { title: Fair, structure: [{ certificate: ${canary} }, [${canary}]] } }`,
    },
    {
      wrong: "the other fields of a secret variable",
      text: `variables: { v: { env: V, secret: true, default: ${canary}, x: 1 } }\nbooks: { b: { title: "\${v}" } }`,
    },
    { wrong: "what stands at the top", text: `token: ${canary}` },
    { wrong: "the YAML: a bracket", text: `doors: { a: { label: Door, certificate: ${canary} }` },
    { wrong: "the YAML: a quote", text: `doors:\n  a: { label: Door, certificate: "${canary} }` },
    { wrong: "the YAML: an escape", text: `doors:\n  a: { label: Door, certificate: "\\${canary}" }` },
    {
      wrong: "the YAML: an escape of eight characters",
      text: `doors:\n  a: { label: Door, certificate: "\\U${canary}" }`,
    },
    { wrong: "the YAML: a tag", text: `doors:\n  a: { label: Door, certificate: !${canary} }` },
    { wrong: "the YAML: a header", text: `doors:\n  a:\n    certificate: |${canary}\n      x` },
    {
      wrong: "the YAML: lines without a sign for them",
      text: `doors:\n  a:\n    certificate:\n    -----BEGIN KEY-----\n    ${canary}\n    x: y`,
    },
    { wrong: "the YAML: after a document", text: `doors: {}\n---\n${canary}` },
  ])("$wrong", ({ text }) => {
    expect(reported(`${head}${text}\n`)).not.toContain("c4n4ry");
  });

  test.each([
    { file: "of a token", text: `${canary}\n` },
    { file: "of variables", text: `DOCSFORM_TOKEN=${canary}\nOTHER=x\n` },
    { file: "of a key", text: `-----BEGIN KEY-----\n${canary}\n${canary}\n-----END KEY-----\n` },
    { file: "of credentials in JSON", text: `{ "token": "${canary}" }` },
    { file: "of credentials in JSON, broken", text: `{ "token": "${canary}", }}` },
    { file: "of several documents", text: `a: ${canary}\n---\nb: ${canary}\n` },
  ])("a file $file, given as a layout, is not shown", ({ text }) => {
    expect(reported(text)).not.toContain("c4n4ry");
  });

  test("a name of a field is shown, at every depth, unless the attribute has no such field there", () => {
    const lock = `{ code: ${canary}, keys: [{ code: ${canary}, ${canary}: 1, keys: 2 }], ${canary}: { code: 3 } }`;
    const text = reported(`${head}doors: { a: { labl: Door, lock: ${lock} } }\n`);
    expect(text.replaceAll(/[*]{10,}/g, "…")).toContain(
      "doors: { a: { labl: ****, lock: { code: …, keys: [{ code: …, …: *, ****: * }], …: { ****: * } } } }",
    );
    expect(text).not.toContain("c4n4ry");
  });

  test("other values are shown", () => {
    const text = reported(`${head}books: { a: { title: Guides, language: xx } }\n`);
    expect(text).toContain("books: { a: { title: Guides, language: xx } }");
  });
});

test.each(["\ufeff", " ", "\n", "- ", "{ "])(
  "a long run of %j in a file that is not YAML is no trap",
  (part) => {
    const run = part.repeat(200_000);
    const { text } = withoutWords({ file: "docsform.yaml", text: `${run}x [ title: ${canary}` });
    expect(text).toBe(`${run}* [ ****** ${"*".repeat(canary.length)}`);
  },
);
