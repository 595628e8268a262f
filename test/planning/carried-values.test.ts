import { expect, test } from "vitest";
import { simulate } from "../../src/engine/plan/audience/simulate.ts";
import { nodeId } from "../../src/engine/plan/order/node-id.ts";
import type { DesiredObject } from "../../src/model/desired-world.ts";
import type { Plan, PlanStep } from "../../src/model/plan/plan.ts";
import { Secret } from "../../src/model/secret.ts";
import type { LiveObject } from "../../src/model/snapshot.ts";
import { registry } from "../../src/resources/registry.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { type Case, desired, inside, live, planCase, planned, worldOf } from "../support/planning.ts";
import { section, variant, wants, wantsVariant } from "./site-structure.ts";

/** A variant that moves from one section to another: its live values, and its entry in the layout. */
function moved(
  attributes: JsonObject,
  declared: DesiredObject["attributes"] = {},
  rest: Partial<DesiredObject> = {},
): Case {
  return {
    live: [
      ...base,
      section("a"),
      variant("v0", "a", { space: "sp1", path: "en" }),
      variant("v1", "a", { space: "sp2", path: "fr", ...attributes }),
      section("b"),
      variant("v2", "b", { space: "sp1", path: "en" }),
    ],
    desired: [
      ...declaredBase,
      wants("a"),
      wantsVariant("a", "en", { space: "sp1" }),
      wants("b"),
      wantsVariant("b", "en", { space: "sp1" }),
      wantsVariant("b", "fr", { space: "sp2", ...declared }, rest),
    ],
    state: { "site.docs": { id: "site1" }, [fr]: { id: "v1", applied: { space: "sp2", path: "fr" } } },
  };
}

const fr = "site_space.docs/b/fr";
const base: readonly LiveObject[] = [
  live("space sp1", { title: "One" }),
  live("space sp2", { title: "Two" }),
  live("site site1", { title: "Docs" }),
];
const declaredBase = [desired("site.docs", { title: "Docs" }, { pin: "site1" })];

/** The values of the new object, by the kind of the node that writes them. */
function written(plan: Plan, address: string): unknown {
  const nodes = plan.nodes.filter((node) => node.address === address);
  return nodes.flatMap((node) =>
    node.kind === "create" ? [node.attributes] : node.kind === "write" ? [node.values] : [],
  );
}

const stepOf = (plan: Plan, address: string) =>
  plan.steps.find((step) => step.address === address) as PlanStep & {
    readonly lostAttributes?: readonly string[];
  };

test("a variant that moves to another section keeps its undeclared condition", () => {
  const plan = planned(moved({ condition: "visitor.claims.beta" }));
  const values = Object.assign({}, ...(written(plan, fr) as object[]));
  expect(values).toMatchObject({ space: "sp2", path: "fr", condition: "visitor.claims.beta" });
  expect(plan.managed[fr]?.attributes).toEqual({ space: "sp2", path: "fr" });
  expect(stepOf(plan, fr)).not.toHaveProperty("lostAttributes");
});

test.each([
  {
    name: "a declared value takes precedence",
    declared: { condition: "visitor.claims.new" },
    expected: "visitor.claims.new",
  },
  { name: "null wins", declared: { condition: null }, expected: undefined },
  {
    name: "the live value of an ignored attribute takes precedence",
    declared: { condition: "visitor.claims.new" },
    rest: { ignore: ["condition"] },
    expected: "visitor.claims.beta",
  },
])("$name", ({ declared, rest, expected }) => {
  const plan = planned(moved({ condition: "visitor.claims.beta" }, declared, rest));
  const values = Object.assign({}, ...(written(plan, fr) as object[]));
  expect(values.condition).toEqual(expected);
});

test("values of the new object are written before the old one is deleted", () => {
  const { nodes } = planned(moved({ condition: "visitor.claims.beta" }));
  const gone = nodes.find(({ id }) => id === `delete ${fr}~replaced`);
  expect(gone?.after).toContain(`write ${fr} settings`);
});

