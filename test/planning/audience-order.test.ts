import { expect, test } from "vitest";
import { nodesOfDeletes } from "../../src/engine/plan/order/without-deletes.ts";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { type Case, desired, inputsOf, inside, into, live, planned } from "../support/planning.ts";

const spaces = ["a", "b"].map((id) => live(`space ${id}`, { title: id.toUpperCase() }));
const wantsSpaces = ["a", "b"].map((id) => desired(`space.${id}`, {}, { pin: id }));
const site = (attributes: JsonObject) => live("site site1", { title: "Docs", ...attributes });
const wantsSite = (attributes: JsonObject) => desired("site.docs", attributes, { pin: "site1" });
const section = (id: string, space: string, attributes: JsonObject = {}, rest = {}) => [
  live(`site_section ${id}`, { title: id, path: id, ...attributes }, rest),
  live(`site_space ${id}-v`, { space, path: "v" }, { ...inside(`site_section ${id}`), isDefault: true }),
];
const wantsSection = (id: string, attributes: JsonObject = {}, rest = {}) =>
  desired(`site_section.docs/${id}`, { path: id, ...attributes }, { pin: id, owns: [], ...rest });
const newSection = desired("site_section.docs/new", { title: "New", path: "new" });
const newVariant = desired(
  "site_space.docs/new/b",
  { space: { $ref: "space.b" } },
  into("site_section.docs/new"),
);
const collection = (id: string, defaultLevel: string | null) =>
  live(`collection ${id}`, { title: id, defaultLevel });
const wantsCollection = (id: string, defaultLevel: string | null) =>
  desired(`collection.${id}`, { defaultLevel }, { pin: id });

