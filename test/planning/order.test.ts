import { expect, test } from "vitest";
import type { DesiredObject } from "../../src/model/desired-world.ts";
import type { Plan, PlanNode } from "../../src/model/plan/plan.ts";
import { type Case, desired, inside, into, live, outline, planCase, planned } from "../support/planning.ts";

const site = live("site site1", { title: "Docs", published: false });
const docs = desired("site.docs", { title: "Docs" }, { pin: "site1" });
const space = (id: string, title: string) => live(`space ${id}`, { title });
const ours = (id: string, title: string) => desired(`space.${id}`, { title }, { pin: id });
const spaces = {
  live: [site, space("sp1", "Alpha"), space("sp2", "Beta")],
  desired: [docs, ours("sp1", "Alpha"), ours("sp2", "Beta")],
};
const section = (id: string, path: string, rest = {}) =>
  live(`site_section ${id}`, { title: path, path }, rest);
const variant = (id: string, of: string, sp: string, path: string, rest = {}) =>
  live(`site_space ${id}`, { space: sp, path }, { ...inside(`site_section ${of}`), ...rest });
const declared = (path: string, attributes = {}, rest = {}) =>
  desired(`site_section.docs/${path}`, { title: path, path, ...attributes }, rest);
const declaredVariant = (of: string, sp: string, attributes = {}, rest = {}) =>
  desired(
    `site_space.docs/${of}/${(attributes as { path?: string }).path ?? sp}`,
    { space: { $ref: `space.${sp}` }, ...attributes },
    { container: { $ref: `site_section.docs/${of}` }, ...rest },
  );