test("the replacement of an interrupted run gets its missing values", () => {
  const given = moved({ condition: "visitor.claims.beta" });
  const half = variant("v9", "b", { space: "sp2", path: "two" });
  const plan = planned({ ...given, live: [...(given.live ?? []), half] });
  const write = plan.nodes.find(({ id }) => id === `write ${fr} settings`);
  expect(write).toMatchObject({ values: { condition: "visitor.claims.beta" } });
  const gone = plan.nodes.find(({ kind }) => kind === "delete");
  expect(gone?.after).toContain(`write ${fr} settings`);
});

test("an object with another address in the state is no replacement, and keeps its values", () => {
  const given = moved({ condition: "visitor.claims.beta" });
  const other = variant("v9", "b", { space: "sp2", path: "two" });
  const state = { ...given.state, "site_space.docs/b/two": { id: "v9", applied: {} } };
  const plan = planned({ ...given, live: [...(given.live ?? []), other], state });
  expect(written(plan, fr)).toEqual([{ path: "fr" }]);
  expect(stepOf(plan, "site_space.@v1").lostAttributes).toEqual(["condition"]);
});

const source = { url: "https://acme.example/a.json" };
const spec = (slug: string, visibility: string) => live(`openapi_spec ${slug}`, { slug, source, visibility });

test.each([
  {
    name: "an object that a run created as a replacement gets the wider access of the old one",
    entry: { id: "new", replaces: "old", origin: "created", unfinished: true } as const,
    old: "public",
    isCarried: true,
  },
  {
    name: "an object that only has the key keeps its narrower access",
    entry: { id: "old", origin: "imported" } as const,
    old: "public",
    isCarried: false,
  },
  {
    name: "an object that only has the key gets the narrower access of the old one",
    entry: { id: "old", origin: "imported" } as const,
    old: "private",
    isCarried: true,
  },
])("$name", ({ entry, old, isCarried }) => {
  const plan = planned({
    live: [spec("old", old), spec("new", old === "public" ? "private" : "public")],
    desired: [desired("openapi_spec.a", { slug: "new", source })],
    state: { "openapi_spec.a": { applied: {}, ...entry } },
  });
  expect(written(plan, "openapi_spec.a")).toEqual(isCarried ? [{ visibility: old }] : []);
  const { lostAttributes } = stepOf(plan, "openapi_spec.@old");
  expect(lostAttributes).toEqual(isCarried ? undefined : ["visibility"]);
});

test("a path that another object has there is lost, and the refusal names it", () => {
  const given = moved({}, { path: undefined as never });
  const objects = (given.desired ?? []).map((object) => {
    const { path: _, ...attributes } = object.attributes;
    return object.address === fr ? { ...object, attributes } : object;
  });
  const used = variant("v3", "b", { space: "sp3", path: "fr" });
  const plan = planned({
    ...given,
    desired: [...objects, wantsVariant("b", "fr2", { space: "sp3", path: "fr" })],
    live: [...(given.live ?? []), live("space sp3", { title: "Three" }), used],
  });
  expect(stepOf(plan, fr).lostAttributes).toEqual(["path"]);
  expect(plan.guard.refusals[0]?.message).toContain(`${fr} loses its path`);
});

test("a delete names values that people set in the app", () => {
  const plan = planned({
    live: [
      ...base,
      section("a"),
      variant("v0", "a", { space: "sp1", path: "en" }),
      live("site_section old", {
        title: "Old",
        path: "old",
        icon: "book",
        description: "Old things",
        condition: null,
      }),
    ],
    desired: [...declaredBase, wants("a"), wantsVariant("a", "en", { space: "sp1" })],
    state: {
      "site.docs": { id: "site1" },
      "site_section.docs/old": { id: "old", applied: { title: "Old", path: "old", icon: "book" } },
    },
  });
  expect(stepOf(plan, "site_section.docs/old").lostAttributes).toEqual(["description"]);
  expect(plan.guard.refusals[0]?.message).toBe(
    "1 object would be deleted. Undeclared values are lost: site_section.docs/old loses its description.",
  );
});

