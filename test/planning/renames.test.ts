import { expect, test } from "vitest";
import { findDrift } from "../../src/engine/plan/drift/find-drift.ts";
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
import { siteBeside } from "./site-structure.ts";

const base = siteBeside(["a", "b", "c", "d"]);

const section = (path: string, title: string, rest = {}) =>
  live(`site_section s-${path}`, { title, path }, rest);
const variant = (of: string, space: string, path: string, rest = {}) =>
  live(
    `site_space v-${of}-${path}`,
    { space: `sp-${space}`, path },
    { ...inside(`site_section s-${of}`), ...rest },
  );
const wants = (path: string, title: string, rest = {}) =>
  desired(`site_section.docs/${path}`, { title, path }, rest);
const wantsVariant = (of: string, space: string, path?: string) =>
  desired(
    `site_space.docs/${of}/${path ?? space}`,
    { space: { $ref: `space.${space}` }, ...(path !== undefined && { path }) },
    into(`site_section.docs/${of}`),
  );
const group = (title: string, rest = {}) => live(`site_section_group g-${title}`, { title }, rest);
const wantsGroup = (title: string, rest = {}) => desired(`site_section_group.docs/${title}`, { title }, rest);
const sectionInState = (path: string, title: string, container: string | null = null) => ({
  [`site_section.docs/${path}`]: {
    id: `s-${path}`,
    scopeId: "site1",
    applied: { title, path },
    container,
    rank: 0,
  },
});
const variantInState = (of: string, space: string, path: string, rank = 0, declared = {}) => ({
  [`site_space.docs/${of}/${"path" in declared ? path : space}`]: {
    id: `v-${of}-${path}`,
    scopeId: "site1",
    applied: { space: `sp-${space}`, ...declared },
    container: `s-${of}`,
    rank,
  },
});
const groupInState = (title: string, container: string | null = null) => ({
  [`site_section_group.docs/${title}`]: {
    id: `g-${title}`,
    scopeId: "site1",
    applied: { title },
    container,
    rank: 0,
  },
});

