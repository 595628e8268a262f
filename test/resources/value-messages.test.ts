import { expect, test } from "vitest";
import { readText } from "../support/read-text.ts";

// These tests check the whole message about a wrong value: the sentence and the remedy.

test.each([
  { layout: 'spaces: { a: { title: "" } }', said: "title must not be empty." },
  {
    layout: "spaces: { a: { title: A, emoji: 1f600, icon: https://acme.example/a.png } }",
    said: "A space has an emoji or an icon, not both. Remove one of them, or set it to null.",
  },
  {
    layout: 'openapi: { a: { source: { url: https://acme.example/a.json, text: "openapi: 3.1.0" } } }',
    said: "Set source.url or source.text, not both.",
  },
  {
    layout: "openapi: { a--b: { source: { url: https://acme.example/a.json } } }",
    said: "The key, which is the slug of an OpenAPI specification, must consist of letters and digits, with single hyphens between them.",
  },
  {
    layout: "openapi: { a: { source: { url: https://acme.example/a.json }, visibilty: public } }",
    said: "An OpenAPI specification has no field visibilty. Did you mean visibility?",
  },
  {
    layout: "saml: { a: { label: A, certificate: certs/okta.pem } }",
    said: "certificate must be the text of a certificate, but this looks like a path. Give the contents of the file: !file in a layout, Fn.file(…) in an app, file(…) in Terraform.",
  },
  {
    layout: "translations: { a: { space: { id: X }, sourceLanguage: en, language: en } }",
    said: "Space X is already in English. Declare another language, or correct sourceLanguage.",
  },
  {
    layout:
      'translations: { a: { space: { id: X }, sourceLanguage: en, language: fr, instructions: "<b>a</b>" } }',
    said: "Line 1 of instructions has HTML, which docsform cannot store as rich text. Use paragraphs, headings, lists, links, code, quotes and emphasis.",
  },
])("$said", ({ layout, said }) => {
  const { diagnostics } = readText(`docsform: 1\norganization: acme\n${layout}\n`);
  expect(diagnostics.map(({ message, remedy }) => [message, remedy].join(" ").trim())).toEqual([said]);
});
