import { expect, test } from "vitest";
import { simulate } from "../../src/engine/plan/audience/simulate.ts";
import type { PlanResult } from "../../src/engine/plan/compose-plan.ts";
import { type PlanInputs, planChanges } from "../../src/engine/plan/pipeline.ts";
import type { Address } from "../../src/model/address.ts";
import type { Selection } from "../../src/model/plan/selection.ts";
import type { StateEntry } from "../../src/model/state.ts";
import { registry } from "../../src/resources/registry.ts";
import { type Case, desired, inputsOf, inside, live, outline } from "../support/planning.ts";

// docsform recognizes an object without a name by its contents and its siblings. If a selected part changes these, the selection must include the
// objects that they identify. Otherwise the next plan would match other objects.

const intro = { space: { $ref: "space.intro" } };
const guide = { space: { $ref: "space.guide" } };
const section = (id: string, path: string, rest = {}) =>
  live(`site_section ${id}`, { title: `Title of ${path}`, path }, rest);
const variant = (id: string, space: string, path: string, within: string) =>
  live(`site_space ${id}`, { space, path }, inside(within));
const wantedSection = (path: string, rest = {}) =>
  desired(`site_section.docs/${path}`, { title: `Title of ${path}`, path }, rest);
const wantedVariant = (name: string, attributes: Parameters<typeof desired>[1]) =>
  desired(`site_space.docs/${name}`, attributes, {
    container: { $ref: `site_section.docs/${name.split("/")[0]}` },
  });
const spaces = [live("space intro", { title: "Intro" }), live("space guide", { title: "Guide" })];
const wantedSpaces = [
  desired("space.intro", { title: "Intro" }, { container: null }),
  desired("space.guide", { title: "Guide" }, { container: null }),
];
const known = {
  "space.intro": { id: "intro" },
  "space.guide": { id: "guide" },
  "site.docs": { id: "site1" },
};
const site = live("site site1", { title: "Docs" });
const wantedSite = desired("site.docs", { title: "Docs" });

const renamedSection: Case = {
  live: [site, ...spaces, section("s1", "old"), variant("v1", "intro", "old", "site_section s1")],
  desired: [
    wantedSite,
    ...wantedSpaces,
    wantedSection("new"),
    wantedVariant("new/intro", intro),
    wantedVariant("new/guide", { ...guide, path: "guide" }),
  ],
  state: { ...known, "site_section.docs/old": { id: "s1" }, "site_space.docs/old/intro": { id: "v1" } },
};

const renamedWithoutFirst: Case = {
  live: [
    site,
    ...spaces,
    section("s1", "old"),
    variant("v1", "intro", "dropped", "site_section s1"),
    variant("v2", "guide", "guide", "site_section s1"),
    variant("v3", "intro", "kept", "site_section s1"),
  ],
  desired: [
    wantedSite,
    ...wantedSpaces,
    wantedSection("new"),
    wantedVariant("new/kept", { ...intro, path: "kept" }),
    wantedVariant("new/guide", { ...guide, path: "guide" }),
  ],
  state: {
    ...known,
    "site_section.docs/old": { id: "s1" },
    "site_space.docs/old/dropped": { id: "v1" },
    "site_space.docs/old/guide": { id: "v2" },
    "site_space.docs/old/kept": { id: "v3" },
  },
};

const groupLosesHalf: Case = {
  live: [
    site,
    ...spaces,
    live("site_section_group g1", { title: "Old" }),
    section("s1", "leaves", inside("site_section_group g1")),
    variant("v1", "intro", "intro", "site_section s1"),
    section("s2", "stays", inside("site_section_group g1")),
    variant("v2", "guide", "guide", "site_section s2"),
  ],
  desired: [
    wantedSite,
    ...wantedSpaces,
    wantedSection("leaves"),
    wantedVariant("leaves/intro", intro),
    desired("site_section_group.docs/New", { title: "New" }),
    wantedSection("stays", { container: { $ref: "site_section_group.docs/New" } }),
    wantedVariant("stays/guide", guide),
  ],
  state: {
    ...known,
    "site_section_group.docs/Old": { id: "g1" },
    "site_section.docs/leaves": { id: "s1" },
    "site_space.docs/leaves/intro": { id: "v1" },
    "site_section.docs/stays": { id: "s2" },
    "site_space.docs/stays/guide": { id: "v2" },
  },
};

const twoForOne: Case = {
  live: [
    site,
    ...spaces,
    section("s0", "stays"),
    variant("v0", "guide", "guide", "site_section s0"),
    section("s1", "one"),
    variant("v1", "intro", "intro", "site_section s1"),
    section("s2", "two"),
    variant("v2", "intro", "intro", "site_section s2"),
  ],
  desired: [
    wantedSite,
    ...wantedSpaces,
    wantedSection("stays"),
    wantedVariant("stays/guide", guide),
    wantedSection("new"),
    wantedVariant("new/intro", intro),
  ],
  state: {
    ...known,
    "site_section.docs/stays": { id: "s0" },
    "site_space.docs/stays/guide": { id: "v0" },
    "site_section.docs/one": { id: "s1" },
    "site_space.docs/one/intro": { id: "v1" },
    "site_section.docs/two": { id: "s2" },
    "site_space.docs/two/intro": { id: "v2" },
  },
};