/** `[a, b]` means that step a is done before step b. */
test.each<{ name: string; given: Case; order: readonly (readonly [string, string])[] }>([
  {
    name: "containers and referenced objects come first",
    given: {
      desired: [
        desired("space.g", { title: "G" }, into("collection.c")),
        desired("collection.c", { title: "C" }),
        desired("saml_provider.p", { label: "P", defaultTeam: { $ref: "team.w" } }),
        desired("team.w", { title: "W" }),
      ],
    },
    order: [
      ["create collection.c", "create space.g"],
      ["create team.w", "create saml_provider.p"],
    ],
  },
  {
    name: "a link comes after the first section of its site, which needs one",
    given: {
      live: [space("sp1", "Alpha")],
      desired: [
        desired("site.new", { title: "New" }),
        desired("site_link.new/Status", { title: "Status", url: "https://status.acme.example" }),
        desired("site_section.new/guides", { title: "Guides", path: "guides" }),
        desired(
          "site_space.new/guides/sp1",
          { space: { $ref: "space.sp1" } },
          { container: { $ref: "site_section.new/guides" } },
        ),
        ours("sp1", "Alpha"),
      ],
    },
    order: [["create site_section.new/guides", "create site_link.new/Status"]],
  },
  {
    name: "a link waits for a section of its own site, also while another site has one",
    given: {
      live: [
        site,
        space("sp1", "Alpha"),
        live("site site2", { title: "Other", published: false }),
        section("s2", "two", { scopeId: "site2" }),
      ],
      desired: [
        docs,
        ours("sp1", "Alpha"),
        desired("site_link.docs/Status", { title: "Status", url: "https://status.acme.example" }),
        declared("guides"),
        declaredVariant("guides", "sp1", { path: "en" }),
      ],
    },
    order: [["create site_section.docs/guides", "create site_link.docs/Status"]],
  },
  {
    name: "the path of a variant that becomes hidden frees before the default that takes it",
    given: {
      live: spaces.live,
      desired: [
        ...spaces.desired,
        declared("guides"),
        declaredVariant("guides", "sp1", { path: "beta", hidden: true }),
        declaredVariant("guides", "sp2", { path: "alpha" }, { isDefault: true as const }),
      ],
    },
    order: [
      ["write site_space.docs/guides/beta path first", "create site_space.docs/guides/alpha"],
      ["write site_space.docs/guides/beta path first", "write site_space.docs/guides/alpha settings"],
      ["set-default site_space.docs/guides/alpha", "write site_space.docs/guides/beta settings"],
    ],
  },
  {
    name: "the path of a variant that becomes visible frees before the default that takes it",
    given: {
      live: spaces.live,
      desired: [
        ...spaces.desired,
        declared("beta", { title: "Alpha" }),
        declaredVariant("beta", "sp1", { path: "one", hidden: true }),
        declared("alpha", { title: "Beta" }, { isDefault: true as const }),
        declaredVariant("alpha", "sp2", { path: "two" }),
      ],
    },
    order: [
      ["write site_section.docs/beta path first", "create site_section.docs/alpha"],
      ["create site_section.docs/alpha", "write site_section.docs/alpha settings"],
      ["write site_section.docs/beta path first", "write site_section.docs/alpha settings"],
      ["write site_space.docs/beta/one settings", "write site_section.docs/beta settings"],
      ["set-default site_section.docs/alpha", "write site_space.docs/beta/one settings"],
    ],
  },
  {
    name: "a container moves before its new contents, so that there is no cycle",
    given: {
      live: [
        live("collection a", { title: "A" }, inside("collection b")),
        live("collection b", { title: "B" }),
      ],
      desired: [
        desired("collection.a", { title: "A" }, { pin: "a", container: null }),
        desired("collection.b", { title: "B" }, { pin: "b", ...into("collection.a") }),
      ],
    },
    order: [["reparent collection.a", "reparent collection.b"]],
  },
  {
    name: "remaining contents leave a container before its delete, and children are deleted before their parents",
    given: {
      live: [
        live("collection old", { title: "Old" }),
        live("collection inner", { title: "Inner" }, inside("collection old")),
        live("space sp1", { title: "Alpha" }, inside("collection old")),
      ],
      desired: [desired("space.sp1", { title: "Alpha" }, { pin: "sp1", container: null })],
      prune: ["collections"],
    },
    order: [
      ["reparent space.sp1", "delete collection.@old"],
      ["delete collection.@inner", "delete collection.@old"],
    ],
  },
  {
    name: "sections leave a group before its delete",
    given: {
      live: [
        ...spaces.live,
        live("site_section_group g1", { title: "G" }),
        section("s1", "alpha", inside("site_section_group g1")),
        variant("v1", "s1", "sp1", "alpha"),
      ],
      desired: [...spaces.desired, declared("alpha"), declaredVariant("alpha", "sp1")],
    },
    order: [["reparent site_section.docs/alpha", "delete site_section_group.@g1"]],
  },
  {
    name: "deleted sections of a deleted group are deleted before it",
    given: {
      live: [
        ...spaces.live,
        live("site_section_group g1", { title: "G" }),
        section("s1", "alpha", inside("site_section_group g1")),
        variant("v1", "s1", "sp1", "alpha"),
        section("s2", "beta"),
        variant("v2", "s2", "sp2", "beta"),
      ],
      desired: [...spaces.desired, declared("beta"), declaredVariant("beta", "sp2")],
    },
    order: [["delete site_section.@s1", "delete site_section_group.@g1"]],
  },
  {
    name: "the last variant is deleted after a new one is added",
    given: {
      live: [...spaces.live, section("s1", "alpha"), variant("v1", "s1", "sp1", "fr")],
      desired: [...spaces.desired, declared("alpha"), declaredVariant("alpha", "sp2", { path: "en" })],
      state: { "site_space.docs/alpha/en": { id: "gone" } },
    },
    order: [["create site_space.docs/alpha/en", "delete site_space.@v1"]],
  },
  {
    name: "the last section is deleted after a new one is added",
    given: {
      live: [...spaces.live, section("s1", "alpha"), variant("v1", "s1", "sp1", "alpha")],
      desired: [...spaces.desired, declared("beta"), declaredVariant("beta", "sp2")],
    },
    order: [["create site_section.docs/beta", "delete site_section.@s1"]],
  },
  {
    name: "the default changes before the old one is deleted",
    given: {
      live: [
        ...spaces.live,
        section("s1", "alpha", { isDefault: true }),
        variant("v1", "s1", "sp1", "alpha"),
        section("s2", "beta"),
        variant("v2", "s2", "sp2", "beta"),
      ],
      desired: [...spaces.desired, declared("beta", {}, { isDefault: true }), declaredVariant("beta", "sp2")],
    },
    order: [["set-default site_section.docs/beta", "delete site_section.@s1"]],
  },
  {
    name: "an object gives up a unique value before another one gets it",
    given: {
      live: [
        ...spaces.live,
        section("s1", "alpha"),
        variant("v1", "s1", "sp1", "alpha"),
        section("s2", "beta"),
        variant("v2", "s2", "sp2", "beta"),
      ],
      desired: [
        ...spaces.desired,
        desired("site_section.docs/x", { title: "alpha", path: "gamma" }, { pin: "s1" }),
        declaredVariant("x", "sp1"),
        desired("site_section.docs/y", { title: "beta", path: "alpha" }, { pin: "s2" }),
        declaredVariant("y", "sp2"),
      ],
    },
    order: [["write site_section.docs/x settings", "write site_section.docs/y settings"]],
  },
  {
    name: "a delete frees a unique value too",
    given: {
      live: [live("team t1", { title: "Old" }), live("team t2", { title: "W" })],
      desired: [desired("team.w", { title: "Old" }, { pin: "t2" })],
      prune: ["teams"],
    },
    order: [["delete team.@t1", "write team.w patch"]],
  },
  {
    name: "existing objects get their paths before a new object derives one",
    given: {
      live: [...spaces.live, section("s1", "old"), variant("v1", "s1", "sp1", "alpha")],
      desired: [
        ...spaces.desired,
        desired("site_section.docs/beta", { title: "old", path: "beta" }, { pin: "s1" }),
        declaredVariant("beta", "sp1"),
        desired("site_section.docs/new", { title: "Beta", path: "new" }),
        declaredVariant("new", "sp2"),
      ],
    },
    order: [["write site_section.docs/beta settings", "create site_section.docs/new"]],
  },
  {
    name: "the first of two new objects has its path before the second one, which could derive it, is created",
    given: {
      live: spaces.live,
      desired: [
        ...spaces.desired,
        desired("site_section.docs/beta", { title: "One", path: "beta" }),
        declaredVariant("beta", "sp1"),
        desired("site_section.docs/two", { title: "Beta", path: "two" }),
        declaredVariant("two", "sp2"),
      ],
    },
    order: [["write site_section.docs/beta settings", "create site_section.docs/two"]],
  },
  {
    name: "a variant without a declared path is created after all that declare one",
    given: {
      live: [...spaces.live, section("s1", "alpha"), variant("v1", "s1", "sp1", "fr")],
      desired: [
        ...spaces.desired,
        declared("alpha"),
        declaredVariant("alpha", "sp2"),
        declaredVariant("alpha", "sp1", { path: "beta" }),
      ],
      state: { "site_space.docs/alpha/sp2": { id: "gone" }, "site_space.docs/alpha/beta": { id: "v1" } },
    },
    order: [["write site_space.docs/alpha/beta settings", "create site_space.docs/alpha/sp2"]],
  },
  {
    name: "a variant without a declared path is created last even if it is the first one: a sort follows",
    given: {
      live: [...spaces.live, section("s1", "alpha"), variant("v1", "s1", "sp9", "old")],
      desired: [
        ...spaces.desired,
        declared("alpha"),
        declaredVariant("alpha", "sp2"),
        declaredVariant("alpha", "sp1", { path: "beta" }),
      ],
      state: {
        "site_space.docs/alpha/sp2": { id: "gone" },
        "site_space.docs/alpha/beta": { id: "gone too" },
      },
    },
    order: [
      ["write site_space.docs/alpha/beta settings", "create site_space.docs/alpha/sp2"],
      ["create site_space.docs/alpha/sp2", "reorder site_space.docs/alpha/sp2"],
    ],
  },
  {
    name: "new objects of one list are created one after the other",
    given: {
      live: spaces.live,
      desired: [
        ...spaces.desired,
        declared("alpha"),
        declaredVariant("alpha", "sp1"),
        declared("beta"),
        declaredVariant("beta", "sp2"),
        declared("gamma"),
        declaredVariant("gamma", "sp2"),
      ],
    },
    order: [
      ["create site_section.docs/alpha", "create site_section.docs/beta"],
      ["create site_section.docs/beta", "create site_section.docs/gamma"],
    ],
  },
  {
    name: "a sort follows the creates of its objects and its neighbors",
    given: {
      live: [...spaces.live, section("s1", "alpha"), variant("v1", "s1", "sp1", "alpha")],
      desired: [
        ...spaces.desired,
        declared("beta"),
        declaredVariant("beta", "sp2"),
        declared("alpha"),
        declaredVariant("alpha", "sp1"),
      ],
    },
    order: [["create site_section.docs/beta", "reorder site_section.docs/beta"]],
  },
  {
    name: "publication is last",
    given: {
      live: spaces.live,
      desired: [
        desired("site.docs", { title: "New", published: true }, { pin: "site1" }),
        ...spaces.desired.slice(1),
        declared("alpha"),
        declaredVariant("alpha", "sp1"),
      ],
    },
    order: [
      ["write site.docs settings", "write site.docs publication"],
      ["write site_section.docs/alpha settings", "write site.docs publication"],
    ],
  },
  {
    name: "a replacement is created before the old object is deleted",
    given: {
      live: [
        ...spaces.live,
        section("s1", "alpha"),
        variant("v1", "s1", "sp1", "alpha"),
        variant("v3", "s1", "sp2", "fr"),
        section("s2", "beta"),
        variant("v2", "s2", "sp2", "beta"),
      ],
      desired: [
        ...spaces.desired,
        declared("alpha"),
        declaredVariant("alpha", "sp1"),
        declared("beta"),
        declaredVariant("beta", "sp2"),
        declaredVariant("beta", "sp2", { path: "fr" }),
      ],
      state: { "site_space.docs/beta/fr": { id: "v3" } },
    },
    order: [["create site_space.docs/beta/fr", "delete site_space.docs/beta/fr~replaced"]],
  },
  {
    name: "a reference changes before its old target is deleted",
    given: {
      live: [
        live("team t1", { title: "Old" }),
        live("team t2", { title: "New" }),
        live("saml_provider p1", { label: "P", defaultTeam: "t1" }),
      ],
      desired: [
        desired("team.new", { title: "New" }, { pin: "t2" }),
        desired("saml_provider.p", { label: "P", defaultTeam: { $ref: "team.new" } }, { pin: "p1" }),
      ],
      prune: ["teams"],
    },
    order: [["write saml_provider.p patch", "delete team.@t1"]],
  },
])("$name", ({ given, order }) => {
  const plan = planned(given);
  const missing = order.flat().filter((id) => !plan.nodes.some((node) => node.id === id));
  expect(missing).toEqual([]);
  for (const [first, then] of order)
    expect([then, "after", first, isAfter(plan, then, first)]).toEqual([then, "after", first, true]);
});