/** In each case the earlier node must come before the later one. */
const cases: readonly { name: string; given: Case; earlier: string; later: string }[] = [
  {
    name: "a site ends to be published before it gets a section",
    given: {
      live: [site({ published: true, visibility: "public" }), ...section("one", "a"), ...spaces],
      desired: [wantsSite({ published: false }), wantsSection("one"), newSection, newVariant, ...wantsSpaces],
    },
    earlier: "write site.docs publication",
    later: "create site_section.docs/new",
  },
  {
    name: "a site gets fewer readers before it gets a section",
    given: {
      live: [site({ published: true, visibility: "public" }), ...section("one", "a"), ...spaces],
      desired: [
        wantsSite({ visibility: "visitor-auth" }),
        wantsSection("one"),
        newSection,
        newVariant,
        ...wantsSpaces,
      ],
    },
    earlier: "write site.docs settings",
    later: "create site_section.docs/new",
  },
  {
    name: "a site loses a section before it gets more readers",
    given: {
      live: [
        site({ published: true, visibility: "visitor-auth" }),
        ...section("one", "a"),
        ...section("two", "b"),
        ...spaces,
      ],
      desired: [wantsSite({ visibility: "public" }), wantsSection("one"), ...wantsSpaces],
    },
    earlier: "delete site_section.@two",
    later: "write site.docs settings",
  },
  {
    name: "a section gets its condition before the site gets more readers",
    given: {
      live: [site({ published: true, visibility: "visitor-auth" }), ...section("one", "a"), ...spaces],
      desired: [
        wantsSite({ visibility: "public" }),
        wantsSection("one", { condition: "visitor.claims.beta" }),
        ...wantsSpaces,
      ],
    },
    earlier: "write site_section.docs/one settings",
    later: "write site.docs settings",
  },
  {
    name: "a site gets fewer readers before a section in it is no draft any more",
    given: {
      live: [
        site({ published: true, visibility: "public" }),
        ...section("one", "a", { draft: true }),
        ...spaces,
      ],
      desired: [
        wantsSite({ visibility: "visitor-auth" }),
        wantsSection("one", { draft: false }),
        ...wantsSpaces,
      ],
    },
    earlier: "write site.docs settings",
    later: "write site_section.docs/one settings",
  },
  {
    name: "a site ends to be published before more people could read it",
    given: {
      live: [site({ published: true, visibility: "visitor-auth" }), ...section("one", "a"), ...spaces],
      desired: [wantsSite({ published: false, visibility: "public" }), wantsSection("one"), ...wantsSpaces],
    },
    earlier: "write site.docs publication",
    later: "write site.docs settings",
  },
  {
    name: "a collection gives no access before a space enters it",
    given: {
      live: [
        collection("shelf", "read"),
        collection("shut", null),
        live("space a", { title: "A", defaultLevel: "inherit" }, inside("collection shut")),
      ],
      desired: [
        wantsCollection("shelf", null),
        wantsCollection("shut", "read"),
        desired("space.a", {}, { pin: "a", ...into("collection.shelf") }),
      ],
    },
    earlier: "write collection.shelf patch",
    later: "reparent space.a",
  },
  {
    name: "a space leaves a collection before the collection gives access",
    given: {
      live: [
        collection("shelf", null),
        collection("shut", null),
        live("space a", { title: "A", defaultLevel: "inherit" }, inside("collection shut")),
      ],
      desired: [
        wantsCollection("shelf", null),
        wantsCollection("shut", "read"),
        desired("space.a", {}, { pin: "a", ...into("collection.shelf") }),
      ],
    },
    earlier: "reparent space.a",
    later: "write collection.shut patch",
  },
  {
    name: "a space gets its own level before the collection around it gives access",
    given: {
      live: [
        collection("shelf", null),
        live("space a", { title: "A", defaultLevel: "inherit" }, inside("collection shelf")),
      ],
      desired: [
        wantsCollection("shelf", "read"),
        desired("space.a", { defaultLevel: null }, { pin: "a", ...into("collection.shelf") }),
      ],
    },
    earlier: "write space.a patch",
    later: "write collection.shelf patch",
  },
  {
    name: "a space gets its own level, the one that it inherited, before it enters a collection with more access",
    given: {
      live: [
        collection("shelf", "read"),
        collection("desk", "edit"),
        live("space a", { title: "A", defaultLevel: "inherit" }, inside("collection shelf")),
      ],
      desired: [
        wantsCollection("shelf", "read"),
        wantsCollection("desk", "edit"),
        desired("space.a", { defaultLevel: "read" }, { pin: "a", ...into("collection.desk") }),
      ],
    },
    earlier: "write space.a patch",
    later: "reparent space.a",
  },
  {
    name: "a specification gets its new content before everybody can read it",
    given: {
      live: [
        live("openapi_spec pets", {
          slug: "pets",
          source: { url: "https://one.example" },
          visibility: "private",
        }),
      ],
      desired: [
        desired(
          "openapi_spec.pets",
          { slug: "pets", source: { url: "https://two.example" }, visibility: "public" },
          { pin: "pets" },
        ),
      ],
    },
    earlier: "write openapi_spec.pets source",
    later: "write openapi_spec.pets patch",
  },
  {
    name: "a section with a condition leaves before the site lets conditions have an effect",
    given: {
      live: [
        site({ published: true, visibility: "public", adaptiveContent: null }),
        ...section("one", "a"),
        ...section("two", "b", { condition: "visitor.claims.beta" }),
        ...spaces,
      ],
      desired: [wantsSite({ adaptiveContent: { enabled: true } }), wantsSection("one"), ...wantsSpaces],
    },
    earlier: "delete site_section.@two",
    later: "write site.docs settings",
  },
  {
    name: "the site lets conditions have an effect before a section gets one",
    given: {
      live: [
        site({ published: true, visibility: "public", adaptiveContent: null }),
        ...section("one", "a", { condition: "visitor.claims.alpha" }),
        ...spaces,
      ],
      desired: [
        wantsSite({ adaptiveContent: { enabled: true } }),
        wantsSection("one"),
        desired("site_section.docs/new", { title: "New", path: "new", condition: "visitor.claims.beta" }),
        newVariant,
        ...wantsSpaces,
      ],
    },
    earlier: "write site.docs settings",
    later: "create site_section.docs/new",
  },
  {
    name: "a section whose condition and only variant change is never empty",
    given: {
      live: [
        site({ published: true, visibility: "public", adaptiveContent: { enabled: true } }),
        ...section("one", "a", { condition: "visitor.claims.beta" }),
        ...spaces,
      ],
      desired: [
        wantsSite({}),
        wantsSection("one", { condition: "visitor.claims.gold" }, { owns: ["site_space"] }),
        desired(
          "site_space.docs/one/b",
          { space: { $ref: "space.b" }, path: "b" },
          into("site_section.docs/one"),
        ),
        ...wantsSpaces,
      ],
    },
    earlier: "create site_space.docs/one/b",
    later: "delete site_space.@one-v",
  },
];

