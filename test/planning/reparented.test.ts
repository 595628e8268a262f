import { expect, test } from "vitest";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { StateEntry } from "../../src/model/state.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { type Case, desired, inputsOf, inside, live, planned } from "../support/planning.ts";
import { section, variant, wants, wantsVariant } from "./site-structure.ts";

// An object that leaves one parent and appears under another parent of the same site is one object with a new address.

const space = (id: string) => live(`space ${id}`, { title: `Title ${id}` });
const site = desired("site.docs", { title: "Docs" }, { pin: "site1" });

const entry = (id: string, applied: JsonObject = {}): StateEntry => ({ id, scopeId: "site1", applied });
const fr = "site_space.docs/b/fr";
const shown: JsonObject = { space: "sp2", path: "fr", condition: "visitor.claims.beta" };

/** The French variant moves from the section "a" to the section "b". */
const moved: Case = {
  live: [
    ...["sp1", "sp2", "sp3"].map(space),
    live("site site1", { title: "Docs" }),
    section("a"),
    variant("v0", "a", { space: "sp1", path: "en" }),
    variant("v1", "a", shown),
    section("b"),
    variant("v2", "b", { space: "sp1", path: "en" }),
  ],
  desired: [
    site,
    wants("a"),
    wantsVariant("a", "en", { space: "sp1" }),
    wants("b"),
    wantsVariant("b", "en", { space: "sp1" }),
    wantsVariant("b", "fr", { space: "sp2" }),
  ],
};
const inState = { "site_space.docs/a/fr": entry("v1", { space: "sp2", path: "fr" }) };

/** The steps with writes: the action and the object. */
function stepsOf({ steps }: Plan): readonly string[] {
  return steps
    .filter(({ action }) => action !== "import")
    .map((step) => `${step.action} ${step.address}${"id" in step ? ` ${step.id}` : ""}`);
}

const valuesOf = (plan: Plan, address: string) =>
  plan.nodes.flatMap((node) =>
    node.address !== address
      ? []
      : node.kind === "create"
        ? [node.attributes]
        : node.kind === "write"
          ? [node.values]
          : [],
  );

test.each([
  { name: "with a state", state: inState, renamedFrom: "site_space.docs/a/fr" },
  { name: "without one", state: undefined, renamedFrom: undefined },
])("a variant that moves to another section is replaced, $name", ({ state, renamedFrom }) => {
  const plan = planned({ ...moved, ...(state && { state }) });
  expect(stepsOf(plan)).toEqual([`replace ${fr} v1`]);
  const [step] = plan.steps.filter(({ action }) => action === "replace");
  expect(step).not.toHaveProperty("lostAttributes");
  expect((step as { readonly renamedFrom?: string }).renamedFrom).toBe(renamedFrom);
  expect(valuesOf(plan, fr)).toEqual([
    { space: "sp2", draft: true },
    { path: "fr", condition: "visitor.claims.beta", draft: false },
  ]);
});

test("it is the same under another path too", () => {
  const objects = (moved.desired ?? []).filter(({ address }) => address !== fr);
  const plan = planned({
    ...moved,
    desired: [...objects, wantsVariant("b", "french", { space: "sp2" })],
    state: inState,
  });
  expect(stepsOf(plan)).toEqual(["replace site_space.docs/b/french v1"]);
});

test.each([
  {
    name: "a new variant that two former ones could be",
    more: { live: [variant("v3", "b", { space: "sp2", path: "other" })], desired: [] },
    expected: [`create ${fr}`, "delete site_space.@v1 v1", "delete site_space.@v3 v3"],
  },
  {
    name: "a former variant that two new ones could be",
    more: {
      live: [],
      desired: [
        wants("c"),
        wantsVariant("c", "en", { space: "sp3" }),
        wantsVariant("c", "fr", { space: "sp2" }),
      ],
    },
    expected: [
      `create ${fr}`,
      "create site_section.docs/c",
      "create site_space.docs/c/en",
      "create site_space.docs/c/fr",
      "delete site_space.@v1 v1",
    ],
  },
])("guesses no match for $name", ({ more, expected }) => {
  const objects = (moved.desired ?? []).filter(({ address }) => address !== fr);
  const wantsFrench = wantsVariant("d", "fr", { space: "sp2" });
  const given = planned({
    live: [
      ...(moved.live ?? []),
      ...more.live,
      section("d"),
      variant("v4", "d", { space: "sp1", path: "en" }),
    ],
    desired: [
      ...objects,
      wants("d"),
      wantsVariant("d", "en", { space: "sp1" }),
      wantsFrench,
      ...more.desired,
    ],
  });
  expect(stepsOf(given).map((step) => step.replace(wantsFrench.address, fr))).toEqual(expected);
});