/** Each case runs with and without a state, and on both API versions. The layout owns the contents of the structure. */
const inOwned: readonly { name: string; given: Case; expected: readonly string[] }[] = [
  {
    name: "a section with another title and another path is known by the first space in it",
    given: {
      live: [...base.live, section("guides", "Guides"), variant("guides", "a", "a")],
      desired: [...base.desired, wants("handbook", "Handbook"), wantsVariant("handbook", "a")],
      state: { ...base.state, ...sectionInState("guides", "Guides"), ...variantInState("guides", "a", "a") },
    },
    expected: ["~ site_section.docs/handbook title path"],
  },
  {
    name: "a space that is first in two new sections identifies neither",
    given: {
      live: [...base.live, section("guides", "Guides"), variant("guides", "a", "a")],
      desired: [
        ...base.desired,
        wants("one", "One"),
        wantsVariant("one", "a"),
        wants("two", "Two"),
        wantsVariant("two", "a"),
      ],
      state: { ...base.state, ...sectionInState("guides", "Guides"), ...variantInState("guides", "a", "a") },
    },
    expected: [
      "+ site_section.docs/one",
      "+ site_space.docs/one/a created with site_section.docs/one",
      "+ site_section.docs/two",
      "+ site_space.docs/two/a created with site_section.docs/two",
      "- guides",
      "- guides/a",
      "guard/deletes",
    ],
  },
  {
    name: "a space that was first in two former sections identifies neither",
    given: {
      live: [
        ...base.live,
        section("guides", "Guides"),
        variant("guides", "a", "a"),
        section("more", "More"),
        variant("more", "a", "a"),
      ],
      desired: [...base.desired, wants("one", "One"), wantsVariant("one", "a")],
      state: {
        ...base.state,
        ...sectionInState("guides", "Guides"),
        ...variantInState("guides", "a", "a"),
        ...sectionInState("more", "More"),
        ...variantInState("more", "a", "a"),
      },
    },
    expected: [
      "+ site_section.docs/one",
      "+ site_space.docs/one/a created with site_section.docs/one",
      "- guides",
      "- guides/a",
      "- more",
      "- more/a",
      "guard/deletes",
    ],
  },
  {
    name: "a section in another group is the same where its first space is the same",
    given: {
      live: [
        ...base.live,
        group("G"),
        section("guides", "Guides"),
        variant("guides", "a", "a"),
        section("stays", "Stays", inside("site_section_group g-G")),
        variant("stays", "b", "b"),
      ],
      desired: [
        ...base.desired,
        wantsGroup("G"),
        wants("stays", "Stays", into("site_section_group.docs/G")),
        wantsVariant("stays", "b"),
        wants("handbook", "Handbook", into("site_section_group.docs/G")),
        wantsVariant("handbook", "a"),
      ],
      state: {
        ...base.state,
        ...groupInState("G"),
        ...sectionInState("guides", "Guides"),
        ...variantInState("guides", "a", "a"),
        ...sectionInState("stays", "Stays", "g-G"),
        ...variantInState("stays", "b", "b"),
      },
    },
    expected: [
      "> site_section.docs/handbook in site_section_group.docs/G after site_section.docs/stays",
      "~ site_section.docs/handbook title path",
    ],
  },
  {
    name: "a group with another title matches by most of its contents, which then match by it",
    given: {
      live: [
        ...base.live,
        group("G"),
        ...["x", "y", "z"].map((path) => section(path, path, inside("site_section_group g-G"))),
        variant("x", "a", "a"),
        variant("y", "b", "b"),
        variant("z", "c", "c"),
      ],
      desired: [
        ...base.desired,
        wantsGroup("H"),
        wants("x", "x", into("site_section_group.docs/H")),
        wantsVariant("x", "a"),
        wants("y", "y", into("site_section_group.docs/H")),
        wantsVariant("y", "b"),
        wants("zed", "Zed", into("site_section_group.docs/H")),
        wantsVariant("zed", "c"),
      ],
      state: {
        ...base.state,
        ...groupInState("G"),
        ...sectionInState("x", "x", "g-G"),
        ...sectionInState("y", "y", "g-G"),
        ...sectionInState("z", "z", "g-G"),
        ...variantInState("x", "a", "a"),
        ...variantInState("y", "b", "b"),
        ...variantInState("z", "c", "c"),
      },
    },
    expected: ["~ site_section_group.docs/H title", "~ site_section.docs/zed title path"],
  },
  {
    name: "half of the contents of a group do not identify it",
    given: {
      live: [
        ...base.live,
        group("G"),
        section("x", "x", inside("site_section_group g-G")),
        section("y", "y", inside("site_section_group g-G")),
        variant("x", "a", "a"),
        variant("y", "b", "b"),
      ],
      desired: [
        ...base.desired,
        wantsGroup("H"),
        wants("x", "x", into("site_section_group.docs/H")),
        wantsVariant("x", "a"),
        wantsGroup("I"),
        wants("y", "y", into("site_section_group.docs/I")),
        wantsVariant("y", "b"),
      ],
      state: {
        ...base.state,
        ...groupInState("G"),
        ...sectionInState("x", "x", "g-G"),
        ...sectionInState("y", "y", "g-G"),
        ...variantInState("x", "a", "a"),
        ...variantInState("y", "b", "b"),
      },
    },
    expected: [
      "+ site_section_group.docs/H",
      "> site_section.docs/x in site_section_group.docs/H after nothing",
      "+ site_section_group.docs/I",
      "> site_section.docs/y in site_section_group.docs/I after nothing",
      "- G",
      "guard/deletes",
    ],
  },
  {
    name: "a variant without a declared path changes its space in place",
    given: {
      live: [
        ...base.live,
        section("guides", "Guides"),
        variant("guides", "a", "a"),
        variant("guides", "b", "fr", { rank: 1 }),
      ],
      desired: [
        ...base.desired,
        wants("guides", "Guides"),
        wantsVariant("guides", "c"),
        wantsVariant("guides", "b", "fr"),
      ],
      state: {
        ...base.state,
        ...sectionInState("guides", "Guides"),
        ...variantInState("guides", "a", "a"),
        ...variantInState("guides", "b", "fr", 1, { path: "fr" }),
      },
    },
    expected: ["~ site_space.docs/guides/c space"],
  },
  {
    name: "a variant in another place, under another path, is another one",
    given: {
      live: [
        ...base.live,
        section("guides", "Guides"),
        variant("guides", "a", "a"),
        variant("guides", "b", "fr", { rank: 1 }),
      ],
      desired: [
        ...base.desired,
        wants("guides", "Guides"),
        wantsVariant("guides", "a"),
        wantsVariant("guides", "c", "de"),
      ],
      state: {
        ...base.state,
        ...sectionInState("guides", "Guides"),
        ...variantInState("guides", "a", "a"),
        ...variantInState("guides", "b", "fr", 1, { path: "fr" }),
      },
    },
    expected: ["+ site_space.docs/guides/de", "- guides/fr", "guard/deletes"],
  },
];

