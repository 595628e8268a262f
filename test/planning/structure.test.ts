import fc from "fast-check";
import { expect, test } from "vitest";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import type { PlanStep } from "../../src/model/plan/plan.ts";
import { registry } from "../../src/resources/registry.ts";
import {
  type Case,
  desired,
  inside,
  into,
  layoutOf,
  live,
  outline,
  planCase,
  stateOf,
  worldOf,
} from "../support/planning.ts";
import { planOptions } from "../support/service.ts";

const site = live("site site1", { title: "Docs" });
const docs = desired("site.docs", { title: "Docs" }, { pin: "site1" });
const base = {
  live: [site, live("space sp1", { title: "Alpha" }), live("space sp2", { title: "Beta" })],
  desired: [
    docs,
    desired("space.sp1", { title: "Alpha" }, { pin: "sp1" }),
    desired("space.sp2", { title: "Beta" }, { pin: "sp2" }),
  ],
};
const section = (path: string, container?: string, rest = {}) =>
  live(`site_section s-${path}`, { title: path, path }, { ...(container && inside(container)), ...rest });
const group = (title: string, container?: string) =>
  live(`site_section_group g-${title}`, { title }, container ? inside(container) : {});
const variant = (id: string, of: string, space: string, path: string, rest = {}) =>
  live(`site_space ${id}`, { space, path }, { ...inside(`site_section s-${of}`), ...rest });
const wants = (path: string, rest = {}) => desired(`site_section.docs/${path}`, { title: path, path }, rest);
const wantsGroup = (title: string, rest = {}) => desired(`site_section_group.docs/${title}`, { title }, rest);
const wantsVariant = (of: string, space: string, attributes = {}, rest = {}) =>
  desired(
    `site_space.docs/${of}/${(attributes as { path?: string }).path ?? space}`,
    { space: { $ref: `space.${space}` }, ...attributes },
    { ...into(`site_section.docs/${of}`), ...rest },
  );

