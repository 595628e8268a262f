import { expect, test } from "vitest";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import { constructLine } from "../../src/engine/plan/steps/construct-line.ts";
import { registry } from "../../src/resources/registry.ts";
import type { Json } from "../../src/util/json.ts";
import {
  type Case,
  desired,
  inside,
  layoutOf,
  live,
  planCase,
  stateOf,
  worldOf,
} from "../support/planning.ts";
import { planOptions } from "../support/service.ts";
import { siteBeside } from "./site-structure.ts";

/** 52: if several matches are possible, the plan names the line of the layout that decides. */
const base = siteBeside(["a", "b", "c d"]);
const section = (path: string, title: string, space = "a") => [
  live(`site_section s-${path}`, { title, path }),
  live(`site_space v-${path}`, { space: `sp-${space}`, path: space }, inside(`site_section s-${path}`)),
];
const wants = (path: string, title: string, space = "a") => [
  desired(`site_section.docs/${path}`, { title, path }),
  desired(
    `site_space.docs/${path}/${space}`,
    { space: { $ref: `space.${space}` } },
    { container: { $ref: `site_section.docs/${path}` } },
  ),
];
const variant = (id: string, space: string, path: string, rank: number) =>
  live(`site_space ${id}`, { space: `sp-${space}`, path }, { ...inside("site_section s-guides"), rank });
const wantsVariant = (space: string, path?: string) =>
  desired(
    `site_space.docs/guides/${path ?? space}`,
    { space: { $ref: `space.${space}` }, ...(path !== undefined && { path }) },
    { container: { $ref: "site_section.docs/guides" } },
  );
const guides = live("site_section s-guides", { title: "Guides", path: "guides" });
const wantsGuides = desired("site_section.docs/guides", { title: "Guides", path: "guides" });

const cases: readonly { name: string; given: Case; lines: Readonly<Record<string, readonly string[]>> }[] = [
  {
    name: "a section with another first space",
    given: {
      live: [...base.live, ...section("guides-old", "Guides")],
      desired: [...base.desired, ...wants("handbook", "Handbook", "b")],
    },
    lines: { "site_section.docs/handbook": ["was: guides-old"] },
  },
  {
    name: "each of several candidates",
    given: {
      live: [...base.live, ...section("one", "One"), ...section("two", "Two")],
      desired: [...base.desired, ...wants("handbook", "Handbook")],
    },
    lines: { "site_section.docs/handbook": ["was: one", "was: two"] },
  },
  {
    name: "text that YAML would read as another value",
    given: {
      live: [
        ...base.live,
        live("site_section_group g1", { title: "2024: all" }),
        live("site_section_group g2", { title: "no" }),
        live("site_section_group g3", { title: '${x} "y"' }),
      ],
      desired: [...base.desired, desired("site_section_group.docs/New", { title: "New" })],
    },
    lines: {
      "site_section_group.docs/New": ['was: "2024: all"', 'was: "no"', 'was: "$${x} \\"y\\""'],
    },
  },
  {
    name: "an id, where two have the same name",
    given: {
      live: [
        ...base.live,
        live("site_section_group g1", { title: "Old" }),
        live("site_section_group 2g", { title: "Old" }),
      ],
      desired: [...base.desired, desired("site_section_group.docs/New", { title: "New" })],
    },
    lines: { "site_section_group.docs/New": ["id: g1", 'id: "2g"'] },
  },
  {
    name: "the path too of a variant that declares none, and all of an entry that may be no more than a name",
    given: {
      live: [...base.live, guides, variant("v1", "a", "a", 0), variant("v2", "b", "fr", 1)],
      desired: [...base.desired, wantsGuides, wantsVariant("c d")],
    },
    lines: {
      "site_space.docs/guides/c d": [
        "{ space: c d, was: { space: a, path: a } }",
        "{ space: c d, was: { space: b, path: fr } }",
      ],
    },
  },
  {
    name: "an id of a space that the layout does not declare",
    given: {
      live: [...base.live, guides, variant("v1", "a", "a", 0), variant("v2", "x", "fr", 1)],
      desired: [...base.desired, wantsGuides, wantsVariant("a"), wantsVariant("b", "de")],
    },
    lines: { "site_space.docs/guides/de": ["was: { space: { id: sp-x }, path: fr }"] },
  },
  {
    name: "a space that is forgotten beside a new one",
    given: {
      live: [live("space sp1", { title: "Renamed" })],
      desired: [desired("space.b", { title: "A" })],
      state: { "space.a": { id: "sp1", applied: { title: "Old" }, container: null } },
    },
    lines: { "space.b": ["was: Renamed"] },
  },
  {
    name: "nothing in another place",
    given: {
      live: [
        live("collection c1", { title: "C" }),
        live("space sp1", { title: "Renamed" }, inside("collection c1")),
      ],
      desired: [desired("collection.c", { title: "C" }), desired("space.b", { title: "A" })],
      state: {
        "collection.c": { id: "c1", applied: { title: "C" } },
        "space.a": { id: "sp1", applied: { title: "Old" }, container: "c1" },
      },
    },
    lines: {},
  },
  {
    name: "nothing that would be replaced all the same",
    given: {
      live: [live("openapi_spec a", { slug: "a", source: { url: "https://x.example" } })],
      desired: [desired("openapi_spec.s", { slug: "b", source: { url: "https://x.example" } })],
      state: { "openapi_spec.old": { id: "a" } },
    },
    lines: {},
  },
];