/** The plan without imports and notes. Deleted objects have their former names. */
function outlineOf(given: Case): readonly string[] {
  return outline(planCase(given))
    .filter((line) => !/^[=≈]/u.test(line) && line !== "guard/import")
    .map((line) =>
      line
        .replace(/ \(was .*\)$/, "")
        .replace(/^- (\w+)\.@s-(\S+).*/, "- $2")
        .replace(/^- site_space\.@v-([^-]+)-(\S+).*/, "- $1/$2")
        .replace(/^- \w+\.@g-(\S+).*/, "- $1")
        .replace(/^- \w+\.docs\/(\S+).*/, "- $1"),
    );
}

test.each(
  inOwned.flatMap((each) =>
    (["current", "classic"] as const).flatMap((apiVersion) => [
      { ...each, apiVersion, known: "known by the state" },
      { ...each, apiVersion, known: "without a state", given: { ...each.given, state: undefined } },
    ]),
  ),
)("$name ($known, $apiVersion)", ({ given, expected, apiVersion }) => {
  const { state, ...rest } = given;
  expect(outlineOf({ ...rest, ...(state && { state }), apiVersion })).toEqual(expected);
});

test("a section that shows another space in the app is known by its applied values", () => {
  const given = {
    live: [...base.live, section("guides", "Guides"), variant("guides", "b", "a")],
    desired: [...base.desired, wants("handbook", "Handbook"), wantsVariant("handbook", "a")],
    state: { ...base.state, ...sectionInState("guides", "Guides"), ...variantInState("guides", "a", "a") },
  };
  expect(outlineOf(given)).toEqual([
    "~ site_section.docs/handbook title path",
    "~ site_space.docs/handbook/a space",
    // A person took the content off the site.
    "guard/undo",
  ]);
});

/** A section with its variant and a team, renamed in the layout. */
const renamedInLayout = {
  live: [
    ...base.live,
    section("guides", "Guides"),
    variant("guides", "a", "a"),
    live("team t1", { title: "Writers" }),
  ],
  desired: [
    ...base.desired,
    wants("handbook", "Handbook"),
    wantsVariant("handbook", "a"),
    desired("team.authors", { title: "Writers" }),
  ],
  state: {
    ...base.state,
    ...sectionInState("guides", "Guides"),
    ...variantInState("guides", "a", "a"),
    "team.writers": { id: "t1", applied: { title: "Writers" } },
  },
};

test("the plan names the former name once for each rename", () => {
  const { plan } = planCase(renamedInLayout);
  expect(plan?.steps).toMatchObject([
    { action: "patch", address: "site_section.docs/handbook", renamedFrom: "site_section.docs/guides" },
  ]);
  expect(plan?.notes.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    "plan/renamed: team.authors was team.writers: the layout has a new name for the same object.",
  ]);
});

test("drift reports it as a rename in the layout", () => {
  const report = findDrift({
    types: registry,
    desired: layoutOf(renamedInLayout),
    live: worldOf(renamedInLayout),
    state: stateOf(renamedInLayout.state),
    options: planOptions,
  });
  expect(
    report.entries.map(({ changedIn, change, address, attribute = "" }) =>
      `${changedIn} ${change} ${address} ${attribute}`.trim(),
    ),
  ).toEqual([
    "layout renamed team.authors",
    "layout renamed site_section.docs/handbook",
    "layout changed site_section.docs/handbook title",
    "layout changed site_section.docs/handbook path",
  ]);
  expect(report.drifted).toBe(false);
});

test("two objects to replace do not share the replacement of an interrupted run", () => {
  const variants = ["x", "y"].map((path) => variant("guides", "a", path));
  const given = {
    live: [
      ...base.live,
      section("guides", "Guides"),
      section("api", "API"),
      variant("guides", "b", "b"),
      ...variants,
      variant("api", "b", "b"),
      variant("api", "a", "z", { rank: 1 }),
    ],
    desired: [
      ...base.desired,
      wants("guides", "Guides"),
      wantsVariant("guides", "b"),
      wants("api", "API"),
      wantsVariant("api", "b"),
      wantsVariant("api", "a", "x"),
      wantsVariant("api", "a", "y"),
    ],
    state: {
      ...base.state,
      ...sectionInState("guides", "Guides"),
      ...sectionInState("api", "API"),
      ...Object.fromEntries(
        ["x", "y"].map((path) => [
          `site_space.docs/api/${path}`,
          {
            id: `v-guides-${path}`,
            scopeId: "site1",
            applied: { space: "sp-a", path },
            container: "s-guides",
          },
        ]),
      ),
    },
  };
  const { plan } = planCase(given);
  const ids = ["x", "y"].map((path) => plan?.managed[`site_space.docs/api/${path}`]?.id);
  expect(ids).toEqual(["v-api-z", undefined]);
});