/** The steps of the structure, without imports. */
test.each<{ name: string; given: Case; expected: readonly string[] }>([
  {
    name: "the first variant is created together with its section, and the others after it",
    given: {
      ...base,
      desired: [
        ...base.desired,
        wants("a"),
        wantsVariant("a", "sp1"),
        wantsVariant("a", "sp2", { path: "fr" }),
      ],
    },
    expected: [
      "+ site_section.docs/a",
      "+ site_space.docs/a/sp1 created with site_section.docs/a",
      "+ site_space.docs/a/fr",
    ],
  },
  {
    name: "the holder of a path that another object declares is not that object",
    given: {
      live: [
        ...base.live,
        section("b", undefined, { attributes: { title: "a", path: "b" } }),
        variant("v1", "b", "sp1", "alpha"),
        section("c"),
        variant("v2", "c", "sp2", "beta"),
      ],
      desired: [
        ...base.desired,
        wants("b", { pin: "s-c" }),
        wantsVariant("b", "sp2"),
        wants("a"),
        wantsVariant("a", "sp1"),
      ],
    },
    expected: [
      "~ site_section.docs/b title path",
      "+ site_section.docs/a",
      "± site_space.docs/a/sp1",
      "- site_section.@s-b",
      "guard/deletes",
    ],
  },
  {
    name: "a section that changes its group moves, also on the classic API version",
    given: {
      live: [...base.live, group("G"), section("a"), variant("v1", "a", "sp1", "alpha")],
      desired: [
        ...base.desired,
        wantsGroup("G"),
        wants("a", into("site_section_group.docs/G")),
        wantsVariant("a", "sp1"),
      ],
      apiVersion: "classic",
    },
    expected: ["> site_section.docs/a in site_section_group.docs/G after nothing"],
  },
  {
    name: "similar siblings match in their order, and stay",
    given: {
      live: [
        ...base.live,
        live("site_section_group g1", { title: "G" }),
        live("site_section_group g2", { title: "G" }),
      ],
      desired: [
        ...base.desired,
        desired("site_section_group.docs/G", { title: "G" }),
        desired("site_section_group.docs/G2", { title: "G" }),
      ],
    },
    expected: [],
  },
  {
    name: "a group that changes its group moves on the current API version",
    given: {
      live: [...base.live, group("G"), group("H")],
      desired: [...base.desired, wantsGroup("G"), wantsGroup("H", into("site_section_group.docs/G"))],
      apiVersion: "current",
    },
    expected: ["> site_section_group.docs/H in site_section_group.docs/G after nothing"],
  },
  {
    name: "a group that changes its group is replaced on the classic API version",
    given: {
      live: [...base.live, group("G"), group("H")],
      desired: [...base.desired, wantsGroup("G"), wantsGroup("H", into("site_section_group.docs/G"))],
      apiVersion: "classic",
    },
    expected: ["± site_section_group.docs/H", "guard/deletes"],
  },
  {
    name: "contents of a replaced group move to the new one, or are replaced too",
    given: {
      live: [
        ...base.live,
        group("G"),
        group("H"),
        group("I", "site_section_group g-H"),
        section("a", "site_section_group g-I"),
        variant("v1", "a", "sp1", "alpha"),
      ],
      desired: [
        ...base.desired,
        wantsGroup("G"),
        wantsGroup("H", into("site_section_group.docs/G")),
        wantsGroup("I", into("site_section_group.docs/H")),
        wants("a", into("site_section_group.docs/I")),
        wantsVariant("a", "sp1"),
      ],
      apiVersion: "classic",
    },
    expected: [
      "± site_section_group.docs/H",
      "± site_section_group.docs/I",
      "> site_section.docs/a in site_section_group.docs/I after nothing",
      "guard/deletes",
    ],
  },
  {
    name: "a variant that moves to another section is replaced",
    given: {
      live: [
        ...base.live,
        section("a"),
        variant("v1", "a", "sp1", "alpha"),
        variant("v2", "a", "sp2", "fr"),
        section("b"),
        variant("v3", "b", "sp1", "alpha"),
      ],
      desired: [
        ...base.desired,
        wants("a"),
        wantsVariant("a", "sp1"),
        wants("b"),
        wantsVariant("b", "sp1"),
        wantsVariant("b", "sp2", { path: "fr" }),
      ],
      state: {
        "site.docs": { id: "site1" },
        "space.sp1": { id: "sp1" },
        "space.sp2": { id: "sp2" },
        "site_space.docs/b/fr": { id: "v2" },
      },
    },
    expected: ["± site_space.docs/b/fr", "guard/deletes"],
  },
  {
    name: "a variant that shows another space is re-pointed in place",
    given: {
      live: [...base.live, section("a"), variant("v1", "a", "sp1", "en")],
      desired: [...base.desired, wants("a"), wantsVariant("a", "sp2", { path: "en" })],
    },
    expected: ["~ site_space.docs/a/en space"],
  },
  {
    name: "a section is deleted with its variants, each of them listed",
    given: {
      live: [
        ...base.live,
        section("a"),
        variant("v1", "a", "sp1", "alpha"),
        section("b"),
        variant("v2", "b", "sp2", "beta"),
      ],
      desired: [...base.desired, wants("a"), wantsVariant("a", "sp1")],
    },
    expected: ["- site_section.@s-b", "- site_space.@v2 with site_section.@s-b", "guard/deletes"],
  },
  {
    name: "a group is deleted after its sections have left",
    given: {
      live: [
        ...base.live,
        group("G"),
        section("a", "site_section_group g-G"),
        variant("v1", "a", "sp1", "alpha"),
      ],
      desired: [...base.desired, wants("a"), wantsVariant("a", "sp1")],
    },
    expected: ["> site_section.docs/a in root after nothing", "- site_section_group.@g-G", "guard/deletes"],
  },
  {
    name: "an undeclared default is not managed, and never the first",
    given: {
      live: [
        ...base.live,
        section("a"),
        variant("v1", "a", "sp1", "alpha"),
        section("b", undefined, { isDefault: true }),
        variant("v2", "b", "sp2", "beta"),
      ],
      desired: [...base.desired, wants("a"), wantsVariant("a", "sp1"), wants("b"), wantsVariant("b", "sp2")],
    },
    expected: [],
  },
  {
    name: "a declared default becomes the default",
    given: {
      live: [
        ...base.live,
        section("a"),
        variant("v1", "a", "sp1", "alpha"),
        section("b", undefined, { isDefault: true }),
        variant("v2", "b", "sp2", "beta"),
      ],
      desired: [
        ...base.desired,
        wants("a", { isDefault: true }),
        wantsVariant("a", "sp1"),
        wants("b"),
        wantsVariant("b", "sp2"),
      ],
    },
    expected: ["~ site_section.docs/a default"],
  },
  {
    name: "an empty structure deletes all contents",
    given: { live: [...base.live, section("a"), variant("v1", "a", "sp1", "alpha")], desired: base.desired },
    expected: ["- site_section.@s-a", "- site_space.@v1 with site_section.@s-a", "guard/deletes"],
  },
  {
    name: "a site without `structure` owns no contents: nothing is deleted",
    given: {
      live: [...base.live, section("a"), variant("v1", "a", "sp1", "alpha")],
      desired: [desired("site.docs", { title: "Docs" }, { pin: "site1", owns: [] })],
    },
    expected: [],
  },
  {
    name: "an empty layout never means delete all",
    given: { live: [...base.live, section("a")], desired: [] },
    expected: [],
  },
  {
    name: "prune deletes objects of the named types only",
    given: { live: [live("team t1", { title: "T" }), live("space sp9", { title: "S" })], prune: ["teams"] },
    expected: ["- team.@t1", "guard/empty-layout", "guard/deletes", "guard/import"],
  },
  {
    name: "a container that is pruned takes nothing along that is not pruned itself",
    given: {
      live: [
        live("collection c1", { title: "C" }),
        live("space sp9", { title: "S" }, inside("collection c1")),
      ],
      prune: ["collections"],
    },
    expected: ["- collection.@c1", "guard/empty-layout", "guard/deletes", "guard/cascade", "guard/import"],
  },
  {
    name: "the state forgets undeclared and missing objects",
    given: {
      live: [live("space sp9", { title: "S" })],
      state: { "space.old": { id: "sp9" }, "team.gone": { id: "t9" } },
    },
    expected: ["? space.old undeclared", "? team.gone gone", "guard/empty-layout"],
  },
  {
    name: "a layout that deletes removed objects deletes only its own",
    given: {
      live: [
        live("space sp1", { title: "Was declared" }),
        live("space sp2", { title: "Was only named by its id" }),
        live("space sp3", { title: "Never was known" }),
        live("space sp4", { title: "Is now only named by its id" }),
      ],
      desired: [desired("space.@sp4", {}, { pin: "sp4" })],
      state: {
        "space.gone": { id: "sp9" },
        "space.one": { id: "sp1" },
        "space.@sp2": { id: "sp2" },
        "space.four": { id: "sp4" },
      },
      deletesRemoved: true,
    },
    expected: ["- space.one", "? space.gone gone", "? space.@sp2 undeclared", "guard/deletes"],
  },
  {
    name: "a deleted object has its address of the state",
    given: {
      live: [live("team t1", { title: "T" })],
      prune: ["teams"],
      state: { "team.known": { id: "t1" } },
    },
    expected: ["- team.known", "guard/empty-layout", "guard/deletes"],
  },
  {
    name: "an object without a declared container stays in its place",
    given: {
      live: [
        live("collection c1", { title: "C" }),
        live("space sp9", { title: "S" }, inside("collection c1")),
      ],
      desired: [desired("space.s", { title: "S2" }, { pin: "sp9" })],
    },
    expected: ["~ space.s title"],
  },
  {
    name: "null takes it to the root",
    given: {
      live: [
        live("collection c1", { title: "C" }),
        live("space sp9", { title: "S" }, inside("collection c1")),
      ],
      desired: [desired("space.s", { title: "S" }, { pin: "sp9", container: null })],
    },
    expected: ["> space.s in root"],
  },
])("$name", ({ given, expected }) => {
  expect(outline(planCase(given)).filter((line) => !line.startsWith("="))).toEqual(expected);
});