test("a replacement is created before its old object is deleted, also if nothing is left to write", () => {
  const given = moved({}, { path: undefined as never });
  const objects = (given.desired ?? []).map((object) =>
    object.address === fr ? { ...object, attributes: { space: "sp2" } } : object,
  );
  const lives = (given.live ?? []).map((object) =>
    object.id === "v1" ? { ...object, attributes: { space: "sp2" } } : object,
  );
  const { nodes } = planned({ ...given, desired: objects, live: lives });
  expect(nodes.find(({ kind }) => kind === "delete")?.after).toContain(`create ${fr}`);
});

test.each([
  {
    name: "a variant that only some readers see is created as a draft, and shown with its condition",
    attributes: { condition: "visitor.claims.beta" },
    written: [
      { space: "sp2", draft: true },
      { path: "fr", condition: "visitor.claims.beta", draft: false },
    ],
  },
  {
    name: "a hidden variant is created as a draft, and published when it is hidden",
    attributes: { hidden: true },
    written: [
      { space: "sp2", draft: true },
      { path: "fr", hidden: true, draft: false },
    ],
  },
  {
    name: "a draft stays a draft",
    attributes: { draft: true, condition: "visitor.claims.beta" },
    written: [
      { space: "sp2", draft: true },
      { path: "fr", condition: "visitor.claims.beta" },
    ],
  },
  {
    name: "a variant without a condition is visible at once",
    attributes: { draft: false, hidden: false, condition: null },
    written: [{ space: "sp2" }, { path: "fr" }],
  },
])("$name", ({ attributes, written: expected }) => {
  expect(written(planned(moved(attributes)), fr)).toEqual(expected);
});

/** A variant that only some readers see becomes the first variant of a new section. */
const intoNewSection: Case = {
  live: [
    ...base,
    section("a"),
    variant("v0", "a", { space: "sp1", path: "en" }),
    variant("v1", "a", { space: "sp2", path: "fr", condition: "visitor.claims.beta" }),
  ],
  desired: [
    ...declaredBase,
    wants("a"),
    wantsVariant("a", "en", { space: "sp1" }),
    wants("new"),
    wantsVariant("new", "fr", { space: "sp2" }),
  ],
  state: { "site.docs": { id: "site1" }, "site_space.docs/new/fr": { id: "v1" } },
};

test("a section is a draft until its first variant is as declared", () => {
  const plan = planned(intoNewSection);
  const at = "site_section.docs/new";
  expect(written(plan, at)).toEqual([
    { title: "new", draft: true },
    { path: "new", draft: false },
  ]);
  const [creation, showing] = [`create ${at}`, `write ${at} settings`].map((name) =>
    plan.nodes.find(({ id }) => id === name),
  );
  expect(creation).toMatchObject({ shownBy: showing?.id });
  expect(showing?.after).toContain("write site_space.docs/new/fr settings");
  expect(plan.nodes.find(({ kind }) => kind === "delete")?.after).toContain(showing?.id);
});

test.each([
  { name: "the journal", known: { recovered: { "site_section.docs/new": "new" }, createdHidden: true } },
  {
    name: "the state",
    known: { state: { "site_section.docs/new": { id: "new", unfinished: true, createdHidden: true } } },
  },
] as const)("the next run shows what a run left hidden, as $name says", ({ known }) => {
  const plan = planned({
    live: [
      ...base,
      live("site_section new", { title: "new", path: "new", draft: true }),
      variant("v9", "new", { space: "sp2", path: "fr", condition: "visitor.claims.beta" }),
    ],
    desired: [...declaredBase, wants("new"), wantsVariant("new", "fr", { space: "sp2" })],
    ...known,
  } as Case);
  expect(written(plan, "site_section.docs/new")).toEqual([{ draft: false }]);
});

