import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { layoutTypes } from "../../test/support/layout-types.ts";
import { type DesiredObject, type DesiredValue, isReference, mapSecrets } from "../model/desired-world.ts";
import type { LiveObject, Snapshot } from "../model/snapshot.ts";
import type { Json, JsonObject } from "../util/json.ts";
import { layoutJsonSchema } from "./layout-schema.ts";
import { readLayout } from "./read-layout.ts";
import { writeLayout } from "./write-layout.ts";

const certificate = "KEY-canary-certificate";

// Few titles, so that keys and addresses collide.
const title = fc.constantFrom<string[]>(
  "Guides",
  "guides",
  "Über uns",
  "a/b",
  "${HOME} $${x}",
  "2024",
  "true",
  "null",
  "#: -",
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

interface StandDraw {
  readonly book: number;
  readonly condition: string | null;
}

const stands = fc.array(fc.record<StandDraw>({ book: fc.nat(9), condition: optional(title) }), {
  maxLength: 3,
});
const hall = fc.record({ title, icon: optional(title), stands, wing: fc.boolean() });
const drawn = fc.record({
  shelves: fc.array(fc.record({ title, note: optional(title), parent: optional(fc.nat(9)) }), {
    maxLength: 4,
  }),
  books: fc.array(
    fc.record({
      title,
      shelf: optional(fc.nat(9)),
      language: optional(fc.constantFrom("en", "fr")),
      pages: optional(fc.integer({ min: 1, max: 999 })),
      tags: optional(fc.array(fc.constantFrom("x", "yes", "!env"), { maxLength: 3 })),
    }),
    { maxLength: 5 },
  ),
  doors: fc.array(fc.record({ secret: fc.boolean(), book: optional(fc.nat(9)) }), { maxLength: 2 }),
  feeds: fc.array(fc.boolean(), { maxLength: 2 }),
  fairs: fc.array(fc.record({ title, halls: fc.array(hall, { maxLength: 4 }), flat: stands }), {
    maxLength: 2,
  }),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

function worldOf(draw: Drawn): Snapshot {
  const objects: LiveObject[] = [];
  const add = (type: string, id: string, attributes: JsonObject, place: Partial<LiveObject> = {}) =>
    objects.push({ type, id, attributes, container: null, isDefault: false, rank: 0, ...place });
  const inShelf = (index: number | null, below: number) =>
    index === null || below === 0 ? null : { type: "shelf", id: `s${index % below}` };
  const bookId = (index: number) => (draw.books.length === 0 ? "elsewhere" : `b${index % draw.books.length}`);
  for (const [index, { parent, ...attributes }] of draw.shelves.entries()) {
    add("shelf", `s${index}`, attributes, { container: inShelf(parent, index) });
  }
  for (const [index, { shelf, ...attributes }] of draw.books.entries()) {
    add("book", `b${index}`, { ...attributes }, { container: inShelf(shelf, draw.shelves.length) });
  }
  for (const [index, { secret, book }] of draw.doors.entries()) {
    const attributes = { label: `Door ${index}`, book: book === null ? null : bookId(book) };
    add("door", `d${index}`, { ...attributes, certificate: secret ? certificate : null });
  }
  for (const [index, readable] of draw.feeds.entries()) {
    const source = readable ? { url: "https://a.example/${x}" } : null;
    add("feed", `feed-${index}`, { slug: `feed-${index}`, source, visibility: "public" });
  }
  const addStands = (list: readonly StandDraw[], prefix: string, place: Partial<LiveObject>) => {
    for (const [rank, { book, condition }] of list.entries()) {
      const attributes = { book: bookId(book), path: `p-${rank}`, condition };
      add("stand", `${prefix}-${rank}`, attributes, {
        ...place,
        rank,
        isDefault: rank > 0 && rank === list.length - 1,
      });
    }
  };
  for (const [index, fair] of draw.fairs.entries()) addFair(fair, `f${index}`, { add, addStands });
  return {
    organization: { id: "org", title: "Org" },
    apiVersion: "current",
    objects,
    contentsReadOf: new Map(),
  };
}

interface Adding {
  readonly add: (type: string, id: string, attributes: JsonObject, place?: Partial<LiveObject>) => void;
  readonly addStands: (list: readonly StandDraw[], prefix: string, place: Partial<LiveObject>) => void;
}

function addFair(fair: Drawn["fairs"][number], scopeId: string, { add, addStands }: Adding): void {
  add("fair", scopeId, { title: fair.title, visibility: "public", published: true, proxy: null });
  if (fair.halls.length === 0) addStands(fair.flat, `${scopeId}-r`, { scopeId });
  for (const [rank, { wing, stands: inside, ...facts }] of fair.halls.entries()) {
    const id = `${scopeId}-${rank}`;
    if (wing) add("wing", `${id}-w`, { title: facts.title, icon: null }, { scopeId, rank });
    const container = wing ? { type: "wing", id: `${id}-w` } : null;
    add("hall", id, { ...facts, path: `p-${rank}` }, { scopeId, rank, container, isDefault: rank === 0 });
    addStands(inside, id, { scopeId, container: { type: "hall", id } });
  }
}

function readBack(live: Snapshot) {
  const written = writeLayout({ types: layoutTypes, live });
  const sources = [{ file: "docsform.yaml", text: written.text }];
  return { written, read: readLayout({ sources, types: layoutTypes, environment: {}, readFile: () => "" }) };
}

/** Objects of a snapshot as comparable facts, with names in place of ids. */
function factsOfLive(live: Snapshot): readonly Json[] {
  const titleOf = new Map(live.objects.map((object) => [object.id, trail(object)]));
  function trail(object: LiveObject): string {
    const { type, attributes } = object;
    return `${type} ${nameIn(attributes)}`;
  }
  return live.objects.map((object) => {
    const rule = layoutTypes.find(({ name }) => name === object.type);
    const declared = Object.entries(object.attributes).filter(
      ([name, value]) => value !== null && rule?.attributes[name]?.sensitive !== true,
    );
    const attributes = declared.map(([name, value]) => {
      const isReferring = rule?.attributes[name]?.reference !== undefined;
      return [name, isReferring ? (titleOf.get(value as string) ?? value) : value];
    });
    const container = object.container === null ? null : (titleOf.get(object.container.id) ?? null);
    return [object.type, Object.fromEntries(attributes) as JsonObject, container, object.isDefault];
  });
}

function factsOfDesired(objects: readonly DesiredObject[]): readonly Json[] {
  const byAddress = new Map(objects.map((object) => [object.address, object]));
  const nameOf = (value: DesiredValue | undefined): Json => {
    if (!isReference(value)) return (value ?? null) as Json;
    const { type, attributes } = byAddress.get(value.$ref) as DesiredObject;
    return `${type} ${nameIn(attributes)}`;
  };
  return objects.map((object) => {
    const attributes = Object.entries(object.attributes).map(([name, value]) => [
      name,
      isReference(value) ? nameOf(value) : mapSecrets(value, (secret) => secret.reveal()),
    ]);
    return [
      object.type,
      Object.fromEntries(attributes) as JsonObject,
      nameOf(object.container),
      object.isDefault ?? false,
    ];
  });
}

function nameIn(attributes: Readonly<Record<string, DesiredValue>>): string {
  const names = ["slug", "path", "title", "label"].map((name) => attributes[name]);
  return names.find((name) => typeof name === "string") ?? "";
}

const sorted = (facts: readonly Json[]) => facts.map((fact) => JSON.stringify(fact, sortKeys)).sort();
const sortKeys = (_: string, value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

describe("the live objects as a layout", () => {
  test("reads as the same objects, and contains no secret", () => {
    let objects = 0;
    let secrets = 0;
    fc.assert(
      fc.property(drawn, (draw) => {
        const live = worldOf(draw);
        const { written, read } = readBack(live);
        expect(read.diagnostics).toEqual([]);
        expect(sorted(factsOfDesired(read.desired?.objects ?? []))).toEqual(sorted(factsOfLive(live)));
        expect(written.text + written.notes.join("")).not.toContain("canary");
        objects += live.objects.length;
        secrets += written.secrets.length;
      }),
      { numRuns: 200, seed: 7 },
    );
    expect(objects).toBeGreaterThan(500);
    expect(secrets).toBeGreaterThan(20);
  });

  test("is the same text for every order of the lists", () => {
    fc.assert(
      fc.property(drawn, (draw) => {
        const live = worldOf(draw);
        const turned = { ...live, objects: [...live.objects].reverse() };
        expect(writeLayout({ types: layoutTypes, live: turned }).text).toBe(
          writeLayout({ types: layoutTypes, live }).text,
        );
      }),
      { numRuns: 50, seed: 11 },
    );
  });

  test("fits the JSON Schema of the layout", () => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      layoutJsonSchema(layoutTypes),
    );
    fc.assert(
      fc.property(drawn, (draw) => {
        const { text } = writeLayout({ types: layoutTypes, live: worldOf(draw) });
        const layout: unknown = parse(text, {
          customTags: [{ tag: "!env", resolve: (name: string) => `\${${name}}` }],
        });
        expect(validate(layout) ? [] : validate.errors).toEqual([]);
      }),
      { numRuns: 50, seed: 13 },
    );
  });

  test("of one object refers to others by id", () => {
    const live = worldOf(example);
    const { text } = writeLayout({ types: layoutTypes, live, only: { type: "fair", id: "f0" } });
    expect(text).toBe(`docsform: 1
organization: org

fairs:
  acme:
    id: f0
    title: Acme
    visibility: public
    published: true
    structure:
      - hall: API
        id: f0-0
        path: p-0
        default: true
        books:
          - book: { id: b0 } # the book "Guides"
            id: f0-0-0
            path: p-0
`);
  });

  test("has ids only for ambiguous objects, beside a state", () => {
    const duplicates = { ...example, books: example.books.map((book) => ({ ...book, shelf: 0 })) };
    const { text } = writeLayout({ types: layoutTypes, live: worldOf(duplicates), ids: "ambiguous" });
    // Two books with one title on one shelf, and a feed with an unreadable source, so that the layout could not create it.
    expect([...text.matchAll(/\bid: ([\w-]+)/g)].map(([, id]) => id)).toEqual(["b0", "b1", "feed-0"]);
  });

  test("puts the comment of a secret last, if nothing follows it", () => {
    const doors = [{ secret: true, book: null }];
    const { text } = writeLayout({ types: layoutTypes, live: worldOf({ ...example, doors }) });
    expect(text).toContain(`    label: Door 0
    # Secret, so pull does not write it. To declare it, set the variable:
    # certificate: !env DOOR_DOOR_0_CERTIFICATE

feeds:
`);
  });

  test("has the order of the navigation, with containers before their contents", () => {
    const live = worldOf({
      ...example,
      shelves: [
        { title: "Inner", note: null, parent: null },
        { title: "Aside", note: null, parent: null },
        { title: "Outer", note: null, parent: null },
      ],
      books: ["Last", "First", "Elsewhere"].map((name, index) => ({
        title: name,
        shelf: index === 2 ? 1 : 0,
        language: null,
        pages: null,
        tags: null,
      })),
      doors: [],
      feeds: [],
      fairs: [{ title: "Acme", halls: [hallOf("API", 1), hallOf("News", 0)], flat: [] }],
    });
    const nested = live.objects.map((object) =>
      object.id === "s0" ? { ...object, container: { type: "shelf", id: "s2" } } : object,
    );
    const { text } = writeLayout({ types: layoutTypes, live: { ...live, objects: nested } });
    const keys = [...text.matchAll(/^ {0,2}(\w+):(?=$| \{)/gm)].map(([, key]) => key);
    expect(keys.join(" ")).toBe("shelves outer inner aside books first last elsewhere fairs acme");
  });

  test("names a variant by its section and its language", () => {
    const book = (name: string, language: Drawn["books"][number]["language"]) => ({
      title: name,
      shelf: null,
      language,
      pages: null,
      tags: null,
    });
    const stands = [0, 1, 2].map((index) => ({ book: index, condition: null }));
    const live = worldOf({
      ...example,
      books: [book("Manuals", null), book("Manuels", "fr"), book("Manuals", "en"), book("Manuals", "fr")],
      doors: [],
      fairs: [{ title: "Acme", halls: [{ ...hallOf("API", 0), stands }], flat: [] }],
    });
    const { text } = writeLayout({ types: layoutTypes, live });
    expect([...text.matchAll(/^ {2}(manuals.*?):(?=$| \{)/gm)].map(([, key]) => key)).toEqual([
      "manuals",
      "manuals-fr",
      "manuals-en",
      // Nothing shows this one.
      "manuals-fr-2",
    ]);
  });

  test("names an object by its parent too if an object elsewhere has the same name", () => {
    const book = (shelf: number | null) => ({
      title: "Guides",
      shelf,
      language: null,
      pages: null,
      tags: null,
    });
    const live = worldOf({ ...example, books: [book(null), book(0), book(0)], doors: [], fairs: [] });
    const { text } = writeLayout({ types: layoutTypes, live });
    const keys = [...text.matchAll(/^ {2}(\S*guides\S*):(?=$| \{)/gm)].map(([, key]) => key);
    expect(keys).toEqual(["guides", "handbook-guides", "handbook-guides-2"]);
  });

  test("has a short key for a long name", () => {
    const title = "Everything about the integration of our platform";
    const live = worldOf({ ...example, shelves: [{ title, note: null, parent: null }], books: [] });
    const { text } = writeLayout({ types: layoutTypes, live });
    expect(text).toMatch(/^ {2}everything-about-the-integration-of-our:$/mu);
  });

  test("has an entry over several lines where one line would be too long", () => {
    const note =
      "A shelf with a note that is so long that no line in brackets has room for it, title included";
    const shelves = [
      { title: "Short", note: null, parent: null },
      { title: "Long", note, parent: null },
    ];
    const { text } = writeLayout({
      types: layoutTypes,
      live: worldOf({ ...example, shelves, books: [], doors: [], feeds: [], fairs: [] }),
      ids: "ambiguous",
    });
    expect(text).toBe(`docsform: 1
organization: org

shelves:
  long:
    title: Long
    note: ${note}

  short: { title: Short }
`);
  });

  test.each([
    { title: 'x"\n- evil: 1 # \u2028\u0085\u202e', shown: '"x\\"\\n- evil: 1 # \\u2028\\u0085\\u202e"' },
    { title: "y".repeat(200), shown: `"${"y".repeat(59)}…"` },
  ])("names the object behind an id in a comment of one line", ({ title: name, shown }) => {
    const [book] = example.books;
    const books = book === undefined ? [] : [{ ...book, title: name }];
    const live = worldOf({ ...example, books, doors: [] });
    const { text } = writeLayout({ types: layoutTypes, live, only: { type: "fair", id: "f0" } });
    expect(text).toContain(`          - book: { id: b0 } # the book ${shown}\n            id: f0-0-0\n`);
  });

  test("names no object in a comment whose title repeats a secret", () => {
    const [book] = example.books;
    const books = book === undefined ? [] : [{ ...book, title: `See ${certificate}` }];
    const live = worldOf({ ...example, books });
    const { text } = writeLayout({ types: layoutTypes, live, only: { type: "fair", id: "f0" } });
    expect(text).toContain("{ book: { id: b0 }, id: f0-0-0, path: p-0 }");
    expect(text).not.toContain("canary");
  });

  test("makes no key from a title that repeats a secret", () => {
    const [book] = example.books;
    const books = book === undefined ? [] : [{ ...book, title: `See ${certificate}` }];
    const { text } = writeLayout({ types: layoutTypes, live: worldOf({ ...example, books }) });
    expect(text).toContain("\nbooks:\n  fr:\n    id: b0\n");
    expect(text).not.toMatch(/canary/i);
  });

  test("is readable", () => {
    const { text, notes } = writeLayout({
      types: layoutTypes,
      live: worldOf(example),
      names: { b1: "second" },
    });
    expect(text).toBe(`docsform: 1
organization: org

shelves:
  handbook: { id: s0, title: Handbook }

books:
  guides: { id: b0, title: Guides, shelf: handbook, language: fr }
  second: { id: b1, title: Guides }

doors:
  door-0:
    id: d0
    label: Door 0
    # Secret, so pull does not write it. To declare it, set the variable:
    # certificate: !env DOOR_DOOR_0_CERTIFICATE
    book: second

feeds:
  feed-0: { id: feed-0, visibility: public }

fairs:
  acme:
    id: f0
    title: Acme
    visibility: public
    published: true
    structure:
      - hall: API
        id: f0-0
        path: p-0
        default: true
        books:
          - { book: guides, id: f0-0-0, path: p-0 }
`);
    expect(notes).toEqual([
      "certificate of the door door-0 is secret, so pull omits it. A comment shows how to declare it.",
      "docsform cannot read source of the feed feed-0 from the service, so pull omits it.",
    ]);
  });
});

function hallOf(name: string, book: number): Drawn["fairs"][number]["halls"][number] {
  return { title: name, icon: null, stands: [{ book, condition: null }], wing: false };
}

const example: Drawn = {
  shelves: [{ title: "Handbook", note: null, parent: null }],
  books: [
    { title: "Guides", shelf: 0, language: "fr", pages: null, tags: null },
    { title: "Guides", shelf: null, language: null, pages: null, tags: null },
  ],
  doors: [{ secret: true, book: 1 }],
  feeds: [false],
  fairs: [
    {
      title: "Acme",
      halls: [{ title: "API", icon: null, stands: [{ book: 0, condition: null }], wing: false }],
      flat: [],
    },
  ],
};