test("contents match after their containers, in every order of the layout", () => {
  const given: Case = {
    live: [
      live("collection c1", { title: "A" }),
      live("collection c2", { title: "Docs" }, inside("collection c1")),
      live("collection c3", { title: "Docs" }),
    ],
    desired: [
      desired("collection.docs", { title: "Docs" }, into("collection.a")),
      desired("collection.a", { title: "A" }, { container: null }),
    ],
  };
  expect(outline(planCase(given))).toEqual(["≈ collection.docs by key", "≈ collection.a by key"]);
});

test.each([
  { name: "the journal takes precedence over keys", inState: {}, id: "t2" },
  {
    name: "the state takes precedence over the journal",
    inState: { "space.w": { id: "t3", applied: { title: "W" } } },
    id: "t3",
  },
])("$name", ({ inState, id }) => {
  const given: Case = {
    live: [
      live("space t1", { title: "W" }),
      live("space t2", { title: "V" }),
      live("space t3", { title: "U" }),
    ],
    desired: [desired("space.w", { title: "W" })],
  };
  const { plan } = planChanges({
    types: registry,
    desired: layoutOf(given),
    live: worldOf(given),
    state: stateOf(inState),
    recovered: { matches: { "space.w": "t2" }, origins: { "space.w": "created" } },
    options: planOptions,
  });
  expect(plan?.managed["space.w"]?.id).toBe(id);
});

