import { expect, test } from "vitest";
import { findOutside } from "../../src/engine/plan/match/find-outside.ts";
import { planDestroy } from "../../src/engine/plan/plan-destroy.ts";
import type { DesiredObject, OutsideObject } from "../../src/model/desired-world.ts";
import type { LiveObject } from "../../src/model/snapshot.ts";
import { indexTypes } from "../../src/model/type-index.ts";
import { registry } from "../../src/resources/registry.ts";
import {
  type Case,
  desired,
  inputsOf,
  inside,
  into,
  layoutOf,
  live,
  outline,
  stateOf,
  worldOf,
} from "../support/planning.ts";

/** An object that the layout names by its values, such as `space.@data/legacy`. */
function outside(
  address: string,
  attributes: OutsideObject["attributes"],
  rest: Partial<OutsideObject> = {},
): OutsideObject {
  return { address, type: address.split(".")[0] ?? "", attributes, ...rest };
}

const theirSite = outside("site.@data/docs", { title: "Docs" });
const inTheirSite = { scope: { $ref: "site.@data/docs" } };
const theirSection = outside("site_section.@data/a", { path: "a" }, inTheirSite);

interface OutsideCase {
  readonly live: readonly LiveObject[];
  readonly outside: readonly OutsideObject[];
  readonly desired?: readonly DesiredObject[];
  readonly state?: Case["state"];
  readonly isDestroy?: true;
}

function found({ live: objects, outside: named, desired: declared = [], state, isDestroy }: OutsideCase) {
  const layout = { ...layoutOf({ desired: declared }), outside: named };
  return findOutside(indexTypes(registry), layout, worldOf({ live: objects }), {
    isDestroy: isDestroy === true,
    state: state && stateOf(state),
  });
}

/** The id that takes the place of an outside object. */
function idOf(object: OutsideObject, rest: Pick<OutsideCase, "live"> & Partial<OutsideCase>): unknown {
  const user = desired("space.user", { title: "User", user: { $ref: object.address } });
  const { desired: layout, diagnostics } = found({ outside: [object], ...rest, desired: [user] });
  if (diagnostics.length > 0) return diagnostics.map(({ message }) => message);
  return layout.objects.find(({ address }) => address === "space.user")?.attributes["user"];
}

const legacy = outside("space.@data/legacy", { title: "Legacy" });
const space = live("space sp1", { title: "Legacy" });
const site = live("site site1", { title: "Docs" });
const section = live("site_section s1", { title: "A", path: "a" });
const elsewhere = live("site_section s2", { title: "A", path: "a" }, { scopeId: "site2" });

test.each<{ name: string; object: OutsideObject; given: Parameters<typeof idOf>[1]; expected: unknown }>([
  { name: "the object with the value", object: legacy, given: { live: [space] }, expected: "sp1" },
  {
    name: "no object",
    object: legacy,
    given: { live: [live("space sp1", { title: "Other" })] },
    expected: ['The organization has no space with title "Legacy".'],
  },
  {
    name: "several objects",
    object: legacy,
    given: { live: [space, live("space sp2", { title: "Legacy" })] },
    expected: ['Several objects of the organization are a space with title "Legacy": sp1, sp2.'],
  },
  {
    name: "an object of another type",
    object: legacy,
    given: { live: [live("collection c1", { title: "Legacy" }), space] },
    expected: "sp1",
  },
  {
    name: "one of two values",
    object: outside("space.@data/legacy", { title: "Legacy", icon: "book" }),
    given: { live: [live("space sp2", { title: "Legacy", icon: "gear" })] },
    expected: ['The organization has no space with title "Legacy", icon "book".'],
  },
  {
    name: "a value that the type writes in another form",
    object: outside("member.@data/ada", { email: "Ada@Example.com" }),
    given: { live: [live("member m1", { email: "ada@example.com" })] },
    expected: "m1",
  },
  {
    name: "a value that the object does not have",
    object: outside("collection.@data/c", { description: "" }),
    given: { live: [live("collection c1", { title: "C" })] },
    expected: ['The organization has no collection with description "".'],
  },
  {
    name: "a path inside its site, and not inside another one",
    object: theirSection,
    given: { live: [elsewhere, section, site], outside: [theirSection, theirSite] },
    expected: "s1",
  },
  {
    name: "a path inside a site that is named by its id",
    object: { ...theirSection, scope: "site2" },
    given: { live: [section, elsewhere] },
    expected: "s2",
  },
  {
    name: "a title inside its parent, and not inside another one",
    object: { ...legacy, container: { $ref: "collection.@data/c" } },
    given: {
      live: [
        live("space sp1", { title: "Legacy" }, inside("collection c2")),
        live("space sp2", { title: "Legacy" }, inside("collection c1")),
        live("collection c1", { title: "C" }),
      ],
      outside: [
        { ...legacy, container: { $ref: "collection.@data/c" } },
        outside("collection.@data/c", { title: "C" }),
      ],
    },
    expected: "sp2",
  },
])("an outside object is $name", ({ object, given, expected }) => {
  expect(idOf(object, given)).toEqual(expected);
});