test("a site lets conditions have an effect without waiting for what has none", () => {
  const { nodes } = planned({
    live: [
      site({ published: true, visibility: "public", adaptiveContent: null }),
      ...section("one", "a"),
      ...section("two", "b"),
      ...spaces,
    ],
    desired: [wantsSite({ adaptiveContent: { enabled: true } }), wantsSection("one"), ...wantsSpaces],
  });
  expect(nodes.find(({ id }) => (id as string) === "write site.docs settings")?.after).toEqual([]);
});

test.each(cases)("$name", ({ given, earlier, later }) => {
  const { nodes } = planned(given);
  const before = new Map(nodes.map(({ id, after }) => [id as string, after as readonly string[]]));
  expect([...before.keys()]).toEqual(expect.arrayContaining([earlier, later]));
  const found = new Set(before.get(later));
  for (const id of found) for (const each of before.get(id) ?? []) found.add(each);
  expect([...found]).toContain(earlier);
});

const opened: Case = {
  live: [
    site({ published: true, visibility: "visitor-auth" }),
    ...section("one", "a"),
    ...section("two", "b"),
    ...spaces,
  ],
  desired: [wantsSite({ visibility: "public" }), wantsSection("one"), ...wantsSpaces],
};

test("without deletes, what they must leave first is not opened", () => {
  const plan = planned(opened);
  expect([...nodesOfDeletes(plan)]).toContain("write site.docs settings");
  expect(plan.nodes.find(({ id }) => id === "write site.docs settings")?.opens).toBe(true);
});

test.each([
  { name: "targets only what opens", selection: { target: ["site.docs"] } },
  { name: "excludes what must leave first", selection: { exclude: ["site_section.@two"] } },
])("a selection that $name leaves it out, and says why", ({ selection }) => {
  const { plan } = planChanges({ ...inputsOf(opened), selection });
  expect(plan?.steps.map(({ address }) => address)).not.toContain("site.docs");
  expect(plan?.selection?.leftOut).toContainEqual({
    address: "site.docs",
    action: "patch",
    needs: "site_section.@two",
    opens: true,
  });
});

test("a target takes along what must be closed before", () => {
  const given: Case = {
    live: [
      site({ published: true, visibility: "public" }),
      ...section("one", "a", { draft: true }),
      ...spaces,
    ],
    desired: [
      wantsSite({ visibility: "visitor-auth" }),
      wantsSection("one", { draft: false }),
      ...wantsSpaces,
    ],
  };
  const { plan } = planChanges({ ...inputsOf(given), selection: { target: ["site_section.docs/one"] } });
  expect(new Set(plan?.nodes.map(({ address }) => address))).toEqual(
    new Set(["site.docs", "site_section.docs/one"]),
  );
});

test("an object that would have to be closed before and opened after is hidden meanwhile", () => {
  const plan = planned({
    live: [
      site({ published: true, visibility: "share-link" }),
      ...section("one", "a", { condition: "visitor.claims.beta" }),
      ...spaces,
    ],
    desired: [
      wantsSite({ visibility: "visitor-auth" }),
      wantsSection("one", { condition: "visitor.claims.gold" }),
      ...wantsSpaces,
    ],
  });
  const writes = plan.nodes.map((node) => (node.kind === "write" ? [node.id, node.values, node.after] : []));
  const [hiding, site_, showing] = [
    "temporary site_section.docs/one draft",
    "write site.docs settings",
    "write site_section.docs/one settings",
  ];
  expect(writes).toContainEqual([hiding, { draft: true }, []]);
  expect(writes).toContainEqual([site_, { visibility: "visitor-auth" }, [hiding]]);
  expect(writes).toContainEqual([
    showing,
    { condition: "visitor.claims.gold", draft: false },
    expect.arrayContaining([hiding, site_]),
  ]);
});