test("a draft that another user made stays a draft", () => {
  const plan = planned({
    live: [
      ...base,
      live("site_section new", { title: "new", path: "new", draft: true }),
      variant("v9", "new", { space: "sp2", path: "fr" }),
    ],
    desired: [...declaredBase, wants("new"), wantsVariant("new", "fr", { space: "sp2" })],
    recovered: { "site_section.docs/new": "new" },
  });
  expect(plan.nodes).toEqual([]);
});

test.each([
  { name: "is kept with its space", space: "sp2", expected: { kept: "page-one" } },
  { name: "leaves with its space, and is named", space: "sp1", expected: { lostAttributes: ["pageId"] } },
])("a page of a space $name", ({ space, expected }) => {
  const plan = planned(moved({ pageId: "page-one" }, { space }));
  const values = Object.assign({}, ...(written(plan, fr) as object[]));
  const { lostAttributes } = stepOf(plan, fr);
  expect(JSON.parse(JSON.stringify({ kept: values.pageId, lostAttributes }))).toEqual(expected);
});

test("a declared page is written again with another space in place of its own", () => {
  const at = "site_space.docs/a/fr";
  const plan = planned({
    live: [...base, section("a"), variant("v1", "a", { space: "sp1", path: "fr", pageId: "page-one" })],
    desired: [...declaredBase, wants("a"), wantsVariant("a", "fr", { space: "sp2", pageId: "page-one" })],
    state: {
      "site.docs": { id: "site1" },
      [at]: { id: "v1", applied: { space: "sp1", path: "fr", pageId: "page-one" } },
    },
  });
  expect(written(plan, at)).toEqual([{ space: "sp2", pageId: "page-one" }]);
  expect(stepOf(plan, at)).toMatchObject({ action: "patch", changes: [{ attribute: "space" }] });
});

test.each([
  { name: "that the layout does not declare", declared: {}, ignore: [] },
  { name: "that is ignored", declared: { pageId: "page-two" }, ignore: ["pageId"] },
])("a page $name leaves with the space, and the plan says so", ({ declared, ignore }) => {
  const given: Case = {
    live: [...base, section("a"), variant("v1", "a", { space: "sp1", path: "fr", pageId: "page-one" })],
    desired: [
      ...declaredBase,
      wants("a"),
      wantsVariant("a", "fr", { space: "sp2", ...declared }, { ignore }),
    ],
  };
  const plan = planned(given);
  const at = "site_space.docs/a/fr";
  expect(written(plan, at)).toEqual([{ space: "sp2" }]);
  expect(stepOf(plan, at)).toMatchObject({
    changes: [{ attribute: "space" }, { attribute: "pageId", before: "page-one", after: null }],
  });
  const after = simulate(plan, worldOf(given), registry).objects.find(({ id }) => id === "v1");
  expect(after?.attributes["pageId"]).toBeNull();
});

/** The layout declares these objects as the defaults of their parents. */
function withDefaults(given: Case, ...addresses: readonly string[]): Case {
  const desired = (given.desired ?? []).map((object) =>
    addresses.includes(object.address) ? { ...object, isDefault: true as const } : object,
  );
  return { ...given, desired };
}

const a = "site_section.docs/a";
const b = "site_section.docs/b";

test("a hidden variant is shown when it becomes the default of the default section, and the refusal says so", () => {
  const plan = planned(withDefaults(moved({ hidden: true }), b, fr));
  expect(stepOf(plan, fr).lostAttributes).toEqual(["hidden"]);
  expect(plan.guard.refusals[0]?.message).toContain(`${fr} loses its hidden`);
});

