import { expect, test } from "vitest";
import { findDrift } from "../../src/engine/plan/drift/find-drift.ts";
import type { AttributeChange, PlanStep } from "../../src/model/plan/plan.ts";
import { registry } from "../../src/resources/registry.ts";
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

const space = (title: string, rest = {}) => live("space sp1", { title }, rest);
const wants = (title: string, rest = {}) => desired("space.g", { title }, rest);
const stateAs = (title: string, rest = {}) => ({ "space.g": { id: "sp1", applied: { title }, ...rest } });
const collection = live("collection c1", { title: "C" });
const inC = { container: { $ref: "collection.c" } };
const collectionState = { "collection.c": { id: "c1", applied: { title: "C" }, container: null } };
const wantsCollection = desired("collection.c", { title: "C" }, { container: null });
const site = (attributes = {}) => live("site site1", { title: "Docs", ...attributes });
const docs = (attributes = {}) => desired("site.docs", { title: "Docs", ...attributes });
const siteState = (applied = {}) => ({
  "site.docs": { id: "site1", applied: { title: "Docs", ...applied } },
});
const section = (id: string, path: string, rest = {}) =>
  live(`site_section ${id}`, { title: path.toUpperCase(), path }, rest);
const declared = (path: string, rest = {}) =>
  desired(`site_section.docs/${path}`, { title: path.toUpperCase(), path }, rest);
const sectionState = (id: string, path: string, rank: number, rest = {}) => ({
  [`site_section.docs/${path}`]: {
    id,
    scopeId: "site1",
    applied: { title: path.toUpperCase(), path },
    container: null,
    rank,
    ...rest,
  },
});
const group = live("site_section_group g1", { title: "Ref", path: "ref" });
const wantsGroup = desired("site_section_group.docs/ref", { title: "Ref", path: "ref" });
const groupState = (rank: number) => ({
  "site_section_group.docs/ref": {
    id: "g1",
    scopeId: "site1",
    applied: { title: "Ref", path: "ref" },
    container: null,
    rank,
  },
});
const asDefault = { isDefault: true as const };

/** The undone changes of other users: address and attribute. */
function undone(steps: readonly PlanStep[]): readonly string[] {
  return steps.flatMap((step): readonly string[] => {
    const whole = "undoes" in step && step.undoes === true ? [`${step.action} ${step.address}`] : [];
    const changes: readonly AttributeChange[] = "changes" in step ? step.changes : [];
    const fields = changes.filter(({ undoes }) => undoes === true);
    return [...whole, ...fields.map(({ attribute }) => `${attribute} of ${step.address}`)];
  });
}

