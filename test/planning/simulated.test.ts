import { expect, test } from "vitest";
import { simulate } from "../../src/engine/plan/audience/simulate.ts";
import type { DesiredObject } from "../../src/model/desired-world.ts";
import type { LiveObject } from "../../src/model/snapshot.ts";
import { registry } from "../../src/resources/registry.ts";
import { type Case, desired, inside, into, live, planned, worldOf } from "../support/planning.ts";

const space = live("space sp1", { title: "Space" });
const site = live("site site1", { title: "Docs" });
const section = (id: string, rest: Partial<LiveObject> = {}) =>
  live(`site_section ${id}`, { title: id, path: id }, rest);
const variant = (id: string, of: string, rest: Partial<LiveObject> = {}) =>
  live(`site_space ${id}`, { space: "sp1", path: id }, { ...inside(`site_section ${of}`), ...rest });

const declaredSpace = desired("space.one", { title: "Space" }, { pin: "sp1" });
const declaredSite = desired("site.docs", { title: "Docs" }, { pin: "site1" });
const declaredSection = (id: string, rest: Partial<DesiredObject> = {}) =>
  desired(`site_section.docs/${id}`, { title: id, path: id }, { pin: id, ...rest });
const declaredVariant = (id: string, of: string, rest: Partial<DesiredObject> = {}) =>
  desired(
    `site_space.docs/${of}/${id}`,
    { space: { $ref: "space.one" }, path: id },
    { pin: id, ...into(`site_section.docs/${of}`), ...rest },
  );

/** The ids of the objects of a site after the plan of a case. Each is inside its container, and `*` marks a default. */
function siteAfter(given: Case): readonly string[] {
  const { objects } = simulate(planned(given), worldOf(given), registry);
  return objects
    .filter(({ scopeId }) => scopeId === "site1")
    .sort((one, other) => one.rank - other.rank)
    .map(
      ({ id, container, isDefault }) => `${container ? `${container.id}/` : ""}${id}${isDefault ? "*" : ""}`,
    )
    .sort((one, other) => Number(one.includes("/")) - Number(other.includes("/")));
}

test.each([{ order: ["c", "a", "b"] }, { order: ["b", "c", "a"] }, { order: ["c", "b", "a"] }])(
  "sorted siblings are in the declared order: $order",
  ({ order }) => {
    const given = {
      live: [site, ...["a", "b", "c"].map((id) => section(id))],
      desired: [declaredSite, ...order.map((id) => declaredSection(id))],
    };
    expect(siteAfter(given)).toEqual(order);
  },
);

test("moved objects leave their former siblings and have their places among the new ones", () => {
  const group = inside("site_section_group g");
  const given = {
    live: [
      site,
      live("site_section_group g", { title: "G" }),
      section("x", group),
      section("y", group),
      section("a"),
      section("b"),
    ],
    desired: [
      declaredSite,
      desired("site_section_group.docs/g", { title: "G" }, { pin: "g" }),
      ...["b", "x"].map((id) => declaredSection(id, into("site_section_group.docs/g"))),
      ...["y", "a"].map((id) => declaredSection(id)),
    ],
  };
  expect(siteAfter(given)).toEqual(["g", "y", "a", "g/b", "g/x"]);
});

test("only one sibling is the default", () => {
  const variants = [declaredVariant("v", "a"), declaredVariant("w", "a", { isDefault: true })];
  const given = {
    live: [
      space,
      site,
      section("a", { isDefault: true }),
      variant("v", "a", { isDefault: true }),
      variant("w", "a"),
    ],
    desired: [declaredSpace, declaredSite, declaredSection("a"), ...variants],
  };
  expect(siteAfter(given)).toEqual(["a*", "a/v", "a/w*"]);
});

test("a deleted object takes its contents along", () => {
  const given = {
    live: [space, site, section("a"), variant("v", "a"), section("b"), variant("w", "b")],
    desired: [declaredSpace, declaredSite, declaredSection("b"), declaredVariant("w", "b")],
  };
  expect(siteAfter(given)).toEqual(["b", "b/w"]);
  const withoutSite = {
    ...given,
    desired: [declaredSpace],
    state: { "site.docs": { id: "site1" } },
    prune: ["site"],
  };
  expect(siteAfter(withoutSite)).toEqual([]);
});

test("an object that has left a deleted container stays", () => {
  const given = {
    live: [
      site,
      live("site_section_group g", { title: "G" }),
      section("a", inside("site_section_group g")),
      section("b", inside("site_section_group g")),
    ],
    desired: [declaredSite, declaredSection("a")],
  };
  expect(siteAfter(given)).toEqual(["a"]);
});