test("a section that moves into a group with another title and path stays the same", () => {
  const billing = "site_section.docs/billing";
  const plan = planned({
    live: [
      ...["sp1", "sp2"].map(space),
      live("site site1", { title: "Docs" }),
      live("site_section_group g", { title: "Learn" }),
      live("site_section faq", { title: "faq", path: "faq" }, inside("site_section_group g")),
      variant("v0", "faq", { space: "sp1", path: "en" }),
      live("site_section b", { title: "Billing", path: "billing", icon: "book" }),
      variant("v1", "b", { space: "sp2", path: "billing" }),
    ],
    desired: [
      site,
      desired("site_section_group.docs/Learn", { title: "Learn" }),
      desired(
        "site_section.docs/faq",
        { title: "faq", path: "faq" },
        { container: { $ref: "site_section_group.docs/Learn" } },
      ),
      wantsVariant("faq", "en", { space: "sp1" }),
      desired(
        "site_section.docs/invoices",
        { title: "Invoices", path: "invoices" },
        { container: { $ref: "site_section_group.docs/Learn" } },
      ),
      wantsVariant("invoices", "billing", { space: "sp2" }),
    ],
    state: { [billing]: entry("b"), "site_space.docs/billing/billing": entry("v1") },
  });
  expect(stepsOf(plan)).toEqual(["move site_section.docs/invoices b", "patch site_section.docs/invoices b"]);
});

test.each([
  { name: "the journal", known: { recovered: { [fr]: "v9" }, state: inState } },
  {
    name: "the state",
    known: { state: { ...inState, [fr]: { ...entry("v9"), unfinished: true as const } } },
  },
])("the object of an interrupted run gets its missing values, as $name says", ({ known }) => {
  const half = variant("v9", "b", { space: "sp2", path: "two", draft: true });
  const plan = planned({ ...moved, live: [...(moved.live ?? []), half], ...known } as Case);
  expect(valuesOf(plan, fr)).toMatchObject([{ path: "fr", condition: "visitor.claims.beta" }]);
  const gone = plan.nodes.find(({ kind }) => kind === "delete");
  expect(gone?.after).toContain(`write ${fr} settings`);
});

test("the first variant of an interrupted run's section gets its missing values", () => {
  const at = "site_space.docs/new/fr";
  const plan = planned({
    ...moved,
    live: [...(moved.live ?? []), section("new"), variant("v9", "new", { space: "sp2", path: "two" })],
    desired: [
      ...(moved.desired ?? []).filter(({ address }) => address !== fr),
      wants("new"),
      wantsVariant("new", "fr", { space: "sp2" }),
    ],
    recovered: { "site_section.docs/new": "new" },
    state: inState,
  });
  expect(valuesOf(plan, at)).toMatchObject([{ path: "fr", condition: "visitor.claims.beta" }]);
});

test("an object that an interrupted run only moved is no replacement", () => {
  const left = live("site_section left", { title: "Left", path: "left", condition: "visitor.claims.beta" });
  const given: Case = {
    live: [
      space("sp1"),
      live("site site1", { title: "Docs" }),
      live("site_section_group g", { title: "Learn" }),
      left,
      variant("v0", "left", { space: "sp1", path: "en" }),
      live("site_section faq", { title: "faq", path: "faq" }, inside("site_section_group g")),
      variant("v1", "faq", { space: "sp1", path: "en" }),
    ],
    desired: [
      site,
      desired("site_section_group.docs/Learn", { title: "Learn" }),
      desired(
        "site_section.docs/faq",
        { title: "faq", path: "faq" },
        { container: { $ref: "site_section_group.docs/Learn" } },
      ),
      wantsVariant("faq", "en", { space: "sp1" }),
    ],
  };
  const expected = ["delete site_section.@left left", "delete site_space.@v0 v0"];
  expect(stepsOf(planned(given))).toEqual(expected);
  // The state is lost, so only the journal has the section.
  const inputs = inputsOf({ ...given, recovered: { "site_section.docs/faq": "faq" } });
  const origins = { "site_section.docs/faq": "imported" } as const;
  const { plan } = planChanges({ ...inputs, recovered: { matches: {}, ...inputs.recovered, origins } });
  expect(plan && stepsOf(plan)).toEqual(expected);
});