test("a hidden variant is shown when it becomes the first one of a new default section, and the refusal says so", () => {
  const at = "site_space.docs/c/fr";
  const was = moved({ hidden: true });
  const there = (was.desired ?? []).filter(({ address }) => address !== fr);
  const coming = [wants("c"), wantsVariant("c", "fr", { space: "sp2" })];
  const state = { ...was.state, [at]: { id: "v1", applied: { space: "sp2", path: "fr" } } };
  const given: Case = { ...was, desired: [...there, ...coming], state };
  const plan = planned(withDefaults(given, "site_section.docs/c"));
  expect(stepOf(plan, at).lostAttributes).toEqual(["hidden"]);
  expect(plan.guard.refusals[0]?.message).toContain(`${at} loses its hidden`);
});

/** These live objects are the defaults of their parents. */
function withLiveDefaults(given: Case, ...ids: readonly string[]): Case {
  const live = (given.live ?? []).map((object) =>
    ids.includes(object.id) ? { ...object, isDefault: true as const } : object,
  );
  return { ...given, live };
}

/** The variants of section `a` are hidden, `b` is the default section, and `v2` its default variant. */
const hiddenIntoDefault = withLiveDefaults(moved({ hidden: true }), "b", "v2");

function without(given: Case, ...addresses: readonly string[]): Case {
  const { desired: objects = [] } = given;
  return { ...given, desired: objects.filter(({ address }) => !addresses.includes(address)) };
}

/** The layout declares another default variant, which comes from another section. */
const withOther: Case = {
  ...hiddenIntoDefault,
  live: [...(hiddenIntoDefault.live ?? []), variant("v3", "a", { space: "sp2", path: "other" })],
  desired: [
    ...(without(hiddenIntoDefault, "site_space.docs/b/en").desired ?? []),
    wantsVariant("b", "other", { space: "sp2" }),
  ],
  state: { ...hiddenIntoDefault.state, "site_space.docs/b/other": { id: "v3", applied: {} } },
};

const aGone = withDefaults(
  without(withLiveDefaults(moved({ hidden: true }), "a"), a, "site_space.docs/a/en"),
  fr,
);

/** The default section is in a group that the layout does not declare. */
const aGoneWithGroup: Case = {
  ...aGone,
  live: [
    live("site_section_group g", { title: "Group" }),
    ...(aGone.live ?? []).map((object) =>
      object.id === "a" ? { ...object, ...inside("site_section_group g") } : object,
    ),
  ],
};

test.each([
  ["the default variant of the default section", without(hiddenIntoDefault, "site_space.docs/b/en")],
  ["the default variant beside another newcomer", withOther],
  ["the default section", aGone],
  ["the default section and its group", aGoneWithGroup],
])(
  "a hidden variant is shown where the plan deletes %s, because the service may choose it as the next default",
  (_, given) => {
    const plan = planned(given);
    expect(stepOf(plan, fr).lostAttributes).toEqual(["hidden"]);
    expect(plan.guard.refusals[0]?.message).toContain(`${fr} loses its hidden`);
  },
);

/** The layout owns no contents: it does not declare the other objects. */
function owningNothing({ desired: objects = [], ...given }: Case): Case {
  return { ...given, desired: objects.map((object) => ({ ...object, owns: [] })) };
}

function withValue(given: Case, at: string, name: string, value: string): Case {
  const objects = (given.desired ?? []).map((object) =>
    object.address === at ? { ...object, attributes: { ...object.attributes, [name]: value } } : object,
  );
  return { ...given, desired: objects };
}

test.each([
  ["the default stays", hiddenIntoDefault],
  [
    "the default is not the layout's and stays",
    owningNothing(without(hiddenIntoDefault, "site_space.docs/b/en")),
  ],
  ["the default is made anew", withValue(hiddenIntoDefault, "site_space.docs/b/en", "title", "English")],
  ["the layout says which is the next", withDefaults(withOther, "site_space.docs/b/other")],
])("a hidden variant that moves stays hidden if %s", (_, given) => {
  expect(stepOf(planned(given), fr).lostAttributes).toBeUndefined();
});

