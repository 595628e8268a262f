import { expect, test } from "vitest";
import { differencesBetween, type MatchedLayout } from "../../src/engine/plan/drift/drift-differences.ts";
import { typeOfAddress } from "../../src/model/address.ts";
import { indexTypes } from "../../src/model/type-index.ts";
import { registry } from "../../src/resources/registry.ts";
import { desired, inside, layoutOf, live } from "../support/planning.ts";

const types = indexTypes(registry);
const objects = [
  desired("collection.c", { title: "C" }),
  desired("space.a", { title: "A", editMode: "live" }, { container: { $ref: "collection.c" } }),
  desired("space.b", { title: "B" }, { ignore: ["title"] }),
  desired("site_section.docs/one", { path: "one" }),
  desired("site_section.docs/two", { path: "two" }),
];
const seen = (
  prefix: string,
  found: Readonly<Record<string, Parameters<typeof live>[1]>>,
  ...rest: Parameters<typeof live>[2][]
): MatchedLayout => ({
  desired: layoutOf({ desired: objects }),
  live: new Map(
    Object.entries(found).map(([address, attributes], at) => {
      const type = typeOfAddress(address);
      return [address, live(`${type} ${prefix}-${address}`, attributes, { rank: at, ...rest[at] })];
    }),
  ),
});

test("equal objects are no difference, with any ids", () => {
  const found = { "collection.c": { title: "C" }, "space.a": { title: "A", editMode: "live" } };
  const [one, other] = ["x", "y"].map((prefix) =>
    seen(prefix, found, {}, inside(`collection ${prefix}-collection.c`)),
  );
  expect(differencesBetween(types, one as MatchedLayout, other as MatchedLayout)).toEqual([]);
});

test("reports fields, places, defaults, and objects of one side, and no ignored values", () => {
  const one = seen(
    "x",
    {
      "collection.c": { title: "C" },
      "space.a": { title: "A", editMode: "live" },
      "space.b": { title: "B" },
    },
    {},
    inside("collection x-collection.c"),
  );
  const other = seen(
    "y",
    { "space.a": { title: "Other", editMode: "live" }, "space.b": { title: "Else" } },
    { isDefault: true },
  );
  expect(differencesBetween(types, one, other)).toEqual([
    { address: "collection.c", values: ["x-collection.c", null] },
    { address: "space.a", attribute: "title", values: ["A", "Other"] },
    { address: "space.a", attribute: "in", values: ["collection.c", null] },
    { address: "space.a", attribute: "default", values: [false, true] },
  ]);
});

test("reports another order of siblings", () => {
  const site = { "site.docs": {} };
  const sections = (prefix: string, names: readonly string[]): MatchedLayout =>
    seen(
      prefix,
      { ...site, ...Object.fromEntries(names.map((name) => [`site_section.docs/${name}`, { path: name }])) },
      {},
      { scopeId: `${prefix}-site.docs` },
      { scopeId: `${prefix}-site.docs` },
    );
  const differences = differencesBetween(types, sections("x", ["one", "two"]), sections("y", ["two", "one"]));
  expect(differences).toEqual([
    {
      address: "site.docs",
      attribute: "order",
      values: [
        ["site_section.docs/one", "site_section.docs/two"],
        ["site_section.docs/two", "site_section.docs/one"],
      ],
    },
  ]);
});