/** Changes on the service that drift reports and a plan undoes. */
const cases: readonly {
  name: string;
  given: Case;
  undoes: readonly string[];
  refused?: readonly string[];
}[] = [
  {
    name: "a value that another user changed",
    given: { live: [space("B")], desired: [wants("A")], state: stateAs("A") },
    undoes: ["title of space.g"],
  },
  {
    name: "a value that the layout changed",
    given: { live: [space("A")], desired: [wants("B")], state: stateAs("A") },
    undoes: [],
  },
  {
    name: "a value that both changed",
    given: { live: [space("B")], desired: [wants("C")], state: stateAs("A") },
    undoes: [],
    refused: ["guard/both-changed"],
  },
  {
    name: "a value without a state, which is unknown",
    given: { live: [space("B")], desired: [wants("A", { pin: "sp1" })] },
    undoes: [],
  },
  {
    name: "a value that was never applied",
    given: {
      live: [live("space sp1", { title: "A", emoji: "1f4d8" })],
      desired: [desired("space.g", { title: "A", emoji: "1f4d7" })],
      state: stateAs("A"),
    },
    undoes: [],
  },
  {
    name: "a space that another user moved into a collection",
    given: {
      live: [collection, space("A", inside("collection c1"))],
      desired: [wantsCollection, wants("A", { container: null })],
      state: { ...collectionState, ...stateAs("A", { container: null }) },
    },
    undoes: ["move space.g"],
  },
  {
    name: "a space that the layout moves",
    given: {
      live: [collection, space("A")],
      desired: [wantsCollection, wants("A", inC)],
      state: { ...collectionState, ...stateAs("A", { container: null }) },
    },
    undoes: [],
  },
  {
    name: "siblings that another user reordered",
    given: {
      live: [site(), section("s2", "b"), section("s1", "a")],
      desired: [docs(), declared("a"), declared("b")],
      state: { ...siteState(), ...sectionState("s1", "a", 0), ...sectionState("s2", "b", 1) },
    },
    undoes: ["move site_section.docs/a"],
  },
  {
    name: "siblings that the layout puts in another order",
    given: {
      live: [site(), section("s1", "a"), section("s2", "b")],
      desired: [docs(), declared("b"), declared("a")],
      state: { ...siteState(), ...sectionState("s1", "a", 0), ...sectionState("s2", "b", 1) },
    },
    undoes: [],
  },
  {
    name: "a section that another user moved into a group",
    given: {
      live: [site(), group, section("s1", "a", inside("site_section_group g1")), section("s2", "b")],
      desired: [docs(), wantsGroup, declared("a"), declared("b")],
      state: {
        ...siteState(),
        ...groupState(0),
        ...sectionState("s1", "a", 1),
        ...sectionState("s2", "b", 2),
      },
    },
    undoes: ["move site_section.docs/a"],
  },
  {
    name: "another user's default",
    given: {
      live: [site(), section("s1", "a"), section("s2", "b", asDefault)],
      desired: [docs(), declared("a", asDefault), declared("b")],
      state: { ...siteState(), ...sectionState("s1", "a", 0, asDefault), ...sectionState("s2", "b", 1) },
    },
    undoes: ["default of site_section.docs/a"],
  },
  {
    name: "another default that the layout chooses",
    given: {
      live: [site(), section("s1", "a", asDefault), section("s2", "b")],
      desired: [docs(), declared("a"), declared("b", asDefault)],
      state: { ...siteState(), ...sectionState("s1", "a", 0, asDefault), ...sectionState("s2", "b", 1) },
    },
    undoes: [],
  },
  {
    name: "a default that both chose",
    given: {
      live: [site(), section("s1", "a"), section("s2", "b", asDefault), section("s3", "c")],
      desired: [docs(), declared("a"), declared("b"), declared("c", asDefault)],
      state: {
        ...siteState(),
        ...sectionState("s1", "a", 0, asDefault),
        ...sectionState("s2", "b", 1),
        ...sectionState("s3", "c", 2),
      },
    },
    undoes: [],
    refused: ["guard/both-changed"],
  },
  {
    name: "an object that another user deleted",
    given: { desired: [wants("A")], state: stateAs("A") },
    undoes: ["create space.g"],
    refused: ["guard/recreate"],
  },
  {
    name: "an object that another user added",
    given: {
      live: [site(), section("s1", "a"), section("s9", "z")],
      desired: [docs(), declared("a")],
      state: { ...siteState(), ...sectionState("s1", "a", 0) },
    },
    undoes: ["delete site_section.@s9"],
    refused: ["guard/deletes"],
  },
  {
    name: "an object that left the layout",
    given: {
      live: [site(), section("s1", "a"), section("s2", "b")],
      desired: [docs(), declared("a")],
      state: { ...siteState(), ...sectionState("s1", "a", 0), ...sectionState("s2", "b", 1) },
    },
    undoes: [],
    refused: ["guard/deletes"],
  },
  {
    name: "a site that another user published",
    given: {
      live: [site({ published: true })],
      desired: [docs({ published: false })],
      state: siteState({ published: false }),
    },
    undoes: ["published of site.docs"],
    refused: ["guard/undo"],
  },
  {
    name: "a site that another user unpublished",
    given: {
      live: [site({ published: false })],
      desired: [docs({ published: true })],
      state: siteState({ published: true }),
    },
    undoes: ["published of site.docs"],
    refused: ["guard/undo"],
  },
  {
    name: "a site that another user restricted",
    given: {
      live: [site({ visibility: "visitor-auth" })],
      desired: [docs({ visibility: "public" })],
      state: siteState({ visibility: "public" }),
    },
    undoes: ["visibility of site.docs"],
    refused: ["guard/undo"],
  },
  {
    name: "a section that another user made a draft again",
    given: {
      live: [site(), live("site_section s1", { title: "A", path: "a", draft: true })],
      desired: [docs(), desired("site_section.docs/a", { title: "A", path: "a", draft: false })],
      state: {
        ...siteState(),
        ...sectionState("s1", "a", 0, { applied: { title: "A", path: "a", draft: false } }),
      },
    },
    undoes: ["draft of site_section.docs/a"],
    refused: ["guard/undo"],
  },
  {
    name: "a section that another user made live",
    given: {
      live: [site(), live("site_section s1", { title: "A", path: "a", draft: false })],
      desired: [docs(), desired("site_section.docs/a", { title: "A", path: "a", draft: true })],
      state: {
        ...siteState(),
        ...sectionState("s1", "a", 0, { applied: { title: "A", path: "a", draft: true } }),
      },
    },
    undoes: ["draft of site_section.docs/a"],
    refused: ["guard/undo"],
  },
  {
    name: "a section that the layout makes a draft",
    given: {
      live: [site(), live("site_section s1", { title: "A", path: "a", draft: false })],
      desired: [docs(), desired("site_section.docs/a", { title: "A", path: "a", draft: true })],
      state: {
        ...siteState(),
        ...sectionState("s1", "a", 0, { applied: { title: "A", path: "a", draft: false } }),
      },
    },
    undoes: [],
  },
  {
    name: "a site that another user opened, which it only marks",
    given: {
      live: [site({ visibility: "public" })],
      desired: [docs({ visibility: "visitor-auth" })],
      state: siteState({ visibility: "visitor-auth" }),
    },
    undoes: ["visibility of site.docs"],
  },
  {
    name: "a layout that refuses every undo",
    given: {
      live: [space("B")],
      desired: [wants("A")],
      state: stateAs("A"),
      safety: { undo: "refuse" },
    },
    undoes: ["title of space.g"],
    refused: ["guard/undo"],
  },
];

test.each(cases)("the plan marks what it undoes of $name", ({ given, undoes, refused = [] }) => {
  const { plan, diagnostics } = planCase(given);
  expect(diagnostics).toEqual([]);
  expect(undone(plan?.steps ?? [])).toEqual(undoes);
  expect(plan?.guard.refusals.map(({ code }) => code)).toEqual(refused);
});

test.each(cases.filter(({ given }) => given.state !== undefined))(
  "drift reports the same of $name",
  ({ given, undoes }) => {
    const { entries } = findDrift({
      types: registry,
      desired: layoutOf(given),
      live: worldOf(given),
      state: given.state && stateOf(given.state),
      options: planOptions,
    });
    expect(entries.filter(({ changedIn }) => changedIn === "live")).toHaveLength(undoes.length);
  },
);

test("only permission lifts the refusal, which names the reverted changes", () => {
  const given = cases.find(({ name }) => name === "a site that another user unpublished")?.given ?? {};
  const { plan } = planCase(given);
  expect(plan?.guard.refusals).toMatchObject([{ permittedBy: "--overwrite-live", addresses: ["site.docs"] }]);
  expect(plan?.guard.refusals[0]?.message).toContain("published of site.docs");
});
