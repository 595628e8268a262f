import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { layoutTypes } from "../../test/support/layout-types.ts";
import type { DesiredObject } from "../model/desired-world.ts";
import type { Secret } from "../model/secret.ts";
import { type LayoutRead, readLayout } from "./read-layout.ts";

const head = "docsform: 1\norganization: org\n";

const files: Readonly<Record<string, string>> = {
  "keys/door.pem": "KEY-from-file",
  "feed.yaml": "openapi: 3 ${X}",
};

function read(...texts: readonly string[]): LayoutRead {
  return readLayout({
    sources: texts.map((text, index) => ({
      file: index === 0 ? "docsform.yaml" : `more-${index}.yaml`,
      text,
    })),
    types: layoutTypes,
    environment: { STAGE: "beta", CERTIFICATE: "KEY-canary-1" },
    readFile: (path) => {
      const text = files[path];
      if (text === undefined) throw Object.assign(new Error("no"), { code: "ENOENT" });
      return text;
    },
  });
}

function objectsOf(...texts: readonly string[]): ReadonlyMap<string, DesiredObject> {
  const { desired, diagnostics } = read(...texts);
  expect(diagnostics).toEqual([]);
  return new Map(desired?.objects.map((object) => [object.address, object]));
}

describe("a layout", () => {
  test("declares its organization, what to prune and its thresholds", () => {
    const { desired } = read(`${head}prune: [doors, books]\nsafety: { maxDeletes: 30%, maxChanges: 12 }\n`);
    expect(desired).toEqual({
      organizationId: "org",
      objects: [],
      prune: ["door", "book"],
      safety: { maxDeletes: { share: 0.3 }, maxChanges: { count: 12 } },
    });
  });

  test("can get the organization from an option", () => {
    const source = { file: "docsform.yaml", text: "docsform: 1\n" };
    const input = { sources: [source], types: layoutTypes, environment: {}, readFile: () => "" };
    expect(readLayout({ ...input, organization: "other" }).desired?.organizationId).toBe("other");
    const named = { ...input, sources: [{ file: "docsform.yaml", text: head }], organization: "other" };
    expect(readLayout(named).desired?.organizationId).toBe("org");
  });

  test("can have several files", () => {
    const objects = objectsOf(
      `${head}books: { a: { title: A } }\n`,
      "docsform: 1\nbooks: { b: { title: B, shelf: s } }\nshelves: { s: { title: S } }\n",
    );
    expect([...objects.keys()].sort()).toEqual(["book.a", "book.b", "shelf.s"]);
    expect(objects.get("book.b")?.at).toEqual({ file: "more-1.yaml", line: 2, column: 10, length: 1 });
  });

  test("distinguishes an omitted parent, null and the top level", () => {
    const objects = objectsOf(
      `${head}shelves: { s: { title: S } }\nbooks:\n  a: { title: A }\n  b: { title: B, shelf: null, language: null }\n  c: { title: C, shelf: { id: x1 } }\n`,
    );
    expect(objects.get("book.a")).not.toHaveProperty("container");
    expect(objects.get("book.b")).toMatchObject({ container: null, attributes: { language: null } });
    expect(objects.get("book.c")?.container).toBe("x1");
  });

  test.each(["1.10", "1.1", "0x1F", "1e3", "007", "+1", ".5", "0o17", "-0", "True", "FALSE", ".inf"])(
    "has the key %s as it is written",
    (key) => {
      const objects = objectsOf(
        `${head}shelves: { s: { title: S } }\nbooks:\n  ${key}: { title: B }\n  "other": {title: C}\n`,
      );
      expect([...objects.keys()]).toContain(`book.${key}`);
    },
  );

  test("reads variables and files, and keeps secrets secret", () => {
    const objects = objectsOf(
      `${head}variables: { stage: { env: STAGE }, empty: "" }
books: { b: { title: "Guide \${stage} $\${STAGE}\${empty}" } }
doors:
  one: { label: One, certificate: !env CERTIFICATE, book: b }
  two: { label: Two, certificate: !file keys/door.pem }
  three: { label: Three, certificate: KEY-literal }
feeds:
  f: { source: { text: !file feed.yaml } }
`,
    );
    const certificate = (door: string) => objects.get(`door.${door}`)?.attributes["certificate"] as Secret;
    expect(objects.get("book.b")?.attributes["title"]).toBe("Guide beta ${STAGE}");
    expect(objects.get("door.one")?.attributes["book"]).toEqual({ $ref: "book.b" });
    expect(
      ["one", "two", "three"].map((door) => [certificate(door).reveal(), certificate(door).source]),
    ).toEqual([
      ["KEY-canary-1", { kind: "environment", name: "CERTIFICATE" }],
      ["KEY-from-file", { kind: "file", path: "keys/door.pem" }],
      ["KEY-literal", { kind: "literal" }],
    ]);
    expect(objects.get("feed.f")?.attributes).toEqual({ slug: "f", source: { text: "openapi: 3 ${X}" } });
    expect(inspect([...objects.values()], { depth: 9 })).not.toMatch(/KEY-/);
  });

  test("gives the objects of a structure addresses, containers and ranks", () => {
    const objects = objectsOf(`${head}books: { a: { title: A }, b: { title: B } }
fairs:
  docs:
    title: Docs
    structure:
      - { hall: Guides, path: a/b, default: true, books: [a, { book: b, path: fr, default: true }] }
      - wing: Reference
        children:
          - { wing: Inner, children: [] }
          - { hall: API, path: api, was: { path: api-v1 }, protect: true, ignore: [hall], books: [{ book: { id: x9 } }] }
      - { hall: Old, path: old, id: h7 }
`);
    const facts = [...objects.values()].map(({ address, container, rank, owns }) => [
      address,
      container,
      rank,
      owns,
    ]);
    expect(facts).toEqual([
      ["book.a", undefined, 0, []],
      ["book.b", undefined, 1, []],
      ["fair.docs", undefined, 0, ["hall", "wing", "stand"]],
      ["hall.docs/a%2Fb", null, 0, ["stand"]],
      ["stand.docs/a%2Fb/a", { $ref: "hall.docs/a%2Fb" }, 0, []],
      ["stand.docs/a%2Fb/fr", { $ref: "hall.docs/a%2Fb" }, 1, []],
      ["wing.docs/Reference", null, 1, ["hall", "wing"]],
      ["wing.docs/Reference/Inner", { $ref: "wing.docs/Reference" }, 0, ["hall", "wing"]],
      ["hall.docs/api", { $ref: "wing.docs/Reference" }, 1, ["stand"]],
      ["stand.docs/api/x9", { $ref: "hall.docs/api" }, 0, []],
      ["hall.docs/old", null, 2, []],
    ]);
    expect(objects.get("hall.docs/api")).toMatchObject({
      scope: "fair.docs",
      attributes: { title: "API", path: "api" },
      was: { path: "api-v1" },
      protect: true,
      ignore: ["title"],
    });
    expect(objects.get("hall.docs/a%2Fb")?.isDefault).toBe(true);
    expect(objects.get("hall.docs/old")?.pin).toBe("h7");
  });

  test("can have a flat structure", () => {
    const objects = objectsOf(
      `${head}books: { a: { title: A } }\nfairs: { docs: { title: Docs, structure: [a] } }\n`,
    );
    expect(objects.get("stand.docs/a")).toMatchObject({ scope: "fair.docs", container: null });
  });

  test("can omit required fields of a pinned object", () => {
    const objects = objectsOf(`${head}books: { a: { id: b1 } }\nfairs: { f: { id: f1, structure: [] } }\n`);
    expect(objects.get("book.a")).toMatchObject({ pin: "b1", attributes: {} });
    expect(objects.get("fair.f")?.owns).toEqual(["hall", "wing", "stand"]);
  });

  test("can have aliases", () => {
    const objects = objectsOf(`${head}books:\n  a: &book { title: Same, tags: [x] }\n  b: *book\n`);
    expect(objects.get("book.b")?.attributes).toEqual({ title: "Same", tags: ["x"] });
  });

  test("counts the characters of a text, not its UTF-16 units", () => {
    const title = "\u{1f4d8}".repeat(50);
    expect(objectsOf(`${head}books: { a: { title: "${title}" } }\n`).size).toBe(1);
  });

  test("knows the position of each field", () => {
    const objects = objectsOf(`${head}books:\n  guides:\n    title: All guides\n`);
    expect(objects.get("book.guides")?.positions).toEqual({
      title: { file: "docsform.yaml", line: 5, column: 12, length: 10 },
    });
  });

  test("with many objects is read in linear time", () => {
    const layout = (count: number) =>
      `${head}books:\n${Array.from({ length: count }, (_, index) => `  book-${index}: { title: Book ${index} }\n`).join("")}`;
    const seconds = (text: string) => {
      const start = process.cpuUsage();
      expect(read(text).diagnostics).toEqual([]);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const [small, large] = [layout(500), layout(4_000)];
    seconds(small);
    seconds(large);
    const ratio = Math.min(...[0, 1, 2].map(() => seconds(large) / seconds(small)));
    // Quadratic work would be 64 times as long.
    expect(ratio).toBeLessThan(24);
  });
});
