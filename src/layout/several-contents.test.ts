import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { layoutTypesWithSigns as types } from "../../test/support/layout-types.ts";
import type { DesiredObject } from "../model/desired-world.ts";
import type { LiveObject, Snapshot } from "../model/snapshot.ts";
import { layoutJsonSchema } from "./layout-schema.ts";
import { type LayoutRead, readLayout } from "./read-layout.ts";
import { writeLayout } from "./write-layout.ts";

const head = "docsform: 1\norganization: org\nbooks: { a: { title: A } }\n";

const structure = `    structure:
      - wing: North
        children:
          - { hall: Guides, path: guides, books: [a, { book: a, path: fr/ca }] }
      - { hall: Old, path: old/er, books: [a] }
`;

function read(text: string): LayoutRead {
  const sources = [{ file: "docsform.yaml", text: `${head}${text}` }];
  return readLayout({ sources, types, environment: {}, readFile: () => "" });
}

function objectsOf(text: string): ReadonlyMap<string, DesiredObject> {
  const { desired, diagnostics } = read(text);
  expect(diagnostics).toEqual([]);
  return new Map(desired?.objects.map((object) => [object.address, object]));
}

describe("contents in several fields", () => {
  test("can stand beside each other", () => {
    const objects = objectsOf(`fairs:
  f:
    title: Fair
    talks: [Opening, { talk: Closing }]
    signs: [{ sign: here/there, hall: { id: h9 } }]
${structure}`);
    expect([...objects.keys()].filter((address) => !/^(stand|hall|wing)[.]/.test(address))).toEqual([
      "book.a",
      "fair.f",
      "talk.f/Opening",
      "talk.f/Closing",
      "sign.f/here%2Fthere",
    ]);
    expect(objects.get("sign.f/here%2Fthere")).toMatchObject({
      scope: "fair.f",
      attributes: { source: "here/there", hall: "h9" },
    });
  });

  test.each([
    ["{ title: Fair, halls: [] }", "Did you mean structure?"],
    ["{ title: Fair, stands: [a] }", "Did you mean structure?"],
    ["{ title: Fair, talc: [a] }", "Did you mean talks?"],
    ["{ title: Fair, structure: [{ wing: North, halls: [] }] }", "Did you mean children?"],
    ["{ title: Fair, structure: [{ hall: Guides, book: a }] }", "List the book in books"],
    ["{ title: Fair, was: { halls: [] } }", "Use one of title"],
  ])("are named by what they list: %s", (fair, remedy) => {
    const { diagnostics } = read(`fairs: { f: ${fair} }\n`);
    expect(diagnostics.map((each) => each.remedy ?? "").join()).toContain(remedy);
  });

  test.each([
    ["", [], undefined],
    ["signs: []", ["sign"], undefined],
    ["structure: []", ["hall", "wing", "stand"], undefined],
    ["talks: []", [], true],
    ["signs: [], structure: [], talks: []", ["sign", "hall", "wing", "stand"], true],
  ])("of a fair with {%s} are owned or ordered only if they are declared", (fields, owns, orders) => {
    const fair = objectsOf(`fairs: { f: { title: Fair, ${fields} } }\n`).get("fair.f");
    expect([fair?.owns, fair?.ordersContents]).toEqual([owns, orders]);
  });

  test("contain only objects of their types", () => {
    const { diagnostics } = read("fairs: { f: { title: Fair, signs: [{ talk: Opening }] } }\n");
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "This entry has no field sign, which gives its type.",
    ]);
  });
});

describe("a reference to an item", () => {
  const signs = (written: string) => `fairs:
  f:
    title: Fair
    signs:
      - ${written}
${structure}`;

  test.each([
    ["guides", "hall.f/guides"],
    ["f/guides", "hall.f/guides"],
    ["old/er", "hall.f/old%2Fer"],
    ["old%2Fer", "hall.f/old%2Fer"],
  ])("can name %s before the item is declared", (name, address) => {
    const sign = objectsOf(signs(`{ sign: x, hall: ${name} }`)).get("sign.f/x");
    expect(sign?.attributes["hall"]).toEqual({ $ref: address });
  });

  test("can name an object inside another item, or nothing", () => {
    const objects = objectsOf(
      signs(
        "{ sign: x, hall: guides, stand: guides/fr%2Fca }\n      - { sign: y, hall: guides, stand: null }",
      ),
    );
    expect(objects.get("sign.f/x")?.attributes["stand"]).toEqual({ $ref: "stand.f/guides/fr%2Fca" });
    expect(objects.get("sign.f/y")?.attributes["stand"]).toBeNull();
  });

  test("refers to an item of the same fair, unless it names another one", () => {
    const other = "  g: { title: Other, structure: [{ hall: Guides, path: guides, books: [a] }] }\n";
    const objects = objectsOf(
      `${signs("{ sign: x, hall: guides }\n      - { sign: y, hall: g/guides }")}${other}`,
    );
    expect(objects.get("sign.f/x")?.attributes["hall"]).toEqual({ $ref: "hall.f/guides" });
    expect(objects.get("sign.f/y")?.attributes["hall"]).toEqual({ $ref: "hall.g/guides" });
  });

  test("to no item is an error with its place and the nearest name", () => {
    const { diagnostics } = read(signs("{ sign: x, hall: guidse }\n      - { sign: y, hall: nothing }"));
    expect(diagnostics).toMatchObject([
      {
        code: "layout/unknown-reference",
        message: "hall refers to guidse, and no hall has that name: there are guides, old%2Fer.",
        remedy: "Did you mean guides?",
        at: { file: "docsform.yaml", line: 8, column: 26, length: 6 },
      },
      {
        remedy: "Declare it, or write { id: … } for an object that the layout does not declare.",
        at: { line: 9 },
      },
    ]);
  });

  test("in was: is checked too", () => {
    const sign = objectsOf(signs("{ sign: x, hall: guides, was: { hall: old/er } }")).get("sign.f/x");
    expect(sign?.was).toEqual({ hall: { $ref: "hall.f/old%2Fer" } });
  });
});

