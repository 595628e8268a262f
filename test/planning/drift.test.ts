import { expect, test } from "vitest";
import { findDrift } from "../../src/engine/plan/drift/find-drift.ts";
import { registry } from "../../src/resources/registry.ts";
import { type Case, desired, inside, layoutOf, live, stateOf, worldOf } from "../support/planning.ts";
import { planOptions } from "../support/service.ts";

const space = (title: string) => live("space sp1", { title });
const wants = (title: string, rest = {}) => desired("space.g", { title }, rest);
const stateAs = (title: string, rest = {}) => ({ "space.g": { id: "sp1", applied: { title }, ...rest } });
const site = live("site site1", { title: "Docs" });
const docs = desired("site.docs", { title: "Docs" });
const section = (id: string, path: string) => live(`site_section ${id}`, { title: path, path });
const declared = (path: string) => desired(`site_section.docs/${path}`, { title: path, path });
const siteState = { "site.docs": { id: "site1", applied: { title: "Docs" } } };
const sectionState = (id: string, path: string, rank: number) => ({
  [`site_section.docs/${path}`]: {
    id,
    scopeId: "site1",
    applied: { title: path, path },
    container: null,
    rank,
  },
});

const variant = (id: string, of: string, rest = {}) =>
  live(`site_space ${id}`, { space: "sp1", path: id }, { ...inside(`site_section ${of}`), ...rest });
const wantsVariant = (path: string, id: string, rest = {}) =>
  desired(
    `site_space.docs/${path}/${id}`,
    { space: { $ref: "space.g" }, path: id },
    { container: { $ref: `site_section.docs/${path}` }, ...rest },
  );
const variantState = (path: string, of: string, id: string, rest = {}) => ({
  [`site_space.docs/${path}/${id}`]: {
    id,
    scopeId: "site1",
    applied: { space: "sp1", path: id },
    container: of,
    ...rest,
  },
});