test("a move names the sibling that it will follow, never an index", () => {
  const { plan } = planCase({
    live: [...base.live, section("a"), section("b"), section("c")],
    desired: [...base.desired, wants("b"), wants("c"), wants("a")],
  });
  const moves = plan?.steps.filter(
    (step): step is Extract<PlanStep, { action: "move" }> => step.action === "move",
  );
  expect(moves?.map(({ address, after }) => [address, after])).toEqual([
    ["site_section.docs/a", "site_section.docs/c"],
  ]);
});

const names = ["a", "b", "c", "d", "e", "f", "g"];

/** The length of the longest increasing subsequence, found by trying every subset. */
function longestRun(places: readonly number[]): number {
  let longest = 0;
  for (let set = 0; set < 1 << places.length; set += 1) {
    const run = places.filter((_, at) => set & (1 << at));
    if (run.every((place, at) => at === 0 || (run[at - 1] as number) < place))
      longest = Math.max(longest, run.length);
  }
  return longest;
}

test("moves need reparented objects, and as few others as possible", () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(names, { minLength: 7, maxLength: 7 }),
      fc.shuffledSubarray(names, { minLength: 7, maxLength: 7 }),
      fc.subarray(names, { maxLength: 3 }),
      (now, wanted, inGroup) => {
        const given: Case = {
          live: [
            ...base.live,
            group("G"),
            ...now.map((name) =>
              section(name, inGroup.includes(name) ? "site_section_group g-G" : undefined),
            ),
          ],
          desired: [...base.desired, wantsGroup("G"), ...wanted.map((name) => wants(name))],
        };
        const moves = planCase(given).plan?.steps.filter((step) => step.action === "move") ?? [];
        const kept = wanted.filter((name) => !inGroup.includes(name));
        const fewest = kept.length - longestRun(kept.map((name) => now.indexOf(name)));
        // The group is the first of its siblings and stays there.
        expect(moves.length).toBe(inGroup.length + fewest);
      },
    ),
    { numRuns: 200 },
  );
});