test.each(cases)("the plan names the line of the layout that identifies $name", ({ given, lines }) => {
  const { plan } = planCase({ ...base, ...given, state: given.state ?? base.state });
  const found = (plan?.steps ?? []).flatMap((step) =>
    step.action === "create" && step.possibleMatches
      ? [[step.address, step.possibleMatches.map(({ line }) => line)]]
      : [],
  );
  expect(Object.fromEntries(found)).toEqual(lines);
});

const moved: Case = {
  live: [...base.live, ...section("one", "One"), ...section("two", "Two")],
  desired: [...base.desired, ...wants("handbook", "Handbook")],
  state: {
    ...base.state,
    "site_section.docs/one": { id: "s-one", scopeId: "site1", applied: { path: "one" }, container: null },
  },
};
const sentence =
  "If site_section.docs/handbook is one of these objects under another name, write the line of that object into its entry: `was: one` for site_section.docs/one “One”; `was: two` for site_section.@s-two “Two”.";

test("the plan notes it, and the refusal of the delete names it", () => {
  const { plan } = planCase(moved);
  expect(plan?.notes).toContainEqual({
    code: "plan/possible-rename",
    address: "site_section.docs/handbook",
    message: sentence,
  });
  const remedies = plan?.guard.refusals.map(({ code, remedy }) => [code, remedy.includes(sentence)]);
  expect(remedies).toEqual([["guard/deletes", true]]);
});

test("the refusals of a create beside a forgotten object, and of many forgotten objects, name it", () => {
  const titles = Array.from({ length: 12 }, (_, at) => `S${at}`);
  const { plan } = planCase({
    live: titles.map((title) => live(`space ${title}`, { title: `${title} by now` })),
    desired: [
      ...titles.slice(6).map((title) => desired(`space.${title}`, { title: `${title} by now` })),
      desired("space.new", { title: "New" }),
    ],
    state: Object.fromEntries(
      titles.map((title) => [`space.${title}`, { id: title, applied: { title }, container: null }]),
    ),
  });
  const printed = "`was: S0 by now` for space.S0 “S0 by now”";
  expect(
    plan?.guard.refusals.filter(({ remedy }) => remedy.includes(printed)).map(({ code }) => code),
  ).toEqual(["guard/too-many-forgotten", "guard/create-beside"]);
});

test("in an app, the line is a property of constructs", () => {
  const { plan } = planChanges({
    types: registry,
    desired: {
      ...layoutOf(moved),
      constructPaths: new Map([["site_section.docs/handbook", "docs/site/handbook/Default"]]),
    },
    live: worldOf(moved),
    state: stateOf(moved.state ?? {}),
    options: planOptions,
  });
  const step = plan?.steps.find(({ address }) => address === "site_section.docs/handbook");
  expect((step as unknown as Json as { possibleMatches: Json }).possibleMatches).toMatchObject([
    { address: "site_section.docs/one", line: 'formerId: "/docs/one"' },
    { address: "site_section.@s-two", line: 'importFrom: "s-two"' },
  ]);
});

test.each([
  ["acme/manual/Default", "space.guides", 'formerId: "guides"'],
  ["acme/manual", "space.products_guides_1C43365D", 'formerId: "products_guides_1C43365D"'],
  ["acme/products/manual/Default", "space.guides", 'formerId: "/acme/guides"'],
  ["acme/manual/Default", "space.acme/guides", 'formerId: "guides"'],
  ["acme/manual/Default", "space.other/guides", 'importFrom: "s1"'],
  ["acme/manual/Default", "space.@s1", 'importFrom: "s1"'],
  [undefined, "space.guides", 'importFrom: "s1"'],
])("the construct %s gets the object of %s with %s", (path, former, line) => {
  expect(constructLine(path, former, "s1")).toBe(line);
});