/** Each difference in the form `who what address attribute`. */
test.each<{ name: string; given: Case; drift: readonly string[]; drifted: boolean }>([
  {
    name: "without a state, an empty plan is no drift",
    given: { live: [space("A")], desired: [wants("A")] },
    drift: [],
    drifted: false,
  },
  {
    name: "without a state, what apply would write is drift",
    given: { live: [space("B")], desired: [wants("A", { pin: "sp1" })] },
    drift: ["live changed space.g title"],
    drifted: true,
  },
  {
    name: "without a state, an object that would be created was never applied",
    given: { desired: [wants("A")] },
    drift: ["never applied space.g"],
    drifted: true,
  },
  {
    name: "without a state, an object to prune was added",
    given: { live: [space("A")], prune: ["spaces"] },
    drift: ["live added space.@sp1"],
    drifted: true,
  },
  {
    name: "without a state, an object in another place is another one",
    given: {
      live: [
        live("collection c1", { title: "C" }),
        live("space sp1", { title: "A" }, inside("collection c1")),
      ],
      desired: [desired("collection.c", { title: "C" }), wants("A", { container: null })],
    },
    drift: ["never applied space.g"],
    drifted: true,
  },
  {
    name: "unmanaged objects never count",
    given: { live: [space("A"), live("team t1", { title: "Theirs" })], desired: [wants("A")] },
    drift: [],
    drifted: false,
  },
  {
    name: "the service is as applied and as declared",
    given: { live: [space("A")], desired: [wants("A")], state: stateAs("A") },
    drift: [],
    drifted: false,
  },
  {
    name: "the layout was edited",
    given: { live: [space("A")], desired: [wants("B")], state: stateAs("A") },
    drift: ["layout changed space.g title"],
    drifted: false,
  },
  {
    name: "the service was edited",
    given: { live: [space("B")], desired: [wants("A")], state: stateAs("A") },
    drift: ["live changed space.g title"],
    drifted: true,
  },
  {
    name: "both were edited differently",
    given: { live: [space("B")], desired: [wants("C")], state: stateAs("A") },
    drift: ["both changed space.g title"],
    drifted: true,
  },
  {
    name: "both were edited to the same value",
    given: { live: [space("B")], desired: [wants("B")], state: stateAs("A") },
    drift: [],
    drifted: false,
  },
  {
    name: "a newly declared attribute is a change of the layout",
    given: {
      live: [live("space sp1", { title: "A", emoji: null })],
      desired: [desired("space.g", { title: "A", emoji: "1f4d8" })],
      state: stateAs("A"),
    },
    drift: ["layout changed space.g emoji"],
    drifted: false,
  },
  {
    name: "another user may change an undeclared attribute",
    given: {
      live: [live("space sp1", { title: "A", emoji: "1f4d8" })],
      desired: [wants("A")],
      state: stateAs("A"),
    },
    drift: [],
    drifted: false,
  },
  {
    name: "another user may edit an ignored attribute",
    given: { live: [space("B")], desired: [wants("A", { ignore: ["title"] })], state: stateAs("A") },
    drift: [],
    drifted: false,
  },
  {
    name: "an applied object was deleted",
    given: { desired: [wants("A")], state: stateAs("A") },
    drift: ["live removed space.g"],
    drifted: true,
  },
  {
    name: "an object was deleted, and left the layout too",
    given: { state: stateAs("A") },
    drift: ["both removed space.g"],
    drifted: true,
  },
  {
    name: "a pinned object was deleted",
    given: { desired: [wants("A", { pin: "sp1" })], state: stateAs("A") },
    drift: ["live removed space.g"],
    drifted: true,
  },
  {
    name: "a rename hides nothing else",
    given: {
      live: [live("team t1", { title: "Theirs" })],
      desired: [wants("A", { pin: "sp1" }), desired("team.t", { title: "Ours" }, { pin: "t1" })],
      state: { "team.t": { id: "t1", applied: { title: "Ours" } } },
    },
    drift: ["live removed space.g", "live changed team.t title"],
    drifted: true,
  },
  {
    name: "the contents of a missing pinned site are gone, and references to a pinned space compare by id",
    given: {
      desired: [
        desired("site.docs", { title: "Docs" }, { pin: "site1" }),
        declared("a"),
        desired("collection.c", { title: "C" }, { pin: "c1" }),
        wants("A", { container: { $ref: "collection.c" } }),
      ],
      live: [space("A")],
      state: { ...stateAs("A", { container: "c1" }) },
    },
    drift: ["live removed site.docs", "live removed collection.c", "live moved space.g"],
    drifted: true,
  },
  {
    name: "an object that refers to a deleted pinned object has not moved",
    given: {
      live: [live("saml_provider s1", { label: "S", defaultTeam: "t1" })],
      desired: [
        desired("team.t", { title: "T" }, { pin: "t1" }),
        desired("saml_provider.s", { label: "S", defaultTeam: { $ref: "team.t" } }, { pin: "s1" }),
      ],
    },
    drift: ["live removed team.t"],
    drifted: true,
  },
  {
    name: "an object was moved to another container",
    given: {
      live: [
        live("collection c1", { title: "C" }),
        live("space sp1", { title: "A" }, inside("collection c1")),
      ],
      desired: [wants("A", { container: null })],
      state: stateAs("A", { container: null }),
    },
    drift: ["live moved space.g"],
    drifted: true,
  },
  {
    name: "the layout moves an object",
    given: {
      live: [live("collection c1", { title: "C" }), space("A")],
      desired: [
        desired("collection.c", { title: "C" }, { pin: "c1" }),
        wants("A", { container: { $ref: "collection.c" } }),
      ],
      state: stateAs("A", { container: null }),
    },
    drift: ["layout moved space.g"],
    drifted: false,
  },
  {
    name: "another user reordered siblings",
    given: {
      live: [site, section("s2", "b"), section("s1", "a")],
      desired: [docs, declared("a"), declared("b")],
      state: { ...siteState, ...sectionState("s1", "a", 0), ...sectionState("s2", "b", 1) },
    },
    drift: ["live moved site_section.docs/a"],
    drifted: true,
  },
  {
    name: "the layout reorders siblings",
    given: {
      live: [site, section("s1", "a"), section("s2", "b")],
      desired: [docs, declared("b"), declared("a")],
      state: { ...siteState, ...sectionState("s1", "a", 0), ...sectionState("s2", "b", 1) },
    },
    drift: ["layout moved site_section.docs/b"],
    drifted: false,
  },
  {
    name: "another user added to owned contents",
    given: {
      live: [site, section("s1", "a"), section("s9", "z")],
      desired: [docs, declared("a")],
      state: { ...siteState, ...sectionState("s1", "a", 0) },
    },
    drift: ["live added site_section.@s9"],
    drifted: true,
  },
  {
    name: "the layout no longer owns contents",
    given: {
      live: [site, section("s1", "a"), section("s2", "b")],
      desired: [docs, declared("a")],
      state: { ...siteState, ...sectionState("s1", "a", 0), ...sectionState("s2", "b", 1) },
    },
    drift: ["layout removed site_section.docs/b"],
    drifted: false,
  },
  {
    name: "another default was chosen",
    given: {
      live: [
        site,
        section("s1", "a"),
        live("site_section s2", { title: "b", path: "b" }, { isDefault: true }),
      ],
      desired: [
        docs,
        desired("site_section.docs/a", { title: "a", path: "a" }, { isDefault: true }),
        declared("b"),
      ],
      state: {
        ...siteState,
        "site_section.docs/a": { id: "s1", applied: {}, isDefault: true },
        ...sectionState("s2", "b", 1),
      },
    },
    drift: ["live changed site_section.docs/a default"],
    drifted: true,
  },
  {
    name: "another default was chosen among other siblings than in the layout",
    given: {
      live: [
        space("One"),
        site,
        section("s1", "a"),
        section("s2", "b"),
        variant("v1", "s1"),
        variant("v2", "s1", { isDefault: true }),
        variant("v3", "s2", { isDefault: true }),
        variant("v4", "s2"),
      ],
      desired: [
        wants("One"),
        docs,
        declared("a"),
        declared("b"),
        wantsVariant("a", "v1", { isDefault: true }),
        wantsVariant("a", "v2"),
        wantsVariant("b", "v3"),
        wantsVariant("b", "v4", { isDefault: true }),
      ],
      state: {
        ...stateAs("One"),
        ...siteState,
        ...sectionState("s1", "a", 0),
        ...sectionState("s2", "b", 1),
        ...variantState("a", "s1", "v1", { isDefault: true }),
        ...variantState("a", "s1", "v2"),
        ...variantState("b", "s2", "v3", { isDefault: true }),
        ...variantState("b", "s2", "v4"),
      },
    },
    drift: ["live changed site_space.docs/a/v1 default", "layout changed site_space.docs/b/v4 default"],
    drifted: true,
  },
])("$name", ({ given, drift, drifted }) => {
  const report = findDrift({
    types: registry,
    desired: layoutOf(given),
    live: worldOf(given),
    state: given.state && stateOf(given.state),
    options: planOptions,
  });
  expect(report.diagnostics).toEqual([]);
  const entries = report.entries.map(({ changedIn, change, address, attribute }) =>
    [changedIn, change, address, attribute].filter(Boolean).join(" "),
  );
  const never = report.neverApplied.map((address) => `never applied ${address}`);
  expect([...never, ...entries]).toEqual(drift);
  expect(report.drifted).toBe(drifted);
});