test.each([
  ["beside the default variant of the default section", [b, "site_space.docs/b/en"]],
  ["in the default section that does not say its default variant", [b]],
  ["the default variant of another section", ["site_section.docs/a", fr]],
])("a hidden variant that moves stays hidden: %s", (_, defaults) => {
  const plan = planned(withDefaults(moved({ hidden: true }), ...defaults));
  expect(stepOf(plan, fr).lostAttributes).toBeUndefined();
  expect(Object.assign({}, ...(written(plan, fr) as object[]))).toMatchObject({ hidden: true });
});

test("the first variant of a new site is not hidden, and the next one is", () => {
  const site = desired("site.docs", { title: "Docs" });
  const at = (path: string, rank: number, hidden: boolean) =>
    desired(`site_space.docs/${path}`, { space: `sp${rank + 1}`, path, hidden }, { container: null, rank });
  const codes = (...shown: [boolean, boolean]) =>
    planCase({
      live: base.slice(0, 2),
      desired: [site, at("en", 0, shown[0]), at("fr", 1, shown[1])],
    }).diagnostics.map(({ code }) => code);
  expect([codes(true, false), codes(false, true)]).toEqual([["plan/not-in-default"], []]);
});

test("hidden for the default variant of the default section is refused before any write", () => {
  const { plan, diagnostics } = planCase(withDefaults(moved({}, { hidden: true }), b, fr));
  expect([plan, diagnostics.map(({ code }) => code)]).toEqual([undefined, ["plan/not-in-default"]]);
});

test("the former default variant is hidden when another section becomes the default", () => {
  const given = moved({});
  const lives = (given.live ?? []).map((object) =>
    object.id === "b" ? { ...object, isDefault: true as const } : object,
  );
  const objects = (given.desired ?? []).map((object) => {
    return object.address === fr ? { ...object, attributes: { ...object.attributes, hidden: true } } : object;
  });
  const { nodes } = planned(
    withDefaults({ ...given, live: lives, desired: objects }, "site_section.docs/a", fr),
  );
  expect(nodes.find(({ id }) => id === `write ${fr} settings`)?.after).toContain(
    nodeId.setDefault("site_section.docs/a"),
  );
});

test("a value that repeats a secret is not carried over, and the plan names the loss", () => {
  const secret = new Secret("canary-beta", { kind: "environment", name: "BETA" });
  const given = moved({ condition: "visitor.claims.canary-beta" });
  const hidden = {
    ...given,
    desired: [...(given.desired ?? []), desired("team.t", { title: secret, members: [] })],
  };
  const plan = planned(hidden);
  expect(JSON.stringify(plan)).not.toContain("canary-beta");
  expect(plan.steps.flatMap((step) => ("lostAttributes" in step ? step.lostAttributes : []))).toContain(
    "condition",
  );
});

test("a value that moves to the replacement of an interrupted run frees its temporary value", () => {
  const given = without(moved({}), fr);
  const x = "site_space.docs/b/x";
  const two = "site_space.docs/b/two";
  const plan = planned({
    live: [
      ...(given.live ?? []),
      variant("v3", "b", { space: "sp2", path: "two" }),
      variant("v4", "b", { space: "sp1", path: "en-1" }),
    ],
    desired: [
      ...(given.desired ?? []),
      desired(x, { space: "sp2" }, { container: { $ref: b } }),
      wantsVariant("b", "two", { space: "sp1" }),
    ],
    state: { "site.docs": { id: "site1" }, [x]: { id: "v1", applied: { space: "sp2" } } },
    recovered: { [x]: "v3", [two]: "v4" },
  });
  expect([written(plan, x), written(plan, two)]).toEqual([[{ path: "fr" }], [{ path: "two" }]]);
  const taking = plan.nodes.find(({ address }) => address === two);
  expect(taking?.after).toContain(`write ${x} settings`);
});
