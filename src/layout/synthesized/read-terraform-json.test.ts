import { describe, expect, test } from "vitest";
import { layoutTypes } from "../../../test/support/layout-types.ts";
import { stackTranscripts } from "../../../test/support/terraform-json-transcripts.ts";
import type { DesiredObject } from "../../model/desired-world.ts";
import { mostCharacters } from "../../model/most-characters.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { Secret } from "../../model/secret.ts";
import { renderDiagnostic } from "../render-diagnostic.ts";
import { readTerraformJson, type TerraformJsonRead } from "./read-terraform-json.ts";

const opening: ResourceType["writers"][number] = {
  name: "opening",
  attributes: ["published"],
  endpoint: () => {
    throw new Error("The toy types speak to no service.");
  },
  asObject: { description: "", present: { published: true }, absent: { published: false } },
};
/** The toy types, and a fair with an opening that is a final write. */
const types: readonly ResourceType[] = layoutTypes.map((type) =>
  type.name === "fair" ? { ...type, writers: [opening] } : type,
);

const environment = { TF_VAR_pages: "many", TF_VAR_secret: "canary-text", TF_VAR_count: "12" };

function read(...texts: readonly string[]): TerraformJsonRead {
  return readTerraformJson({
    stacks: texts.map((text, at) => ({
      name: at === 0 ? "app" : `app${at + 1}`,
      source: { file: at === 0 ? "cdk.tf.json" : `${at + 1}/cdk.tf.json`, text },
    })),
    types,
    environment,
    readFile: (path) => {
      if (path === "./key.pem") return "KEY-canary";
      throw Object.assign(new Error("no"), { code: "ENOENT" });
    },
  });
}

function stackOf(parts: string): string {
  return `{"provider": {"docs": {"organization": "org"}},\n${parts}}`;
}

describe("an error in a synthesized stack is reported at its place", () => {
  test.each(stackTranscripts)("$wrong", ({ stack, bare, reported }) => {
    const { desired, diagnostics, sources } = read(bare === true ? stack : stackOf(stack));
    const transcript = diagnostics.map((each) => renderDiagnostic(each, sources)).join("\n");
    expect(transcript).toBe(reported);
    expect(transcript).not.toContain("canary");
    expect(desired).toBeUndefined();
  });
});

/** One declared object, without positions. */
function declared(parts: string, address: string): Partial<DesiredObject> {
  const { desired, diagnostics } = read(stackOf(parts));
  expect(diagnostics).toEqual([]);
  const found = desired?.objects.find((object) => object.address === address);
  const { at: _at, positions: _positions, ...rest } = found as DesiredObject;
  return rest;
}

