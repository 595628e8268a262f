import { App, TerraformHclModule, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { describe, expect, test } from "vitest";
import { problemsOf, type Synthesized, synth } from "../../test/support/synth.ts";
import { Collection } from "./docs-collection.ts";
import { Site } from "./docs-site.ts";
import { SiteSection } from "./docs-site-section.ts";
import { Space } from "./docs-space.ts";
import { FormerId } from "./former-id.ts";
import { DocsProvider } from "./generated/provider.ts";
import { PlainObject } from "./plain-object.ts";

type Move = { readonly from: string; readonly to: string };

const movesOf = ({ moved = [] }: Synthesized) => moved as readonly Move[];
const addressesOf = ({ resource }: Synthesized) =>
  Object.entries(resource).flatMap(([type, all]) => Object.keys(all).map((name) => `${type}.${name}`));

/** The addresses in a state after Terraform has followed the moves, in its order: the target of one move may be the source of another. */
function moved(addresses: readonly string[], synthesized: Synthesized): readonly string[] {
  const to = new Map(movesOf(synthesized).map((move) => [move.from, move.to]));
  const end = (address: string): string => (to.has(address) ? end(to.get(address) as string) : address);
  return addresses.map(end).sort();
}

/** A product: a collection, two spaces, and a published site of two sections. */
function product(
  scope: Construct,
  { prefix = "", formerPrefix }: { prefix?: string; formerPrefix?: string },
) {
  const id = (name: string) => `${prefix}${name}`;
  const former = (name: string) => (formerPrefix === undefined ? {} : { formerId: `${formerPrefix}${name}` });
  const handbook = new Collection(scope, id("handbook"), { title: "Handbook", ...former("handbook") });
  const [guides, api] = ["guides", "api"].map(
    (name) => new Space(scope, id(name), { title: name, collection: handbook, ...former(name) }),
  ) as [Space, Space];
  const site = new Site(scope, id("docs"), { title: "Docs", published: true, ...former("docs") });
  site.addSection("guides", {
    title: "Guides",
    path: "guides",
    spaces: [guides, { space: api, path: "api" }],
  });
  site.addSection("more", { title: "More", path: "more", spaces: [guides] });
}

class Product extends Construct {
  constructor(scope: Construct, id: string, formerPrefix?: string) {
    super(scope, id);
    product(this, formerPrefix === undefined ? {} : { formerPrefix });
  }
}

describe("a former id", () => {
  const flat = synth((stack) => {
    for (const name of ["alpha", "beta"]) product(stack, { prefix: `${name}-` });
  });

  test("keeps every resource that an L3 is put around", () => {
    const wrapped = synth((stack) => {
      for (const name of ["alpha", "beta"]) new Product(stack, name, `../${name}-`);
    });
    const targets = movesOf(wrapped).map(({ to }) => to);
    expect(targets).toEqual(expect.arrayContaining([...addressesOf(wrapped)]));
    expect(moved(addressesOf(flat), wrapped)).toEqual([...addressesOf(wrapped)].sort());
  });

  test("of an L3 holds for everything below it", () => {
    const before = synth((stack) => void new Product(stack, "handbook"));
    const after = synth((stack) => FormerId.of(new Product(stack, "manual")).add("handbook"));
    expect(addressesOf(after).every((address) => !addressesOf(before).includes(address))).toBe(true);
    expect(moved(addressesOf(before), after)).toEqual([...addressesOf(after)].sort());
  });

  test("can be `.`: what is below it was directly in its parent", () => {
    const before = synth((stack) => product(stack, {}));
    const after = synth((stack) => FormerId.of(new Product(stack, "product")).add("."));
    expect(moved(addressesOf(before), after)).toEqual([...addressesOf(after)].sort());
  });

  test.each(["old/inner/guides", "/acme/old/inner/guides"])("can be a path: %s", (formerId) => {
    const before = synth((stack) => {
      const inner = new Construct(new Construct(stack, "old"), "inner");
      new Space(inner, "guides", { title: "Guides" });
    });
    const after = synth((stack) => void new Space(stack, "guides", { title: "Guides", formerId }));
    expect(moved(addressesOf(before), after)).toEqual(["docs_space.guides"]);
  });

  test("combines with those of the constructs around it, whichever of them changed first", () => {
    const build = (outer: string, inner: string) =>
      synth((stack) => void new Space(new Construct(stack, outer), inner, { title: "Guides" }));
    const after = synth((stack) => {
      const outer = new Construct(stack, "outer");
      FormerId.of(outer).add("older");
      new Space(outer, "inner", { title: "Guides", formerId: "former" });
    });
    for (const before of [build("older", "former"), build("outer", "former"), build("older", "inner")])
      expect(moved(addressesOf(before), after)).toEqual(addressesOf(after));
    // Terraform refuses two moves from one address, or to one.
    const moves = movesOf(after);
    expect(new Set(moves.map(({ from }) => from)).size).toBe(moves.length);
    expect(new Set(moves.map(({ to }) => to)).size).toBe(moves.length);
  });

  test("can be one of several, so that each environment may have been applied with another one", () => {
    const after = synth((stack) => {
      const space = new Space(stack, "c", { title: "Guides", formerId: "b" });
      FormerId.of(space).add("a");
    });
    for (const id of ["a", "b", "c"]) expect(moved([`docs_space.${id}`], after)).toEqual(["docs_space.c"]);
  });

  test("leaves out a combination that another resource has or claims", () => {
    const after = synth((stack) => {
      new Space(stack, "guides", { title: "Guides" });
      for (const name of ["alpha", "beta"]) {
        const wrapper = new Construct(stack, name);
        FormerId.of(wrapper).add(".");
        for (const id of ["guides", "api"])
          new Space(wrapper, id, { title: `${name} ${id}`, formerId: `${name}-${id}` });
      }
    });
    const from = movesOf(after).map((move) => move.from);
    expect(from).toEqual(expect.arrayContaining(["docs_space.alpha-guides", "docs_space.beta-api"]));
    expect(from).not.toContain("docs_space.guides");
    expect(from).not.toContain("docs_space.api");
  });

  test("works for objects of any type, for modules and in HCL, and not for an overridden address", () => {
    let hcl = "";
    const after = synth((stack) => {
      new PlainObject(stack, "new", "space", { values: { title: "Guides" }, formerId: "old" });
      FormerId.of(new TerraformHclModule(stack, "module", { source: "acme/m/docs" })).add("before");
      const chosen = new Space(stack, "chosen", { title: "Guides", formerId: "other" });
      chosen.resource.overrideLogicalId("mine");
      hcl = (stack.toHclTerraform() as { hcl: string }).hcl;
    });
    expect(movesOf(after)).toEqual([
      { from: "docs_space.old", to: "docs_space.new" },
      { from: "module.before", to: "module.module" },
    ]);
    expect(hcl).toMatch(/moved \{\s+from = docs_space\.old\s+to\s+= docs_space\.new\s+\}/u);
  });

  test("can be a logical id that the code overrode, and works beside cdktf's own moves", () => {
    const build = (stack: TerraformStack, id: string, logicalId?: string, formerId?: string) => {
      const scope = new Construct(stack, id);
      const space = new Space(scope, "guides", {
        title: id,
        ...(formerId === undefined ? {} : { formerId }),
      });
      if (logicalId !== undefined) space.resource.overrideLogicalId(logicalId);
      return space.resource;
    };
    const before = synth((stack) => {
      build(stack, "loses", "mine");
      build(stack, "gets");
    });
    const [former = ""] = addressesOf(before).filter((address) => address !== "docs_space.mine");
    const change = (stack: TerraformStack) => {
      build(stack, "loses", undefined, "/acme/mine");
      build(stack, "gets", "own").moveFromId(former);
      expect(stack.node.findAll().flatMap(({ node }) => node.validate())).toEqual([]);
    };
    // For a stack with such a move, cdktf adds a check that runs `terraform version`.
    const after = synth(change, {}, { skipValidation: true });
    expect(movesOf(after)).toHaveLength(2);
    expect(moved(addressesOf(before), after)).toEqual([...addressesOf(after)].sort());
  });

  test("of a site in another stack moves the order that this stack gives its sections", () => {
    const build = (stack: TerraformStack, id: string, formerId?: string) => {
      const other = new TerraformStack(stack.node.scope as App, "other");
      new DocsProvider(other, "provider", {});
      const site = new Site(other, id, { title: "Docs", ...(formerId === undefined ? {} : { formerId }) });
      const space = Space.fromId(stack, "space", "space_1");
      for (const path of ["a", "b"])
        new SiteSection(stack, path, { site, title: `Section ${path}`, path, spaces: [space] });
    };
    const before = synth((stack) => build(stack, "docs"));
    const after = synth((stack) => build(stack, "manual", "docs"));
    expect(movesOf(after)).toHaveLength(1);
    expect(moved(addressesOf(before), after)).toEqual([...addressesOf(after)].sort());
  });

  test("writes nothing if nothing below it moved", () => {
    expect(synth((stack) => FormerId.of(new Construct(stack, "empty")).add("old")).moved).toBeUndefined();
  });
});

describe("a wrong former id", () => {
  test("is reported with the path of its construct and a remedy", () => {
    const problems = problemsOf((stack) => {
      const other = new TerraformStack(stack.node.scope as App, "other");
      new Space(other, "guides", { title: "Guides" });
      new Space(stack, "guides", { title: "Guides" });
      const add = (id: string, formerId: string) => new Space(stack, id, { title: id, formerId });
      add("same", "same");
      add("used", "guides");
      add("first", "twice");
      add("second", "twice");
      for (const [at, formerId] of ["", "/", "a//b", "a/../b", "/../a"].entries())
        add(`invalid${at}`, formerId);
      FormerId.of(add("repeated", "a")).add("a");
      add("moved", "/other/guides");
      add("outside", "../other/guides");
      FormerId.of(add("nameless", "b")).add(".");
    });
    const invalid = (id: number, formerId: string) =>
      `[acme/invalid${id}] The former id ${formerId} is neither an id nor a path. Give the id that the construct had, its path from the present parent (../old), or its whole path after a slash (/stack/old).`;
    const outside = (id: string, formerId: string) =>
      `[acme/${id}] The former id ${formerId} is outside the stack acme, and Terraform cannot move a resource to another state. Remove it. Let the former stack forget the object (removed), and import it here (importFrom). docsform apply needs neither.`;
    expect(problems).toEqual([
      "[acme/same] The former id same is where the construct is now. Remove it, or give the id that the construct had before.",
      "[acme/used] The former id guides leads to docs_space.guides, which is still in use: it is the address of acme/guides. Give acme/guides another id. Or, after an apply of every environment, remove the former id.",
      "[acme/second] The former id twice leads to docs_space.twice, which was acme/first too. Keep it on the one that was there, and remove it from the other.",
      invalid(0, ""),
      invalid(1, "/"),
      invalid(2, "a//b"),
      invalid(3, "a/../b"),
      invalid(4, "/../a"),
      "[acme/repeated] The construct has the former id a twice. Remove one of them.",
      outside("moved", "/other/guides"),
      outside("outside", "../other/guides"),
    ]);
  });

  test("of an L3 is reported there once, if another construct has the id now", () => {
    const problems = problemsOf((stack) => {
      FormerId.of(new Product(stack, "manual")).add("handbook");
      new Product(stack, "handbook");
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(
      /^\[acme\/manual\] The former id handbook leads to docs_collection\.handbook_/u,
    );
  });

  test("of a stack is refused at once", () => {
    expect(() => synth((stack) => FormerId.of(stack))).toThrow("[acme] A stack or an app has no former id");
    expect(() => FormerId.of(new App())).toThrow("A stack or an app has no former id");
  });
});
