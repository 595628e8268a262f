import { describe, expect, test } from "vitest";
import { layoutTypes } from "../../test/support/layout-types.ts";
import { Secret } from "../model/secret.ts";
import { type LayoutInput, type LayoutRead, readLayout } from "./read-layout.ts";
import { renderDiagnostic } from "./render-diagnostic.ts";

const head = "docsform: 1\norganization: org\n";
const token = "canary-token-9f31";

function read(text: string, more: Partial<LayoutInput> = {}): LayoutRead {
  return readLayout({
    sources: [{ file: "docsform.yaml", text: head + text }],
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
    {
      gets: "its default if the environment's is empty",
      more: { environment: { STAGE: "" } },
      title: "Guide test",
    },
    { gets: "an empty text that was given", more: { variables: { stage: "" } }, title: "Guide " },
  ])("one gets $gets", ({ more, title }) => {
    expect(titleIn(read(declared + book, more))).toBe(title);
  });

  test("work at the top, in references and in ids", () => {
    const { desired, diagnostics } = readLayout({
      sources: [
        {
          file: "docsform.yaml",
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

  test("only declared variables are read", () => {
    const { desired, diagnostics } = read('books: { b: { title: "${HOME}" } }\n');
    expect(desired).toBeUndefined();
    expect(diagnostics).toMatchObject([
      {
        code: "layout/unknown-variable",
        remedy: expect.stringContaining("variables: { HOME: { env: HOME } }"),
      },
    ]);
  });

  test("an undeclared variable cannot be set", () => {
    const { desired, diagnostics } = read(declared + book, { variables: { stag: "x" } });
    expect(desired).toBeUndefined();
    const remedy = "Did you mean stage? Declare it under variables, or remove it.";
    expect(diagnostics).toMatchObject([{ code: "layout/unknown-variable", remedy }]);
  });

  test("a variable that is declared twice is an error", () => {
    const { diagnostics } = read(`${declared}books: {}\n`, {
      sources: [
        { file: "a.yaml", text: head + declared },
        { file: "b.yaml", text: `docsform: 1\n${declared}` },
      ],
    });
    expect(diagnostics).toMatchObject([{ code: "layout/duplicate-key" }]);
  });
});

describe("a value that contains the service's token is refused, and not shown", () => {
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
    { where: "an id", text: `books: { b: { title: B, id: ${token} } }\n` },
  ])("$where", ({ text }) => {
    const { desired, diagnostics, sources } = read(text);
    expect(desired).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toContain("layout/token-in-layout");
    const reported = diagnostics.map((each) => renderDiagnostic(each, sources)).join("\n");
    expect(reported + JSON.stringify(diagnostics)).not.toContain(token);
  });

  test("as the organization", () => {
    const text = `docsform: 1\norganization: ${token}\n`;
    const { desired, diagnostics } = read("", { sources: [{ file: "docsform.yaml", text }] });
    expect(desired).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toContain("layout/token-in-layout");
    expect(JSON.stringify(diagnostics)).not.toContain(token);
  });

  test("in a key is not shown", () => {
    const { diagnostics, sources } = read(`books: { b: { title: B, ${token}: x } }\n`);
    const reported = diagnostics.map((each) => renderDiagnostic(each, sources)).join("\n");
    expect(reported).toContain("layout/unknown-field");
    expect(reported).not.toContain(token);
  });
});

describe("a secret is secret in every place", () => {
  const canary = "canary-secret-5d20";
  const secretOf = (text: string, more: Partial<LayoutInput> = {}) => {
    const found = read(text, { environment: { T: canary }, ...more });
    expect(found.diagnostics).toEqual([]);
    return found.desired?.objects.map(({ attributes }) => attributes) ?? [];
  };
  const fromT = { kind: "environment", name: "T" };

  test.each([
    { what: "a secret variable alone", text: "${t}", clear: canary, source: fromT },
    {
      what: "a secret variable in a longer text",
      text: "Guide ${t}!",
      clear: `Guide ${canary}!`,
      source: { kind: "joined", parts: ["Guide ", fromT, "!"] },
    },
    {
      what: "a secret variable beside another",
      text: "${t} ${open}",
      clear: `${canary} open`,
      source: { kind: "joined", parts: [fromT, " ", "open"] },
    },
  ])("$what", ({ text, clear, source }) => {
    const variables = "variables: { t: { env: T, secret: true }, open: { default: open } }\n";
    const [book] = secretOf(`${variables}books: { b: { title: "${text}", emoji: "1f4d8" } }\n`);
    const value = book?.["title"] as Secret;
    expect(value).toBeInstanceOf(Secret);
    expect(value.reveal()).toBe(clear);
    expect(value.source).toEqual(source);
    expect(value.texts()).toContain(canary);
    expect(book?.["emoji"]).toBe("1f4d8");
  });

  test("a text with a variable that is not secret stays in clear", () => {
    const [book] = secretOf('variables: { t: { env: T, secret: false } }\nbooks: { b: { title: "${t}" } }\n');
    expect(book?.["title"]).toBe(canary);
  });

  test("the given value and the default of a secret variable are secret too", () => {
    const text =
      'variables: { t: { default: canary-default-1, secret: true } }\nbooks: { b: { title: "${t}" } }\n';
    expect(secretOf(text)[0]?.["title"]).toBeInstanceOf(Secret);
    expect(secretOf(text, { variables: { t: "given" } })[0]?.["title"]).toBeInstanceOf(Secret);
    const wrong = read(text.replace("title:", "titel:"));
    expect(wrong.desired).toBeUndefined();
    expect(JSON.stringify(wrong.sources)).not.toContain("canary-default");
  });

  test("!env works in every text, and makes the text secret", () => {
    const [book] = secretOf("books: { b: { title: !env T, tags: [x, !env SHORT] } }\n", {
      environment: { T: canary, SHORT: "short" },
    });
    expect(book).toMatchObject({ title: { source: fromT }, tags: ["x", expect.any(Secret)] });
    expect(book?.["title"]).toBeInstanceOf(Secret);
  });

  test.each([
    {
      way: "the alias stands after",
      text: "doors: { d: { label: Door, certificate: &c KEY-canary-77 } }\nbooks: { b: { title: *c } }\n",
    },
    {
      way: "the alias stands before",
      text: "books: { b: { title: &c KEY-canary-77 } }\ndoors: { d: { label: Door, certificate: *c } }\n",
    },
    {
      way: "both are aliases",
      text: "x-keys: { c: &c KEY-canary-77 }\nbooks: { b: { title: *c } }\ndoors: { d: { label: Door, certificate: *c } }\n",
    },
  ])("an alias of a secret: $way", ({ text }) => {
    const title = secretOf(text).find((each) => each["title"] !== undefined)?.["title"];
    expect(title).toBeInstanceOf(Secret);
  });

  test("an alias of another value is not secret", () => {
    const [book] = secretOf("x-words: { c: &c Words }\nbooks: { b: { title: *c } }\n");
    expect(book?.["title"]).toBe("Words");
  });

  test.each([
    { where: "an id", text: "books: { b: { title: B, id: !env T } }\n" },
    { where: "a reference", text: 'books: { b: { title: B, shelf: "${t}" } }\n' },
    { where: "an id of a reference", text: 'books: { b: { title: B, shelf: { id: "${t}" } } }\n' },
    {
      where: "a key",
      text: "doors: { d: { label: Door, certificate: &c KEY-canary-77 } }\nbooks: { *c : { title: B } }\n",
    },
    {
      where: "a field",
      text: "doors: { d: { label: Door, certificate: &c KEY-canary-77 } }\nbooks: { b: { title: B, *c : x } }\n",
    },
    { where: "the name", text: "name: !env T\nbooks: { b: { title: B } }\n" },
    { where: "what names an item", text: "fairs: { f: { title: Fair, structure: [{ wing: !env T }] } }\n" },
    { where: "a choice", text: "feeds: { f: { source: { text: x }, visibility: !env T } }\n" },
  ])("$where is shown, so it cannot be a secret, and the error does not show it", ({ text }) => {
    const variables = "variables: { t: { env: T, secret: true } }\n";
    const { desired, diagnostics, sources } = read(variables + text, { environment: { T: canary } });
    expect(desired).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toContain("layout/secret-shown");
    const reported = diagnostics.map((each) => renderDiagnostic(each, sources)).join("\n");
    expect(reported + JSON.stringify(diagnostics)).not.toContain("canary");
  });
});