test("a change of the layout is shown from the applied to the declared value", () => {
  const given: Case = { live: [space("A")], desired: [wants("B")], state: stateAs("A") };
  const { entries } = findDrift({
    types: registry,
    desired: layoutOf(given),
    live: worldOf(given),
    state: given.state && stateOf(given.state),
    options: planOptions,
  });
  expect(entries).toMatchObject([{ changedIn: "layout", before: "A", after: "B" }]);
});

test.each<{ name: string; given: Case; moved: readonly unknown[] }>([
  {
    name: "in the order of its siblings",
    given: {
      live: [site, section("s3", "c"), section("s1", "a"), section("s2", "b")],
      desired: [docs, declared("a"), declared("b"), declared("c")],
      state: {
        ...siteState,
        ...sectionState("s1", "a", 0),
        ...sectionState("s2", "b", 1),
        ...sectionState("s3", "c", 2),
      },
    },
    moved: [
      {
        address: "site_section.docs/c",
        before: { parent: null, after: "site_section.docs/b" },
        after: { parent: null, after: null },
        namesById: { "site_section.docs/b": "b" },
      },
    ],
  },
  {
    name: "to another parent",
    given: {
      live: [
        site,
        live("site_section_group g1", { title: "Reference", path: "ref" }),
        live("site_section s1", { title: "a", path: "a" }, inside("site_section_group g1")),
      ],
      desired: [
        docs,
        desired("site_section_group.docs/ref", { title: "Reference", path: "ref" }),
        declared("a"),
      ],
      state: {
        ...siteState,
        "site_section_group.docs/ref": { id: "g1", scopeId: "site1", applied: {}, container: null, rank: 0 },
        ...sectionState("s1", "a", 1),
      },
    },
    moved: [
      {
        address: "site_section.docs/a",
        before: { parent: null, after: "site_section_group.docs/ref" },
        after: { parent: "site_section_group.docs/ref", after: null },
        namesById: { "site_section_group.docs/ref": "Reference" },
      },
    ],
  },
  {
    name: "into a collection, which has no order",
    given: {
      live: [
        live("collection c1", { title: "C" }),
        live("space sp1", { title: "A" }, inside("collection c1")),
      ],
      desired: [wants("A", { container: null })],
      state: stateAs("A", { container: null }),
    },
    moved: [{ address: "space.g", before: { parent: null }, after: { parent: "collection.@c1" } }],
  },
])("a place is shown as a place: $name", ({ given, moved }) => {
  const { entries } = findDrift({
    types: registry,
    desired: layoutOf(given),
    live: worldOf(given),
    state: given.state && stateOf(given.state),
    options: planOptions,
  });
  expect(entries.filter(({ change }) => change === "moved")).toMatchObject(moved);
});
