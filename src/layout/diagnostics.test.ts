import { describe, expect, test } from "vitest";
import * as z from "zod";
import { transcripts } from "../../test/support/layout-transcripts.ts";
import { layoutTypes } from "../../test/support/layout-types.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { Json } from "../util/json.ts";
import { readLayout } from "./read-layout.ts";
import { renderDiagnostic } from "./render-diagnostic.ts";
import type { SourceText } from "./yaml-source.ts";

const head = "docsform: 1\norganization: org\n";

describe("an error in a layout is reported at its place", () => {
  test.each(transcripts)("$wrong", ({ layout, bare, more, reported }) => {
    const texts = [bare === true ? layout : head + layout, ...(more === undefined ? [] : [more])];
    const { transcript, desired } = transcriptOf(texts);
    expect(transcript).toBe(reported);
    expect(desired).toBeUndefined();
  });

  test("are all reported at once, in the order of the text", () => {
    const { transcript } = transcriptOf([
      `${head}books:\n  a: { titel: A }\n  b: { title: 5, shelf: nowhere }\nthings: {}\ndoors: { d: { label: X, certificate: !env GONE } }\n`,
    ]);
    const codes = [...transcript.matchAll(/^docsform\.yaml:(\d+):\d+: error (\S+):/gm)].map(
      (match) => `${match[1]} ${match[2]}`,
    );
    expect(codes).toEqual([
      "4 layout/missing-field",
      "4 layout/unknown-field",
      "5 layout/invalid-value",
      "5 layout/unknown-reference",
      "6 layout/unknown-field",
      "7 layout/invalid-value",
      "7 layout/unset-variable",
    ]);
  });

  test("values that mean the same to the service are equal", () => {
    const types = layoutTypes.map((type) => {
      const path = type.attributes["path"];
      if (type.name !== "hall" || path === undefined) return type;
      const normalize = (value: Json) => (typeof value === "string" ? value.toLowerCase() : value);
      return { ...type, attributes: { ...type.attributes, path: { ...path, normalize } } };
    });
    const text = `${head}books: { b: { title: B } }
fairs:
  f:
    title: Fair
    structure:
      - { hall: One, path: north, books: [b] }
      - { hall: Two, path: North, books: [b] }
`;
    const input = { sources: [{ file: "docsform.yaml", text }], environment: {}, readFile: () => "" };
    const codes = (of: readonly ResourceType[]) =>
      readLayout({ ...input, types: of }).diagnostics.map(({ code }) => code);
    expect(codes(types)).toEqual(["layout/not-unique"]);
    expect(codes(layoutTypes)).toEqual([]);
  });

  test("without the text of a secret", () => {
    const { transcript } = transcriptOf([
      `${head}doors:\n  a: { label: One, certificate: !env HIDDEN }\n  b: { label: Two, certificate: !file secret.pem, book: !env HIDDEN }\n  c: { label: !env HIDDEN }\n`,
    ]);
    expect(transcript).toContain("certificate does not match the service's pattern");
    expect(transcript).not.toContain("canary");
  });

  const hidden = "certificate is not valid.";
  const quoting = (value: unknown) => `must not be ${JSON.stringify(value)}`;
  test.each([
    { what: "the whole value", written: "canary-text", rule: quoting, reported: hidden },
    {
      what: "its first two letters",
      written: "canary-text",
      rule: (value: unknown) => `must not begin with ${String(value).slice(0, 2)}`,
      reported: hidden,
    },
    { what: "letters of another script", written: "канарейка", rule: quoting, reported: hidden },
    { what: "signs alone", written: "'€§¤¿'", rule: quoting, reported: hidden },
    { what: "a number", written: "{ pin: 4711 }", rule: quoting, reported: hidden },
    { what: "a name of a field", written: "{ 4711: true }", rule: quoting, reported: hidden },
    {
      what: "nothing of it",
      written: "canary-text",
      rule: () => "must be a certificate",
      reported: "certificate must be a certificate.",
    },
  ])("a rule that quotes $what of a secret", ({ written, rule, reported }) => {
    const types = layoutTypes.map((type) => {
      const { certificate } = type.attributes;
      if (certificate === undefined) return type;
      const schema = z.unknown().refine(() => false, { error: ({ input }) => rule(input) });
      return { ...type, attributes: { ...type.attributes, certificate: { ...certificate, schema } } };
    });
    const text = `${head}doors: { a: { label: One, certificate: ${written} } }\n`;
    const sources = [{ file: "docsform.yaml", text }];
    const { diagnostics } = readLayout({ sources, types, environment: {}, readFile: () => "" });
    expect(diagnostics.map((each) => each.message)).toEqual([reported]);
  });
});

function transcriptOf(texts: readonly string[]) {
  const given: readonly SourceText[] = texts.map((text, index) => ({
    file: index === 0 ? "docsform.yaml" : "more.yaml",
    text,
  }));
  const { desired, diagnostics, sources } = readLayout({
    sources: given,
    types: layoutTypes,
    environment: { STAGE: "beta", HIDDEN: "canary-text", CERTIFICATE: "KEY-canary" },
    readFile: (path) => {
      if (path === "secret.pem") return "canary-text";
      throw Object.assign(new Error("no"), { code: "ENOENT" });
    },
  });
  return { desired, transcript: diagnostics.map((each) => renderDiagnostic(each, sources)).join("\n") };
}