const live = (name: string, attributes: LiveObject["attributes"], rest: Partial<LiveObject> = {}) => {
  const [type = "", id = ""] = name.split(" ");
  return { type, id, container: null, attributes, isDefault: false, rank: 0, ...rest };
};

const world: Snapshot = {
  organization: { id: "org", title: "Org" },
  apiVersion: "current",
  contentsReadOf: new Map(),
  objects: [
    live("book b1", { title: "A" }),
    live("fair f1", { title: "Fair" }),
    live("fair f2", { title: "Other" }),
    live("hall h1", { title: "Guides", path: "a/b" }, { scopeId: "f1", rank: 1 }),
    live("stand s1", { book: "b1", path: "a" }, { scopeId: "f1", container: { type: "hall", id: "h1" } }),
    live("hall h2", { title: "Far", path: "far" }, { scopeId: "f2" }),
    live("stand s2", { book: "b1", path: "a" }, { scopeId: "f2", container: { type: "hall", id: "h2" } }),
    live("talk t1", { title: "Second" }, { scopeId: "f1", rank: 2 }),
    live("talk t2", { title: "First" }, { scopeId: "f1", rank: 1 }),
    live("sign x1", { source: "z", hall: "h1", stand: "s1" }, { scopeId: "f1", rank: 1 }),
    live("sign x2", { source: "y/y", hall: "h2" }, { scopeId: "f1", rank: 2 }),
  ],
};

test("a written layout reads as the same objects", () => {
  const { text } = writeLayout({ types, live: world, ids: "ambiguous" });
  const written = parse(text) as { fairs: { fair: Record<string, unknown> } };
  expect(written.fairs.fair["talks"]).toEqual(["First", "Second"]);
  expect(written.fairs.fair["signs"]).toEqual([
    { sign: "y/y", hall: { id: "h2" } },
    { sign: "z", hall: "a%2Fb", stand: "a%2Fb/a" },
  ]);
  const read = readLayout({
    sources: [{ file: "docsform.yaml", text }],
    types,
    environment: {},
    readFile: () => "",
  });
  expect(read.diagnostics).toEqual([]);
  const signs = read.desired?.objects.filter(({ type }) => type === "sign");
  expect(signs?.map(({ attributes }) => attributes)).toEqual([
    { source: "y/y", hall: "h2" },
    { source: "z", hall: { $ref: "hall.fair/a%2Fb" }, stand: { $ref: "stand.fair/a%2Fb/a" } },
  ]);
});

test("an id refers to an item that shares its name with another one", () => {
  const duplicate = live("hall h3", { title: "Guides", path: "a/b" }, { scopeId: "f1", rank: 3 });
  const twice = { ...world, objects: [...world.objects, duplicate] };
  const { text } = writeLayout({ types, live: twice, ids: "ambiguous" });
  const written = parse(text) as { fairs: { fair: { signs: unknown[] } } };
  expect(written.fairs.fair.signs[1]).toEqual({
    sign: "z",
    hall: { id: "h1" },
    stand: { id: "s1" },
  });
});

test("the JSON Schema has each field", () => {
  const schema = layoutJsonSchema(types);
  const valid = new Ajv2020({ strict: false }).compile(schema);
  const layout = (fair: object) => ({ docsform: 1, fairs: { f: { title: "Fair", ...fair } } });
  expect(valid(layout({ talks: ["Opening"], signs: [{ sign: "x", hall: "guides" }] }))).toBe(true);
  expect(valid(layout({ talks: ["Opening"], signs: ["x"] }))).toBe(false);
  expect(valid(layout({ signs: [{ talk: "Opening" }] }))).toBe(false);
  const fair = (schema["$defs"] as Record<string, { properties: Record<string, { description: string }> }>)[
    "fair"
  ];
  expect([fair?.properties["talks"]?.description, fair?.properties["signs"]?.description]).toEqual([
    "The talks of the fair: its talks, in order.",
    "The signs of the fair: its signs. docsform deletes objects that this list omits.",
  ]);
});