function isAfter({ nodes }: Plan, node: string, before: string): boolean {
  const byId = new Map<string, PlanNode>(nodes.map((each) => [each.id, each]));
  const seen = new Set<string>();
  const open = [node];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(byId.get(id) as PlanNode).after);
  }
  return node !== before && seen.has(before);
}

const twoSections = {
  live: [
    ...spaces.live,
    section("s1", "alpha"),
    variant("v1", "s1", "sp1", "alpha"),
    section("s2", "beta"),
    variant("v2", "s2", "sp2", "beta"),
  ],
};

test("two objects swap a unique value with a temporary value on one of them", () => {
  const plan = planned({
    ...twoSections,
    desired: [
      ...spaces.desired,
      desired("site_section.docs/x", { title: "alpha", path: "beta" }, { pin: "s1" }),
      declaredVariant("x", "sp1"),
      desired("site_section.docs/y", { title: "beta", path: "alpha" }, { pin: "s2" }),
      declaredVariant("y", "sp2"),
    ],
  });
  const temporary = plan.nodes.filter((node) => node.kind === "write" && node.temporary);
  expect(temporary.map((node) => node.id)).toEqual([
    expect.stringMatching(/^temporary site_section\.docs\/[xy] path$/),
  ]);
  const inState = temporary[0]?.address === "site_section.docs/x" ? ["x", "y"] : ["y", "x"];
  expect(isAfter(plan, `write site_section.docs/${inState[1]} settings`, temporary[0]?.id ?? "")).toBe(true);
  expect(
    isAfter(
      plan,
      `write site_section.docs/${inState[0]} settings`,
      `write site_section.docs/${inState[1]} settings`,
    ),
  ).toBe(true);
});