const oneForTwo: Case = {
  live: [site, ...spaces, section("s1", "old"), variant("v1", "intro", "intro", "site_section s1")],
  desired: [
    wantedSite,
    ...wantedSpaces,
    wantedSection("a"),
    wantedVariant("a/intro", intro),
    wantedSection("b"),
    wantedVariant("b/intro", intro),
  ],
  state: { ...known, "site_section.docs/old": { id: "s1" }, "site_space.docs/old/intro": { id: "v1" } },
};

const leavesTheFirstPlace: Case = {
  live: [
    site,
    ...spaces,
    live("space api", { title: "API" }),
    section("s1", "one"),
    variant("v1", "api", "api", "site_section s1"),
    variant("v2", "intro", "intro", "site_section s1"),
    variant("v4", "guide", "b", "site_section s1"),
    section("s2", "two"),
    variant("v3", "guide", "guide", "site_section s2"),
  ],
  desired: [
    wantedSite,
    ...wantedSpaces,
    desired("space.api", { title: "API" }, { container: null }),
    wantedSection("one"),
    wantedVariant("one/guide", guide),
    wantedVariant("one/b", { ...guide, path: "b" }),
    wantedSection("two"),
    wantedVariant("two/guide", guide),
    wantedVariant("two/api", { space: { $ref: "space.api" }, path: "api" }),
  ],
  state: {
    ...known,
    "space.api": { id: "api" },
    "site_section.docs/one": { id: "s1" },
    "site_space.docs/one/api": { id: "v1" },
    "site_space.docs/one/b": { id: "v4" },
    "site_space.docs/one/intro": { id: "v2" },
    "site_section.docs/two": { id: "s2" },
    "site_space.docs/two/guide": { id: "v3" },
  },
};

const sortedFromTheFirstPlace: Case = {
  live: [
    site,
    ...spaces,
    section("s1", "one"),
    variant("v1", "guide", "b", "site_section s1"),
    variant("v2", "intro", "intro", "site_section s1"),
    variant("v3", "guide", "a", "site_section s1"),
    variant("v5", "guide", "c", "site_section s1"),
  ],
  desired: [
    wantedSite,
    ...wantedSpaces,
    wantedSection("one"),
    wantedVariant("one/guide", guide),
    wantedVariant("one/a", { ...guide, path: "a" }),
    wantedVariant("one/c", { ...guide, path: "c" }),
    wantedVariant("one/b", { ...guide, path: "b" }),
  ],
  state: {
    ...known,
    "site_section.docs/one": { id: "s1" },
    "site_space.docs/one/b": { id: "v1" },
    "site_space.docs/one/intro": { id: "v2" },
    "site_space.docs/one/a": { id: "v3" },
    "site_space.docs/one/c": { id: "v5" },
  },
};

const titled = (path: string, title: string, rest = {}) =>
  desired(`site_section.docs/${path}`, { title, path }, rest);

const exchangedPaths: Case = {
  live: [
    site,
    ...spaces,
    section("s1", "one"),
    variant("v1", "intro", "intro", "site_section s1"),
    section("s2", "two"),
    variant("v2", "guide", "guide", "site_section s2"),
  ],
  desired: [
    wantedSite,
    ...wantedSpaces,
    titled("two", "Title of one"),
    wantedVariant("two/intro", intro),
    titled("one", "Title of two"),
    wantedVariant("one/guide", guide),
  ],
  state: {
    ...known,
    "site_section.docs/one": { id: "s1" },
    "site_space.docs/one/intro": { id: "v1" },
    "site_section.docs/two": { id: "s2" },
    "site_space.docs/two/guide": { id: "v2" },
  },
};

const takesPath: Case = {
  ...exchangedPaths,
  desired: (exchangedPaths.desired ?? []).filter(({ address }) => !address.includes("docs/one")),
};

const titledGroup = (key: string, title: string) => desired(`site_section_group.docs/${key}`, { title });
const inGroup = (name: string) => ({ container: { $ref: `site_section_group.docs/${name}` } });

const exchangedTitles: Case = {
  live: [
    site,
    ...spaces,
    live("site_section_group g1", { title: "One" }),
    section("s1", "one", inside("site_section_group g1")),
    variant("v1", "intro", "intro", "site_section s1"),
    live("site_section_group g2", { title: "Two" }),
    section("s2", "two", inside("site_section_group g2")),
    variant("v2", "guide", "guide", "site_section s2"),
  ],
  desired: [
    wantedSite,
    ...wantedSpaces,
    titledGroup("Two", "Two"),
    wantedSection("one", inGroup("Two")),
    wantedVariant("one/intro", intro),
    titledGroup("One", "One"),
    wantedSection("two", inGroup("One")),
    wantedVariant("two/guide", guide),
  ],
  state: {
    ...known,
    "site_section_group.docs/One": { id: "g1" },
    "site_section.docs/one": { id: "s1" },
    "site_space.docs/one/intro": { id: "v1" },
    "site_section_group.docs/Two": { id: "g2" },
    "site_section.docs/two": { id: "s2" },
    "site_space.docs/two/guide": { id: "v2" },
  },
};