test("a reference as a parent becomes the id, and references to the layout's own objects stay", () => {
  const { desired: layout } = found({
    live: [live("collection c1", { title: "C" })],
    outside: [outside("collection.@data/c", { title: "C" })],
    desired: [
      desired("space.a", { title: "A" }, into("collection.@data/c")),
      desired("space.b", { title: "B" }, into("collection.own")),
    ],
  });
  expect(layout.objects.map(({ container }) => container)).toEqual(["c1", { $ref: "collection.own" }]);
});

test("an outside owner becomes an object that the layout names by its id, once", () => {
  const inSite = (address: string) => desired(address, { title: "A" }, { scope: "site.@data/docs" });
  const { desired: layout } = found({
    live: [site, section],
    outside: [theirSite, { ...theirSite, address: "site.@data/again" }],
    desired: [inSite("site_section.a"), inSite("site_section.b")],
  });
  expect(layout.objects.map(({ address, scope, pin }) => [address, scope, pin])).toEqual([
    ["site.@site1", undefined, "site1"],
    ["site_section.a", "site.@site1", undefined],
    ["site_section.b", "site.@site1", undefined],
  ]);
  expect(layout.outside).toBeUndefined();
});

test("an outside object that owns nothing of the layout is no object of it", () => {
  const { desired: layout } = found({ live: [site], outside: [theirSite] });
  expect(layout.objects).toEqual([]);
});

const oursLive = live("site_section s1", { title: "Ours", path: "ours" });
const ours = desired("site_section.ours", { title: "Ours" }, { scope: "site.@data/docs" });

test.each<{ name: string; objects: readonly LiveObject[]; owner: string }>([
  { name: "the one with the value", objects: [site], owner: "site.@site1" },
  { name: "the one in the state, if none has the value", objects: [], owner: "site.@site2" },
  {
    name: "the one in the state, if several have the value",
    objects: [site, live("site site2", { title: "Docs" })],
    owner: "site.@site2",
  },
])("for a destroy, an outside owner is $name", ({ objects, owner }) => {
  const state = { "site_section.ours": { id: "s9", scopeId: "site2" } };
  const { desired: layout, diagnostics } = found({
    live: objects,
    outside: [theirSite],
    desired: [ours],
    state,
    isDestroy: true,
  });
  expect(diagnostics).toEqual([]);
  expect(layout.objects.find(({ address }) => address === "site_section.ours")?.scope).toBe(owner);
});

test("a destroy needs no outside object, and finds nothing inside it then", () => {
  const { desired: layout, diagnostics } = found({
    live: [oursLive],
    outside: [theirSite, legacy],
    desired: [ours],
    isDestroy: true,
  });
  expect(diagnostics).toEqual([]);
  const inputs = { ...inputsOf({ live: [site, oursLive] }), desired: layout };
  expect(outline(planDestroy(inputs, { organizationId: layout.organizationId }))).toEqual([]);
});

test("an apply does not take an owner from the state", () => {
  const state = { "site_section.ours": { id: "s9", scopeId: "site2" } };
  const { diagnostics } = found({ live: [], outside: [theirSite], desired: [ours], state });
  expect(diagnostics).toHaveLength(1);
});

const named = desired("site.@site1", {}, { pin: "site1" });
const inNamed = desired("site_section.ours", { title: "Ours", path: "ours" }, { scope: "site.@site1" });
const theirsLive = live("site_section s2", { title: "Theirs", path: "theirs" });

test.each<{ name: string; given: Case; expected: readonly string[] }>([
  {
    name: "keeps an object that the layout names only by its id, and what others have put into it",
    given: { live: [site, oursLive, theirsLive], desired: [named, inNamed] },
    expected: [],
  },
  {
    name: "deletes what the state has inside such an object",
    given: {
      live: [site, oursLive, theirsLive],
      desired: [named, inNamed],
      state: { "site_section.ours": { id: "s1", scopeId: "site1" } },
    },
    expected: ["- site_section.ours", "guard/deletes"],
  },
])("a destroy $name", ({ given, expected }) => {
  const inputs = inputsOf(given);
  const { organizationId } = inputs.desired;
  expect(outline(planDestroy(inputs, { organizationId }))).toEqual(expected);
});

test.each([
  { name: "a site that the destroy does not select", exclude: ["site.own"] },
  { name: "a site that the app only names", exclude: ["site.@site1"] },
])("a destroy leaves the contents of $name", ({ exclude }) => {
  const ownSite = live("site site2", { title: "Own" });
  const inOwn = live("site_section s3", { title: "In own", path: "x" }, { scopeId: "site2" });
  const inputs = inputsOf({
    live: [site, oursLive, ownSite, inOwn],
    desired: [
      named,
      inNamed,
      desired("site.own", { title: "Own" }, { pin: "site2" }),
      desired("site_section.own", { title: "In own", path: "x" }, { scope: "site.own" }),
    ],
    state: {
      "site.own": { id: "site2" },
      "site_section.ours": { id: "s1", scopeId: "site1" },
      "site_section.own": { id: "s3", scopeId: "site2" },
    },
  });
  const { organizationId } = inputs.desired;
  const steps = outline(planDestroy({ ...inputs, selection: { exclude } }, { organizationId }));
  const isDeleted = (name: string) => steps.some((step) => step.startsWith("-") && step.includes(name));
  expect([isDeleted("site_section.ours"), isDeleted("site.own") || isDeleted("site.@site2")]).toEqual(
    exclude.includes("site.own") ? [true, false] : [false, true],
  );
});