test("drops a soft edge before it uses a temporary value", () => {
  // The plan has a cycle: the old default is deleted after the new default is set, the new one is created after its path is free, and the old
  // default has that path.
  const plan = planned({
    live: [
      ...spaces.live,
      section("s1", "beta", { isDefault: true }),
      variant("v1", "s1", "sp1", "alpha"),
      section("s2", "old"),
      variant("v2", "s2", "sp2", "beta"),
    ],
    desired: [
      ...spaces.desired,
      desired("site_section.docs/y", { title: "old", path: "beta" }, { pin: "s2" }),
      declaredVariant("y", "sp2"),
      desired("site_section.docs/x", { title: "Beta", path: "x" }, { isDefault: true }),
      declaredVariant("x", "sp1"),
    ],
    state: { "site_section.docs/x": { id: "gone" } },
  });
  expect(plan.nodes.filter((node) => node.kind === "write" && node.temporary)).toEqual([]);
  expect(isAfter(plan, "write site_section.docs/y settings", "delete site_section.@s1")).toBe(true);
  expect(isAfter(plan, "create site_section.docs/x", "write site_section.docs/y settings")).toBe(true);
  expect(isAfter(plan, "delete site_section.@s1", "set-default site_section.docs/x")).toBe(false);
});

test.each<{ name: string; given: Case; code: string; message: string }>([
  {
    name: "containers in a cycle by the layout",
    given: {
      desired: [
        desired("collection.a", { title: "A" }, into("collection.b")),
        desired("collection.b", { title: "B" }, into("collection.a")),
      ],
    },
    code: "plan/container-cycle",
    message: "collection.a → collection.b",
  },
  {
    name: "containers in a cycle of the layout and the live objects",
    given: {
      live: [
        live("collection a", { title: "A" }, inside("collection b")),
        live("collection b", { title: "B" }),
      ],
      desired: [
        desired("collection.a", { title: "A" }, { pin: "a" }),
        desired("collection.b", { title: "B" }, { pin: "b", ...into("collection.a") }),
      ],
    },
    code: "plan/container-cycle",
    message: "collection.a → collection.b",
  },
  {
    name: "a value that an unmanaged object keeps",
    given: {
      live: [live("team t1", { title: "W" }), live("team t2", { title: "X" })],
      desired: [desired("team.x", { title: "W" }, { pin: "t2" })],
    },
    code: "plan/value-taken",
    message: "team.@t1",
  },
  {
    name: "a value that an object keeps because the layout ignores it there",
    given: {
      live: [live("team t1", { title: "W" }), live("team t2", { title: "X" })],
      desired: [
        desired("team.w", { title: "V" }, { pin: "t1", ignore: ["title"] }),
        desired("team.x", { title: "W" }, { pin: "t2" }),
      ],
    },
    code: "plan/value-taken",
    message: "team.w",
  },
])("the error names $name", ({ given, code, message }) => {
  const { plan, diagnostics } = planCase(given);
  expect(plan).toBeUndefined();
  expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
  expect(diagnostics[0]?.message).toContain(message);
});

