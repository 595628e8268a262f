import { expect, test } from "vitest";
import type { DesiredObject } from "../../src/model/desired-world.ts";
import { type Case, desired, inside, live, outline, planCase } from "../support/planning.ts";

const site = live("site site1", { title: "Docs" });
const docs = desired("site.docs", { title: "Docs" }, { pin: "site1" });
const guides = live("space sp1", { title: "Guides" });
const guidesSpace = desired("space.guides", { title: "Guides" }, { pin: "sp1" });
const section = (id: string, path: string, title = "Guides") => live(`site_section ${id}`, { title, path });
const variant = (id: string, of: string, space = "sp1", path = "guides") =>
  live(`site_space ${id}`, { space, path }, inside(`site_section ${of}`));
const declaredVariant = (of: string, rest = {}) =>
  desired(
    `site_space.docs/${of}/guides`,
    { space: { $ref: "space.guides" } },
    { container: { $ref: `site_section.docs/${of}` }, ...rest },
  );
const placedNowhere = (object: DesiredObject): DesiredObject => {
  const { container: _container, ...rest } = object;
  return rest;
};
const base = { live: [site, guides], desired: [docs, guidesSpace] };
const imported = ["= site.docs by pin", "= space.guides by pin"];

test.each<{ name: string; given: Case; expected: readonly string[] }>([
  {
    name: "an object with the same key is imported, never created beside",
    given: { live: [guides], desired: [desired("space.g", { title: "Guides" })] },
    expected: ["≈ space.g by key"],
  },
  {
    name: "the state takes precedence over the key: a rename in the app is drift, not a new object",
    given: {
      live: [live("space sp1", { title: "Renamed" }), live("space sp2", { title: "Guides" })],
      desired: [desired("space.g", { title: "Guides" })],
      state: { "space.g": { id: "sp1", applied: { title: "Guides" } } },
    },
    expected: ["~ space.g title"],
  },
  {
    name: "a pin takes precedence over the state",
    given: {
      live: [live("space sp1", { title: "A" }), live("space sp2", { title: "A" })],
      desired: [desired("space.g", { title: "A" }, { pin: "sp2" })],
      state: { "space.g": { id: "sp1" } },
    },
    expected: ["= space.g by pin"],
  },
  {
    name: "a pin to a missing object is an error, never a create",
    given: { desired: [desired("space.g", { title: "A" }, { pin: "gone" })] },
    expected: ["plan/pinned-to-missing"],
  },
  {
    name: "a pin in a site that does not exist yet is an error, too",
    given: {
      desired: [
        desired("site.docs", { title: "Docs" }),
        desired("site_section.docs/guides", { path: "guides" }, { pin: "s1" }),
      ],
    },
    expected: ["plan/pinned-to-missing"],
  },
  {
    name: "an object of the journal in another site does not match here",
    given: {
      live: [live("site site1", { title: "Alpha" }), section("s1", "guides")],
      desired: [
        desired("site.docs", { title: "Beta" }),
        desired("site_section.docs/guides", { title: "Guides", path: "guides" }),
      ],
      state: {},
      recovered: { "site_section.docs/guides": "s1" },
    },
    expected: ["+ site.docs", "+ site_section.docs/guides"],
  },
  {
    name: "two pins on one object are an error",
    given: {
      live: [guides],
      desired: [desired("space.a", {}, { pin: "sp1" }), desired("space.b", {}, { pin: "sp1" })],
    },
    expected: ["plan/pinned-twice"],
  },
  {
    name: "several candidates with one title are an error that asks for a pin",
    given: {
      live: [live("team t1", { title: "W" }), live("team t2", { title: "W" })],
      desired: [desired("team.w", { title: "W" })],
    },
    expected: ["plan/ambiguous"],
  },
  {
    name: "the candidate in the declared container matches",
    given: {
      live: [
        live("collection c1", { title: "C" }),
        live("space sp1", { title: "A" }),
        live("space sp2", { title: "A" }, inside("collection c1")),
      ],
      desired: [
        desired("collection.c", { title: "C" }),
        desired("space.a", { title: "A" }, { container: { $ref: "collection.c" } }),
      ],
    },
    expected: ["≈ collection.c by key", "≈ space.a by key"],
  },
  {
    name: "a section is found by its path",
    given: {
      live: [...base.live, section("s1", "guides", "Old title"), variant("v1", "s1")],
      desired: [
        ...base.desired,
        desired("site_section.docs/guides", { title: "Guides", path: "guides" }),
        declaredVariant("guides"),
      ],
    },
    expected: [...imported, "~ site_section.docs/guides title"],
  },
  {
    name: "the create key finds a section without its path, also beside a section with the same title",
    given: {
      live: [
        ...base.live,
        section("s1", "guides-1"),
        variant("v1", "s1"),
        section("s2", "guides-2"),
        variant("v2", "s2", "sp2"),
      ],
      desired: [
        ...base.desired,
        desired("site_section.docs/api", { title: "Guides", path: "api" }),
        declaredVariant("api"),
      ],
    },
    expected: [
      ...imported,
      "~ site_section.docs/api path",
      "- site_section.@s2",
      "- site_space.@v2 with site_section.@s2",
      "guard/deletes",
    ],
  },
  {
    name: "a variant is found by its path before it is found by its space",
    given: {
      live: [
        ...base.live,
        live("space sp2", { title: "API" }),
        section("s1", "guides"),
        variant("v1", "s1", "sp1", "guides"),
        variant("v2", "s1", "sp2", "api"),
      ],
      desired: [
        ...base.desired,
        desired("space.api", { title: "API" }, { pin: "sp2" }),
        desired("site_section.docs/guides", { title: "Guides", path: "guides" }),
        desired(
          "site_space.docs/guides/guides",
          { space: { $ref: "space.api" }, path: "guides" },
          { container: { $ref: "site_section.docs/guides" } },
        ),
      ],
    },
    expected: [
      ...imported,
      "= space.api by pin",
      "~ site_space.docs/guides/guides space",
      "- site_space.@v2",
      "guard/deletes",
    ],
  },
  {
    name: "`was` finds the object under its former key: a rename",
    given: {
      live: [...base.live, section("s1", "old", "X"), variant("v1", "s1")],
      desired: [
        ...base.desired,
        desired("site_section.docs/new", { title: "Y", path: "new" }, { was: { path: "old" } }),
        declaredVariant("new"),
      ],
    },
    expected: [...imported, "~ site_section.docs/new title path"],
  },
  {
    name: "former containers match level by level, too, in every order of the layout",
    given: {
      live: [
        live("collection a", { title: "A" }),
        live("collection b", { title: "B" }, inside("collection a")),
        live("collection c", { title: "C" }, inside("collection b")),
        live("collection d", { title: "D" }, inside("collection c")),
      ],
      desired: [
        desired(
          "collection.d",
          { title: "D" },
          { container: { $ref: "collection.b" }, wasIn: { $ref: "collection.c" } },
        ),
        desired("collection.c", { title: "C" }, { container: { $ref: "collection.b" } }),
        desired("collection.b", { title: "B" }, { container: { $ref: "collection.a" } }),
        desired("collection.a", { title: "A" }, { container: null }),
      ],
    },
    expected: [
      "≈ collection.d by was",
      "≈ collection.c by key",
      "≈ collection.b by key",
      "≈ collection.a by key",
      "guard/import",
    ],
  },
  {
    name: "`was` with both keys live is an error",
    given: {
      live: [
        ...base.live,
        section("s1", "old"),
        variant("v1", "s1"),
        section("s2", "new"),
        variant("v2", "s2"),
      ],
      desired: [
        ...base.desired,
        desired("site_section.docs/new", { title: "Y", path: "new" }, { was: { path: "old" } }),
        declaredVariant("new"),
      ],
    },
    expected: ["plan/both-keys-exist"],
  },
  {
    name: "an object without a declared path does not match the holder of a path that another declares",
    given: {
      live: [...base.live, section("s1", "guides"), variant("v1", "s1", "sp1", "fr")],
      desired: [
        ...base.desired,
        desired("site_section.docs/guides", { title: "Guides", path: "guides" }),
        declaredVariant("guides"),
        desired(
          "site_space.docs/guides/fr",
          { space: { $ref: "space.guides" }, path: "fr" },
          { container: { $ref: "site_section.docs/guides" } },
        ),
      ],
    },
    expected: [...imported, "+ site_space.docs/guides/guides"],
  },
  {
    name: "a space that is twice on a site, under different parents, is two objects",
    given: {
      live: [
        ...base.live,
        section("s1", "a", "A"),
        variant("v1", "s1"),
        section("s2", "b", "B"),
        variant("v2", "s2"),
      ],
      desired: [
        ...base.desired,
        desired("site_section.docs/a", { title: "A", path: "a" }),
        declaredVariant("a"),
        desired("site_section.docs/b", { title: "B", path: "b" }),
        declaredVariant("b"),
      ],
    },
    expected: [...imported],
  },
  {
    name: "an object with only the same title is another one",
    given: {
      live: [
        live("collection c1", { title: "C" }),
        live("collection c2", { title: "D" }),
        live("space sp1", { title: "A" }, inside("collection c2")),
        live("space sp2", { title: "A" }),
      ],
      desired: [
        desired("collection.c", { title: "C" }),
        desired("collection.d", { title: "D" }),
        desired("space.a", { title: "A" }, { container: { $ref: "collection.c" } }),
      ],
    },
    expected: ["≈ collection.c by key", "≈ collection.d by key", "+ space.a"],
  },
  {
    name: "a section without a declared parent matches where a create would put it",
    given: {
      live: [...base.live, live("site_space v1", { space: "sp1", path: "elsewhere" })],
      desired: [
        ...base.desired,
        placedNowhere(desired("site_space.docs/guides", { space: { $ref: "space.guides" } })),
      ],
    },
    expected: imported,
  },
  {
    name: "each variant is found by its key if two foreign sections have the same path",
    given: {
      live: [
        ...base.live,
        section("s1", "a", "A"),
        variant("v1", "s1"),
        section("s2", "b", "B"),
        variant("v2", "s2"),
        ...["s1", "s2"].map((of) => variant(`${of}-more`, of, "sp1", "more")),
      ],
      desired: [
        desired("site.docs", { title: "Docs" }, { pin: "site1", owns: [] }),
        guidesSpace,
        ...["s1", "s2"].flatMap((container) =>
          ["guides", "more"].map((path) =>
            desired(
              `site_space.docs/${container}/${path}`,
              { space: { $ref: "space.guides" }, path },
              { container },
            ),
          ),
        ),
      ],
    },
    expected: imported,
  },
])("$name", ({ given, expected }) => {
  // In these cases, the first variant of a section keeps its place. Other tests cover its moves.
  expect(outline(planCase(given)).filter((line) => !line.startsWith(">"))).toEqual(expected);
});
