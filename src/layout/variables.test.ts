import { describe, expect, test } from "vitest";
import { layoutTypes } from "../../test/support/layout-types.ts";
import { Secret } from "../model/secret.ts";
import { type LayoutInput, type LayoutRead, readLayout } from "./read-layout.ts";
import { renderDiagnostic } from "./render-diagnostic.ts";

const head = "docsform: 1\norganization: org\n";
const token = "canary-token-9f31";

function read(text: string, more: Partial<LayoutInput> = {}): LayoutRead {
  return readLayout({
    sources: [{ file: "docs.yaml", text: head + text }],
    types: layoutTypes,
    environment: { STAGE: "beta", HOME: "/home/ada", DOCSFORM_TOKEN: token },
    tokens: [new Secret(token, { kind: "environment", name: "DOCSFORM_TOKEN" })],
    readFile: () => `KEY-${token}`,
    ...more,
  });
}

function titleIn({ desired, diagnostics }: LayoutRead): unknown {
  expect(diagnostics).toEqual([]);
  return desired?.objects[0]?.attributes["title"];
}

describe("variables", () => {
  const declared = "variables: { stage: { env: STAGE, default: test, description: Which one } }\n";
  const book = 'books: { b: { title: "Guide ${stage}" } }\n';

  test.each([
    { gets: "what was given", more: { variables: { stage: "given" } }, title: "Guide given" },
    { gets: "the environment's", more: {}, title: "Guide beta" },
    { gets: "its default", more: { environment: {} }, title: "Guide test" },
    { gets: "an empty text that is set", more: { environment: { STAGE: "" } }, title: "Guide " },
  ])("one gets $gets", ({ more, title }) => {
    expect(titleIn(read(declared + book, more))).toBe(title);
  });

  test("hold in the head, in references and in ids", () => {
    const { desired, diagnostics } = readLayout({
      sources: [
        {
          file: "docs.yaml",
          text: 'docsform: 1\norganization: "${o}"\nbooks: { b: { title: B, shelf: "${s}", id: "${o}" } }\n',
        },
        {
          file: "more.yaml",
          text: "docsform: 1\nvariables: { o: { default: org }, s: {} }\nshelves: { x: { title: X } }\n",
        },
      ],
      types: layoutTypes,
      environment: {},
      variables: { s: "x" },
      readFile: () => "",
    });
    expect(diagnostics).toEqual([]);
    expect(desired).toMatchObject({ organizationId: "org" });
    expect(desired?.objects.find(({ type }) => type === "book")).toMatchObject({
      container: { $ref: "shelf.x" },
      pin: "org",
    });
  });

  test("nothing but what is declared is read", () => {
    const { desired, diagnostics } = read('books: { b: { title: "${HOME}" } }\n');
    expect(desired).toBeUndefined();
    expect(diagnostics).toMatchObject([
      {
        code: "layout/unknown-variable",
        remedy: expect.stringContaining("variables: { HOME: { env: HOME } }"),
      },
    ]);
  });

  test("what is not declared cannot be given", () => {
    const { desired, diagnostics } = read(declared + book, { variables: { stag: "x" } });
    expect(desired).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: "layout/unknown-variable", remedy: "Did you mean stage?" }]);
  });

  test("one that is declared twice is told", () => {
    const { diagnostics } = read(`${declared}books: {}\n`, {
      sources: [
        { file: "a.yaml", text: head + declared },
        { file: "b.yaml", text: `docsform: 1\n${declared}` },
      ],
    });
    expect(diagnostics).toMatchObject([{ code: "layout/duplicate-key" }]);
  });
});

describe("a value that holds the token of the service is refused, and not shown", () => {
  test.each([
    {
      where: "a variable",
      text: 'variables: { t: { env: DOCSFORM_TOKEN } }\nbooks: { b: { title: "x ${t}" } }\n',
    },
    { where: "the text itself", text: `books: { b: { title: "x ${token} y" } }\n` },
    {
      where: "a secret of the environment",
      text: "doors: { d: { label: Door, certificate: !env DOCSFORM_TOKEN } }\n",
    },
    { where: "a file", text: "doors: { d: { label: Door, certificate: !file any } }\n" },
    { where: "a long text", text: "feeds: { f: { source: { text: !file any } } }\n" },
    { where: "a reference", text: `books: { b: { title: B, shelf: ${token} } }\n` },
    { where: "the organization", text: `books: { b: { title: B, id: ${token} } }\n` },
  ])("$where", ({ text }) => {
    const { desired, diagnostics, sources } = read(text);
    expect(desired).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toContain("layout/token-in-layout");
    const told = diagnostics.map((each) => renderDiagnostic(each, sources)).join("\n");
    expect(told + JSON.stringify(diagnostics)).not.toContain(token);
  });

  test("in a key it is not shown", () => {
    const { diagnostics, sources } = read(`books: { b: { title: B, ${token}: x } }\n`);
    const told = diagnostics.map((each) => renderDiagnostic(each, sources)).join("\n");
    expect(told).toContain("layout/unknown-field");
    expect(told).not.toContain(token);
  });
});