test("an ignored value is not written, so another object may have it", () => {
  const { plan, diagnostics } = planCase({
    live: [live("team t1", { title: "W" }), live("team t2", { title: "X" })],
    desired: [desired("team.x", { title: "W" }, { ignore: ["title"] })],
    state: { "team.x": { id: "t2" } },
  });
  expect(diagnostics).toEqual([]);
  expect(plan?.steps).toEqual([]);
});

test("an order of some siblings moves only those", () => {
  const ordering = desired("site.docs", { title: "Docs" }, { pin: "site1", owns: [], ordersContents: true });
  const at = (path: string, rank: number, rest = {}) =>
    declared(path, {}, { container: null, rank, ...rest });
  const left = { isUnordered: true as const };
  const given = (order: readonly ReturnType<typeof declared>[]): Case => ({
    live: [site, ...["a", "b", "c", "d"].map((path, rank) => section(path, path, { rank }))],
    desired: [ordering, ...order],
  });
  const moves = (result: ReturnType<typeof planCase>) =>
    outline(result).filter((line) => line.startsWith(">"));
  expect(moves(planCase(given([at("a", 0, left), at("d", 0, left), at("b", 0), at("c", 1)])))).toEqual([]);
  const other = planCase(given([at("d", 0, left), at("a", 0, left), at("c", 0), at("b", 1)]));
  expect(moves(other)).toEqual(["> site_section.docs/c in root after nothing"]);
  const orders = other.plan?.orders.map(({ siblings }) => siblings);
  expect(orders).toEqual([["site_section.docs/c", "site_section.docs/b"]]);
  const ranks = Object.entries(other.plan?.managed ?? {}).map(([address, { rank }]) => [address, rank]);
  expect(Object.fromEntries(ranks)).toMatchObject({
    "site_section.docs/a": undefined,
    "site_section.docs/b": expect.any(Number),
    "site_section.docs/c": expect.any(Number),
  });
});

test("a new link without a declared place stays behind the sections that it needs", () => {
  const ordering = desired("site.docs", { title: "Docs" }, { pin: "site1", ordersContents: true });
  const link = desired("site_link.docs/Status", { title: "Status", url: "https://status.acme.example" });
  const nodesOf = (status: DesiredObject) =>
    planned({ live: [site], desired: [ordering, status, declared("guides")] }).nodes.map(({ id }) => id);
  expect(nodesOf(link)).toContain("reorder site_link.docs/Status");
  expect(nodesOf({ ...link, isUnordered: true })).not.toContain("reorder site_link.docs/Status");
});

// It has no time limit: it proves that planning does not recurse, and not how fast it is. A frame of the stack for each container would need more than
// the stack has.
test("plans a very deep chain of containers", { timeout: 0 }, () => {
  const depth = 12_000;
  const chain = Array.from({ length: depth }, (_, at) =>
    desired(
      `collection.c${at}`,
      { title: `C${at}` },
      at === 0 ? { container: null } : into(`collection.c${at - 1}`),
    ),
  );
  expect(planned({ desired: chain }).nodes.length).toBe(depth);
});