interface Row {
  readonly what: string;
  readonly given: Case;
  readonly selection: Selection;
  readonly steps: readonly string[];
}

const rows: readonly Row[] = [
  {
    what: "a variant of a renamed section brings the rename",
    given: renamedSection,
    selection: { target: ["site_space.docs/new/guide"] },
    steps: ["~ site_section.docs/new title path (was site_section.docs/old)", "+ site_space.docs/new/guide"],
  },
  {
    what: "a variant that leaves a renamed section brings the rename",
    given: renamedWithoutFirst,
    selection: { target: ["site_space.docs/old/dropped"] },
    steps: [
      "~ site_section.docs/new title path (was site_section.docs/old)",
      "- site_space.docs/old/dropped",
    ],
  },
  {
    what: "a section that leaves half of a group brings the group that would be taken for it",
    given: groupLosesHalf,
    selection: { target: ["site_section.docs/leaves"] },
    steps: ["> site_section.docs/leaves in root after nothing", "+ site_section_group.docs/New"],
  },
  {
    what: "a variant that leaves the place before another brings the new one that would be taken for that",
    given: leavesTheFirstPlace,
    selection: { target: ["site_space.docs/two/api"] },
    steps: ["+ site_space.docs/one/guide", "± site_space.docs/two/api (was site_space.docs/one/api)"],
  },
  {
    what: "a variant that is sorted behind another brings the new one that would be taken for that",
    given: sortedFromTheFirstPlace,
    selection: { target: ["site_space.docs/one/b"] },
    steps: [
      "+ site_space.docs/one/guide",
      "> site_space.docs/one/b in site_section.docs/one after site_space.docs/one/c",
    ],
  },
  {
    what: "a section that exchanges its path with another one brings that",
    given: exchangedPaths,
    selection: { target: ["site_section.docs/one"] },
    steps: [
      "~ site_section.docs/two path (was site_section.docs/one)",
      "~ site_section.docs/one path (was site_section.docs/two)",
    ],
  },
  {
    what: "a section that exchanges its path with another one stays without that",
    given: exchangedPaths,
    selection: { exclude: ["site_section.docs/one"] },
    steps: [],
  },
  {
    what: "a group that exchanges its title with another one brings that",
    given: exchangedTitles,
    selection: { target: ["site_section_group.docs/One"] },
    steps: [
      "~ site_section_group.docs/Two title (was site_section_group.docs/One)",
      "~ site_section_group.docs/One title (was site_section_group.docs/Two)",
    ],
  },
  {
    what: "a section whose path another one takes stays without that",
    given: takesPath,
    selection: { exclude: ["site_section.docs/two"] },
    steps: [],
  },
  {
    what: "a deleted section brings the new one that would be taken for the other",
    given: twoForOne,
    selection: { target: ["site_section.docs/two"] },
    steps: [
      "+ site_section.docs/new",
      "+ site_space.docs/new/intro created with site_section.docs/new",
      "- site_section.docs/two",
      "- site_space.docs/two/intro with site_section.docs/two",
    ],
  },
  {
    what: "sections that may be the new one stay while it is not selected",
    given: twoForOne,
    selection: { exclude: ["site_section.docs/new"] },
    steps: [],
  },
  {
    what: "a new section brings the other that would be taken for the one that left",
    given: oneForTwo,
    selection: { target: ["site_section.docs/a"] },
    steps: [
      "+ site_section.docs/a",
      "+ site_space.docs/a/intro created with site_section.docs/a",
      "+ site_section.docs/b",
      "+ site_space.docs/b/intro created with site_section.docs/b",
    ],
  },
];

test.each(rows)("$what", ({ given, selection, steps }) => {
  const inputs = inputsOf(given);
  const part = planChanges({ ...inputs, selection });
  expect(writing(part)).toEqual(steps);
  const rest = planChanges(doneIn(inputs, part));
  expect([...writing(part), ...writing(rest)].toSorted()).toEqual(writing(planChanges(inputs)).toSorted());
});

/** The live objects after an apply of the selected part. The state has the created objects. */
function doneIn(inputs: PlanInputs, { plan }: PlanResult): PlanInputs {
  if (plan === undefined) throw new Error("There is no plan.");
  const objects: Record<Address, StateEntry> = { ...inputs.state?.objects };
  for (const { action, address } of plan.steps)
    if (action === "create") objects[address] = { id: address, applied: {}, origin: "created" };
  const state = inputs.state && { ...inputs.state, objects };
  return { ...inputs, live: simulate(plan, inputs.live, registry), state };
}

/** The steps with writes, one line for each. */
function writing(result: PlanResult): readonly string[] {
  return outline(result).filter((line) => !line.startsWith("guard/") && !/^[?=]/u.test(line));
}