describe("a synthesized stack reads as Terraform reads it", () => {
  test.each([
    { what: "text", written: '"A"', title: "A" },
    { what: "a number for text", written: "5", title: "5" },
    { what: "a variable's default", written: '"${var.stage} ${var.count}"', title: "beta 12" },
    { what: "a local", written: '"${local.name}"', title: "Lo beta" },
    { what: "another's value", written: '"On ${docs_shelf.s.title}"', title: "On Shelf" },
    { what: "a field of a local", written: '"${local.map.deep.er}"', title: "Deep" },
    { what: "escapes", written: '"$${a} %%{b} $c"', title: "${a} %{b} $c" },
    { what: "a text in an expression", written: '"${\\"x ${var.stage} \\\\n\\"}"', title: "x beta \n" },
    { what: "brackets and blanks", written: '"${ ( var.stage ) }"', title: "beta" },
  ])("$what", ({ written, title }) => {
    const parts = `"variable": {"stage": {"default": "beta"}, "count": {"type": "number"}},
      "locals": {"name": "Lo \${var.stage}", "map": {"deep": {"er": "Deep"}}},
      "resource": {"docs_shelf": {"s": {"title": "Shelf"}}, "docs_book": {"b": {"title": ${written}}}}`;
    expect(declared(parts, "book.b").attributes).toEqual({ title, language: null });
  });

  test("an omitted value is cleared or left alone; an ignored one is not cleared", () => {
    const shelf = (more: string) => `"resource": {"docs_shelf": {"s": {"title": "S"${more}}}}`;
    expect(declared(shelf(""), "shelf.s").attributes).toEqual({ title: "S", note: null });
    expect(declared(shelf(', "note": null'), "shelf.s").attributes).toEqual({ title: "S", note: null });
    const ignoring = declared(shelf(', "lifecycle": {"ignore_changes": ["note", "title"]}'), "shelf.s");
    expect(ignoring).toMatchObject({ attributes: { title: "S" }, ignore: ["title"] });
    const all = declared(shelf(', "note": "n", "lifecycle": [{"ignore_changes": "all"}]'), "shelf.s");
    expect(all.ignore).toEqual(["title", "note"]);
  });

  test.each([
    { what: "protection that the state keeps", written: '"deletion_protection": true', protects: true },
    { what: "the same as text", written: '"deletion_protection": "true"', protects: true },
    { what: "the same from a variable", written: '"deletion_protection": "${var.kept}"', protects: true },
    { what: "protection that is off", written: '"deletion_protection": false', protects: false },
    { what: "protection by Terraform", written: '"lifecycle": {"prevent_destroy": true}', protects: true },
    {
      what: "the same as text, which Terraform takes for it",
      written: '"lifecycle": {"prevent_destroy": "true"}',
      protects: true,
    },
    { what: "no protection", written: '"lifecycle": {"prevent_destroy": "false"}', protects: false },
  ])("$what", ({ written, protects }) => {
    const parts = `"variable": {"kept": {"type": "bool", "default": true}},
      "resource": {"docs_shelf": {"s": {"title": "S", ${written}}}}`;
    expect(declared(parts, "shelf.s").protect).toBe(protects);
  });

  test.each([
    { written: '"deletion_protection": "maybe"', reported: "deletion_protection must be true or false." },
    {
      written: '"deletion_protection": "maybe", "lifecycle": {"prevent_destroy": true}',
      reported: "deletion_protection must be true or false.",
    },
    {
      written: '"lifecycle": {"ignore_changes": ["deletion_protection"]}',
      reported: "docsform cannot ignore changes of deletion_protection.",
    },
  ])("an invalid protection: $written", ({ written, reported }) => {
    const { diagnostics } = read(stackOf(`"resource": {"docs_shelf": {"s": {"title": "S", ${written}}}}`));
    expect(diagnostics.map(({ message }) => message)).toEqual([reported]);
  });

  test("each id of a declared object in a list is an error", () => {
    const shelves = `"s": {"title": "S"}, "t": {"title": "T"}`;
    const tags = '["${docs_shelf.s.id}", "a", "${docs_shelf.t.id}", "${docs_shelf.s.id}"]';
    const parts = `"docs_shelf": {${shelves}}, "docs_book": {"b": {"title": "B", "tags": ${tags}}}`;
    const { diagnostics } = read(stackOf(`"resource": {${parts}}`));
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "tags cannot contain the id of shelf.s: the id is known only when the object exists.",
      "tags cannot contain the id of shelf.t: the id is known only when the object exists.",
    ]);
  });

  test("ignore_changes can ignore the place", () => {
    const book = (more: string) => `"resource": {"docs_book": {"b": {"title": "B"${more}}}}`;
    expect(declared(book(""), "book.b").container).toBe(null);
    const left = declared(book(', "lifecycle": {"ignore_changes": ["parent_id"]}'), "book.b");
    expect(left.container).toBe(undefined);
  });

  test("converts values as Terraform does", () => {
    const parts = `"resource": {"docs_book": {"b": {"title": "B", "pages": "\${var.n}", "tags": ["a", "a", 1]}},
      "docs_feed": {"f": {"slug": "f", "source": {"url": "https://a.example", "text": null}}}},
      "variable": {"n": {"default": "7"}}`;
    expect(declared(parts, "book.b").attributes).toMatchObject({ pages: 7, tags: ["a", "1"] });
    expect(declared(parts, "feed.f").attributes).toMatchObject({ source: { url: "https://a.example" } });
  });

  test.each([
    { from: "the environment", written: "${var.key}", source: { kind: "environment", name: "TF_VAR_key" } },
    {
      from: "a file",
      written: '${file(\\"${path.module}/key.pem\\")}',
      source: { kind: "file", path: "key.pem" },
    },
    { from: "a local", written: "${local.key}", source: { kind: "literal" } },
    { from: "the stack itself", written: "KEY-canary", source: { kind: "literal" } },
  ])("a secret from $from stays secret", ({ written, source }) => {
    const locals = written.includes("local.") ? '"locals": {"key": "KEY-canary"},' : "";
    const text = stackOf(`"variable": {"key": {}}, ${locals}
      "resource": {"docs_door": {"d": {"label": "Door", "certificate_wo": "${written}"}}}`);
    const { desired, sources } = readTerraformJson({
      stacks: [{ name: "app", source: { file: "cdk.tf.json", text } }],
      types,
      environment: { TF_VAR_key: "KEY-canary" },
      readFile: () => "KEY-canary",
    });
    const secret = desired?.objects[0]?.attributes["certificate"];
    expect(secret).toBeInstanceOf(Secret);
    expect((secret as Secret).reveal()).toBe("KEY-canary");
    expect((secret as Secret).source).toEqual(source);
    expect(JSON.stringify([desired, sources])).not.toContain("canary");
  });

  test.each([
    "${var.key}",
    "${var.key} behind",
    "before ${var.key}",
    "${var.key}${var.key}",
    "between ${var.key} both",
  ])("a text that contains a secret is secret: %s", (written) => {
    const text = stackOf(`"variable": {"key": {"sensitive": true}},
      "resource": {"docs_book": {"b": {"title": "${written}"}}}`);
    const { desired, diagnostics } = readTerraformJson({
      stacks: [{ name: "app", source: { file: "cdk.tf.json", text } }],
      types,
      environment: { TF_VAR_key: "KEY-canary" },
      readFile: () => "",
    });
    const title = desired?.objects[0]?.attributes["title"];
    expect(title).toBeInstanceOf(Secret);
    expect((title as Secret).reveal()).toBe(written.replaceAll("${var.key}", "KEY-canary"));
    expect(JSON.stringify([desired, diagnostics])).not.toContain("canary");
  });

  test("a place in a structure: scope, container, order, default, the first child, and the final write", () => {
    const parts = `"resource": {"docs_book": {"b": {"title": "B"}, "c": {"title": "C"}},
      "docs_fair": {"f": {"title": "Fair", "visibility": "public"}},
      "docs_wing": {"w": {"fair_id": "\${docs_fair.f.id}", "title": "Wing"}},
      "docs_hall": {"h": {"fair_id": "\${docs_wing.w.fair_id}", "title": "Hall", "parent_id": "\${docs_wing.w.id}",
        "book_id": "\${docs_book.b.id}", "default": true, "lifecycle": {"prevent_destroy": true}}},
      "docs_stand": {"s": {"fair_id": "\${docs_fair_opening.o.id}", "book_id": "\${docs_book.c.id}", "parent_id": "\${docs_hall.h.id}"}},
      "docs_fair_opening": {"o": {"fair_id": "\${docs_fair.f.id}"}},
      "docs_fair_order": {"o": {"fair_id": "\${docs_fair.f.id}", "parent_id": "\${docs_hall.h.id}",
        "ids": "\${[docs_hall.h.stand_id, docs_stand.s.id]}"}}}`;
    expect(declared(parts, "fair.f")).toMatchObject({
      attributes: { title: "Fair", published: true },
      owns: [],
    });
    expect(declared(parts, "hall.h")).toMatchObject({
      scope: "fair.f",
      container: { $ref: "wing.w" },
      isDefault: true,
      protect: true,
      ordersContents: true,
      owns: [],
    });
    expect(declared(parts, "wing.w")).toMatchObject({ container: null, protect: false });
    expect(declared(parts, "stand.h")).toMatchObject({
      scope: "fair.f",
      container: { $ref: "hall.h" },
      attributes: { book: { $ref: "book.b" } },
      rank: 0,
    });
    expect(declared(parts, "stand.s")).toMatchObject({ scope: "fair.f", rank: 1 });
  });

  test("the first child has its own address beside a resource with its name", () => {
    const hall = (more = "") =>
      `"docs_hall": {"h": {"fair_id": "fair-1", "title": "Hall", "book_id": "b1"${more}}}`;
    const stand = `"docs_stand": {"h": {"fair_id": "fair-1", "book_id": "b2", "parent_id": "hall-1"}}`;
    const standsOf = (...stacks: readonly string[]) =>
      read(...stacks)
        .desired?.objects.filter(({ type }) => type === "stand")
        .map(({ address, attributes }) => [address, attributes["book"]]);
    const inOne = stackOf(`"resource": {${hall()}, ${stand}}`);
    expect(standsOf(inOne)).toEqual([
      ["stand.app/h/first", "b1"],
      ["stand.app/h", "b2"],
    ]);
    const inTwo = [hall(), stand].map((part) => stackOf(`"resource": {${part}}`));
    expect(standsOf(...inTwo)).toEqual([
      ["stand.app/h", "b1"],
      ["stand.app2/h", "b2"],
    ]);
  });

  test("ids in clear refer to unmanaged objects", () => {
    const parts = `"resource": {"docs_book": {"b": {"title": "B", "parent_id": "shelf-1"}},
      "docs_hall": {"h": {"fair_id": "fair-1", "title": "Hall", "book_id": "book-1"}},
      "docs_fair_opening": {"o": {"fair_id": "fair-2", "published": "false"}}}`;
    expect(declared(parts, "book.b").container).toBe("shelf-1");
    expect(declared(parts, "hall.h").scope).toBe("fair.@fair-1");
    expect(declared(parts, "fair.@fair-1")).toMatchObject({ pin: "fair-1", attributes: {} });
    expect(declared(parts, "fair.@fair-2").attributes).toEqual({ published: false });
    expect(declared(parts, "stand.h").attributes).toEqual({ book: "book-1" });
  });

  test("ignores the order in a foreign object, with a warning", () => {
    const { desired, diagnostics } = read(
      stackOf(`"resource": {"docs_wing": {"w": {"fair_id": "fair-1", "title": "Wing"}},
        "docs_fair_order": {"o": {"fair_id": "fair-1", "ids": ["\${docs_wing.w.id}"]},
          "p": {"fair_id": "fair-1", "parent_id": "wing-1", "ids": []}}}`),
    );
    expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      "warning synth/order-ignored",
      "warning synth/order-ignored",
    ]);
    expect(desired?.objects.map(({ owns }) => owns)).toEqual([[], []]);
  });

  test("an id in clear refers to the imported object with that id", () => {
    const parts = `"import": {"to": "docs_fair.f", "id": "fair-1"}, "resource": {"docs_fair": {"f": {"title": "Fair"}},
      "docs_wing": {"w": {"fair_id": "fair-1", "title": "Wing"}}}`;
    expect(declared(parts, "wing.w").scope).toBe("fair.f");
    expect(declared(parts, "fair.f").pin).toBe("fair-1");
  });

  test("import blocks pin, and moved blocks name former addresses", () => {
    const { desired, moves } = read(
      stackOf(`"resource": {"docs_fair": {"f": {"title": "Fair"}},
          "docs_hall": {"h": {"fair_id": "\${docs_fair.f.id}", "title": "Hall", "book_id": "b1"}}},
        "import": [{"to": "\${docs_hall.h}", "id": "\${docs_fair.f.id}/\${var.id}"}], "variable": {"id": {"default": "h1"}},
        "moved": [{"from": "docs_hall.old", "to": "docs_hall.h"}, {"from": "docs_fair_order.a", "to": "docs_fair_order.b"}]`),
    );
    expect(desired?.objects.find(({ address }) => address === "hall.h")).toMatchObject({ pin: "h1" });
    expect([...moves]).toEqual([
      ["hall.old", "hall.h"],
      ["stand.old", "stand.h"],
    ]);
  });

  test("an import id distinguishes an object from a similar one", () => {
    const parts = `"resource": {"docs_book": {"a": {"title": "A"}}, "docs_fair": {"f": {"title": "Fair"}},
        "docs_hall": {"h": {"fair_id": "\${docs_fair.f.id}", "title": "Hall", "book_id": "\${docs_book.a.id}"}},
        "docs_stand": {"s": {"fair_id": "\${docs_fair.f.id}", "parent_id": "\${docs_hall.h.id}", "book_id": "\${docs_book.a.id}"}}}`;
    const imports = `"import": [{"to": "docs_stand.s", "id": "\${docs_fair.f.id}/stand-1"}]`;
    expect(read(stackOf(parts)).diagnostics.map(({ code }) => code)).toEqual(["synth/duplicate"]);
    expect(declared(`${parts}, ${imports}`, "stand.s").pin).toBe("stand-1");
  });

  test("an object that is still declared has not moved, whatever a moved block says", () => {
    const { desired, moves } = read(
      stackOf(`"resource": {"docs_book": {"a": {"title": "A"}, "b": {"title": "B"}}},
        "moved": [{"from": "docs_book.a", "to": "docs_book.b"}, {"from": "docs_book.old", "to": "docs_book.a"}]`),
    );
    expect(desired?.objects.map(({ address }) => address)).toEqual(["book.a", "book.b"]);
    expect([...moves]).toEqual([["book.old", "book.a"]]);
  });

  test("several stacks are one layout, and the lower of two limits counts", () => {
    const stack = (max: number) =>
      `{"provider": {"docs": [{"organization": "org", "max_deletes": ${max}, "base_url": "https://${max}.example"}]},
        "resource": {"docs_book": {"b": {"title": "B"}}}}`;
    const { desired, service } = read(stack(7), stack(3));
    expect(desired?.objects.map(({ address }) => address)).toEqual(["book.app/b", "book.app2/b"]);
    expect(desired?.safety).toEqual({ maxDeletes: { count: 3 } });
    expect(service.baseUrl).toBe("https://7.example");
  });

  test("aliases of the provider are separate configurations", () => {
    const text = `{"provider": {"docs": [{"organization": "one"}, {"alias": "eu", "organization": "two", "token": "canary"}]},
      "resource": {"docs_book": {"b": {"title": "B", "provider": "docs.eu"}}}}`;
    const { desired, service } = read(text);
    expect(desired?.organizationId).toBe("two");
    expect(service.token?.reveal()).toBe("canary");
  });

  test.each([
    { how: "in clear", token: '"canary-token-77"', more: "" },
    {
      how: "by a variable",
      token: '"${var.token}"',
      more: ', "variable": {"token": {"sensitive": true, "default": "canary-token-77"}}',
    },
  ])("no value may contain the token that a provider block sets $how", ({ token, more }) => {
    const text = `{"provider": {"docs": [{"organization": "one", "token": ${token}}]}${more},
      "resource": {"docs_book": {"b": {"title": "Of canary-token-77, really"}}}}`;
    const { desired, diagnostics, sources } = read(text);
    expect(desired).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(["synth/token-in-layout"]);
    expect(diagnostics.map((each) => renderDiagnostic(each, sources)).join("\n")).not.toContain("canary");
  });
});

test("an app that is too large is refused before it is parsed", () => {
  const { diagnostics } = read(" ".repeat(mostCharacters.app + 1));
  expect(diagnostics).toMatchObject([{ code: "synth/too-much" }]);
});
