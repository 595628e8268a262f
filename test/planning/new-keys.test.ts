import { expect, test } from "vitest";
import { type Case, desired, inside, into, live, outline, planCase } from "../support/planning.ts";

/** 52: an object with a new key in a map is the same object if all other values are as they were last applied. */
const applied = (title: string, rest = {}) => ({ id: "sp1", applied: { title }, container: null, ...rest });

test.each<{ name: string; given: Case; expected: readonly string[] }>([
  {
    name: "also for an object that another user renamed in the app",
    given: {
      live: [live("space sp1", { title: "Renamed" })],
      desired: [desired("space.b", { title: "A" }, { container: null })],
      state: { "space.a": applied("A") },
    },
    expected: ["~ space.b title (was space.a)"],
  },
  {
    name: "also for an object whose title another one has now",
    given: {
      live: [live("space sp1", { title: "Renamed" }), live("space sp2", { title: "A" })],
      desired: [desired("space.b", { title: "A" }, { container: null })],
      state: { "space.a": applied("A") },
    },
    expected: ["~ space.b title (was space.a)"],
  },
  {
    name: "and the applied one of two objects with its title has it",
    given: {
      live: [live("space sp1", { title: "A" }), live("space sp2", { title: "A" })],
      desired: [desired("space.b", { title: "A" }, { container: null })],
      state: { "space.a": applied("A") },
    },
    expected: [],
  },
  {
    name: "also for an object with references, by their present ids",
    given: {
      live: [
        live("team t1", { title: "Writers" }),
        live("saml_provider i1", { label: "Renamed", defaultTeam: "t1" }),
      ],
      desired: [
        desired("team.authors", { title: "Writers" }),
        desired("saml_provider.sso", { label: "IdP", defaultTeam: { $ref: "team.authors" } }),
      ],
      state: {
        "team.writers": { id: "t1", applied: { title: "Writers" } },
        "saml_provider.idp": { id: "i1", applied: { label: "IdP", defaultTeam: "t1" } },
      },
    },
    expected: ["~ saml_provider.sso label (was saml_provider.idp)"],
  },
  {
    name: "also for an object whose container has a new key, too",
    given: {
      live: [
        live("collection c1", { title: "Moved on" }),
        live("space sp1", { title: "Renamed" }, inside("collection c1")),
      ],
      desired: [
        desired("collection.d", { title: "C" }, { container: null }),
        desired("space.b", { title: "A" }, into("collection.d")),
      ],
      state: {
        "collection.c": { id: "c1", applied: { title: "C" }, container: null },
        "space.a": applied("A", { container: "c1" }),
      },
    },
    expected: ["~ collection.d title (was collection.c)", "~ space.b title (was space.a)"],
  },
  {
    name: "but not for an object with another value",
    given: {
      live: [live("space sp1", { title: "Renamed" })],
      desired: [desired("space.b", { title: "A", emoji: "1f680" }, { container: null })],
      state: { "space.a": applied("A") },
    },
    expected: ["+ space.b", "? space.a undeclared", "guard/create-beside"],
  },
  {
    name: "but not for an object with one value less",
    given: {
      live: [live("space sp1", { title: "Renamed" })],
      desired: [desired("space.b", { title: "A" }, { container: null })],
      state: { "space.a": applied("A", { applied: { title: "A", emoji: "1f680" } }) },
    },
    expected: ["+ space.b", "? space.a undeclared", "guard/create-beside"],
  },
  {
    name: "but not for an object in another place",
    given: {
      live: [
        live("collection c1", { title: "C" }),
        live("space sp1", { title: "Renamed" }, inside("collection c1")),
      ],
      desired: [
        desired("collection.c", { title: "C" }, { container: null }),
        desired("space.b", { title: "A" }, { container: null }),
      ],
      state: {
        "collection.c": { id: "c1", applied: { title: "C" }, container: null },
        "space.a": applied("A", { container: "c1" }),
      },
    },
    expected: ["+ space.b", "? space.a undeclared"],
  },
  {
    name: "but not if two objects that left were alike",
    given: {
      live: [live("space sp1", { title: "Renamed" }), live("space sp2", { title: "Renamed too" })],
      desired: [desired("space.b", { title: "A" }, { container: null })],
      state: { "space.a": applied("A"), "space.a2": applied("A", { id: "sp2" }) },
    },
    expected: ["+ space.b", "? space.a undeclared", "? space.a2 undeclared", "guard/create-beside"],
  },
  {
    name: "but not if two new objects are alike",
    given: {
      live: [live("saml_provider i1", { label: "Renamed" })],
      desired: [
        desired("saml_provider.one", { label: "IdP" }),
        desired("saml_provider.two", { label: "IdP" }),
      ],
      state: { "saml_provider.idp": { id: "i1", applied: { label: "IdP" } } },
    },
    expected: [
      "+ saml_provider.one",
      "+ saml_provider.two",
      "? saml_provider.idp undeclared",
      "guard/create-beside",
    ],
  },
])("a new key is a new name, $name", ({ given, expected }) => {
  expect(outline(planCase(given)).filter((line) => !line.startsWith("guard/own"))).toEqual(expected);
});

test("the plan reverts another user's value of a renamed object", () => {
  const { plan } = planCase({
    live: [live("space sp1", { title: "Renamed" })],
    desired: [desired("space.b", { title: "A" }, { container: null })],
    state: { "space.a": applied("A") },
  });
  expect(plan?.steps).toMatchObject([
    { action: "patch", renamedFrom: "space.a", changes: [{ attribute: "title", undoes: true }] },
  ]);
});

test("an object inside one with a new key is the one that the state has inside that", () => {
  const given: Case = {
    live: [
      live("site site1", { title: "Docs" }),
      live("site_section_group g1", { title: "Renamed in the app", icon: null }),
    ],
    desired: [
      desired("site.handbook", { title: "Docs" }),
      desired("site_section_group.handbook/API", { title: "API", icon: "book" }, { scope: "site.handbook" }),
    ],
    state: {
      "site.docs": { id: "site1", applied: { title: "Docs" } },
      "site_section_group.docs/API": {
        id: "g1",
        scopeId: "site1",
        applied: { title: "API" },
        container: null,
      },
    },
  };
  expect(outline(planCase(given))).toContain(
    "~ site_section_group.handbook/API title icon (was site_section_group.docs/API)",
  );
});
