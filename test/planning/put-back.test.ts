import { expect, test } from "vitest";
import type { JsonObject } from "../../src/util/json.ts";
import { type Case, desired, inside, into, live, outline, planCase } from "../support/planning.ts";

const site = live("site site1", { title: "Docs", published: true, visibility: "public" });
const group = live("site_section_group g", { title: "G", draft: true });
const shut = live("collection shut", { title: "Shut", defaultLevel: null });
const space = live("space a", { title: "A", defaultLevel: "inherit" });
const sectionThere = [
  live("site_section s", { title: "Next", path: "next" }, inside("site_section_group g")),
  live("site_space v", { space: "a", path: "a" }, { ...inside("site_section s"), isDefault: true }),
];
const sectionOpen = [
  live("site_section s", { title: "Next", path: "next" }),
  live("site_space v", { space: "a", path: "a" }, { ...inside("site_section s"), isDefault: true }),
];
const copy = live("space copy", { title: "B" });
const declared = [
  desired("site.docs", { title: "Docs" }),
  desired("site_section_group.docs/g", { title: "G" }),
  desired("site_section.docs/next", { title: "Next", path: "next" }),
  desired("site_space.docs/next/a", { space: { $ref: "space.a" } }, into("site_section.docs/next")),
  desired("collection.shut", { title: "Shut" }, { container: null }),
  desired("space.a", { title: "A" }, { container: null }),
];
const state = (section: JsonObject = {}, variant: JsonObject = {}): NonNullable<Case["state"]> => ({
  "site.docs": { id: "site1", applied: { title: "Docs" } },
  "site_section_group.docs/g": {
    id: "g",
    scopeId: "site1",
    applied: { title: "G" },
    container: null,
    rank: 0,
  },
  "site_section.docs/next": {
    id: "s",
    scopeId: "site1",
    applied: { title: "Next", path: "next" },
    container: null,
    rank: 1,
    ...(Object.keys(section).length > 0 && { undeclared: section }),
  },
  "site_space.docs/next/a": {
    id: "v",
    scopeId: "site1",
    applied: { space: "a" },
    container: "s",
    ...(Object.keys(variant).length > 0 && { undeclared: variant }),
  },
  "collection.shut": { id: "shut", applied: { title: "Shut" }, container: null },
  "space.a": { id: "a", applied: { title: "A" }, container: null },
});
const withoutSection = [site, group, shut, space];

/** The layout gets a second variant, for a space that a person deleted. The live one with its title is another space. */
const shownAgain = (objects: NonNullable<Case["live"]>, pin: { readonly pin?: string } = {}): Case => ({
  live: objects,
  desired: [
    ...declared.filter(({ type }) => type !== "site_section_group" && type !== "collection"),
    desired("space.b", { title: "B" }, { container: null, ...pin }),
    desired("site_space.docs/next/b", { space: { $ref: "space.b" } }, into("site_section.docs/next")),
  ],
  state: { ...state(), "space.b": { id: "b", applied: { title: "B" }, container: null } },
});

test.each<{ name: string; given: Case; refused: boolean }>([
  {
    name: "a section that a person deleted",
    given: { live: withoutSection, desired: declared, state: state() },
    refused: true,
  },
  {
    name: "a section that a person deleted, with a new variant that shows the same content",
    given: {
      live: withoutSection,
      desired: [
        ...declared,
        desired("site_space.docs/next/b", { space: { $ref: "space.a" } }, into("site_section.docs/next")),
      ],
      state: state(),
    },
    refused: true,
  },
  {
    name: "a space that a person deleted, while a new variant shows another space with its title",
    given: shownAgain([site, space, copy, ...sectionOpen]),
    refused: true,
  },
  {
    name: "a space that a person deleted, while a new variant shows one with its title that readers already see",
    given: shownAgain([
      site,
      live("site site2", site.attributes),
      space,
      copy,
      ...sectionOpen,
      live("site_section s2", { title: "Next", path: "next" }, { scopeId: "site2" }),
      live("site_space v2", { space: "copy" }, { ...inside("site_section s2"), scopeId: "site2" }),
    ]),
    refused: false,
  },
  {
    name: "a space that a person deleted, while the layout pins another one that a new variant shows",
    given: shownAgain([site, space, copy, ...sectionOpen], { pin: "copy" }),
    refused: false,
  },
  {
    name: "a section that a person deleted and made again, with a new variant that shows another space",
    given: shownAgain([
      site,
      space,
      live("space b", { title: "B" }),
      live("site_section s2", { title: "Next", path: "next" }),
      live("site_space v2", { space: "a", path: "a" }, { ...inside("site_section s2"), isDefault: true }),
    ]),
    refused: true,
  },
  {
    name: "a section that was a draft when a person deleted it",
    given: { live: withoutSection, desired: declared, state: state({ draft: true }) },
    refused: false,
  },
  {
    name: "a section that only some visitors saw when a person deleted it",
    given: { live: withoutSection, desired: declared, state: state({ condition: "visitor.claims.beta" }) },
    refused: true,
  },
  {
    name: "a section whose variant was a draft when a person deleted it",
    given: { live: withoutSection, desired: declared, state: state({}, { draft: true }) },
    refused: false,
  },
  {
    name: "a section that a person moved into a draft group",
    given: { live: [...withoutSection, ...sectionThere], desired: declared, state: state() },
    refused: true,
  },
  {
    name: "a space that a person moved into a collection without access",
    given: {
      live: [
        { ...site, attributes: { ...site.attributes, published: false } },
        group,
        shut,
        live("space a", { title: "A", defaultLevel: "inherit" }, inside("collection shut")),
        ...sectionOpen,
      ],
      desired: declared,
      state: state(),
    },
    refused: true,
  },
  {
    name: "a variant that a person deleted and made again in a draft group",
    given: {
      live: [
        ...withoutSection,
        live("site_section s", { title: "Next", path: "next" }),
        live("site_section t", { title: "Draft", path: "draft" }, inside("site_section_group g")),
        live("site_space w", { space: "a", path: "again" }, { ...inside("site_section t"), isDefault: true }),
      ],
      desired: [
        ...declared,
        desired(
          "site_section.docs/draft",
          { title: "Draft", path: "draft" },
          { ...into("site_section_group.docs/g"), owns: ["site_space"] },
        ),
      ],
      state: {
        ...state(),
        "site_section.docs/draft": {
          id: "t",
          scopeId: "site1",
          applied: { title: "Draft", path: "draft" },
          container: "g",
        },
      },
    },
    refused: true,
  },
  {
    name: "a section that a person deleted, and whose path the layout gives to one in a draft group",
    given: {
      live: [...withoutSection, ...sectionThere],
      desired: [
        ...declared.filter(({ type }) => !type.startsWith("site_s") || type === "site_section_group"),
        desired("site_section.docs/next", { title: "Guides", path: "next" }, { container: null }),
        desired("site_space.docs/next/a", { space: { $ref: "space.a" } }, into("site_section.docs/next")),
        desired(
          "site_section.docs/guides",
          { title: "Next", path: "guides" },
          into("site_section_group.docs/g"),
        ),
        desired("site_space.docs/guides/a", { space: { $ref: "space.a" } }, into("site_section.docs/guides")),
      ],
      state: {
        ...state(),
        "site_section.docs/next": {
          id: "s",
          scopeId: "site1",
          applied: { title: "Next", path: "next" },
          container: "g",
          rank: 0,
        },
        "site_section.docs/guides": {
          id: "t",
          scopeId: "site1",
          applied: { title: "Guides", path: "guides" },
          container: null,
          rank: 1,
        },
        "site_space.docs/guides/a": { id: "w", scopeId: "site1", applied: { space: "a" }, container: "t" },
      },
    },
    refused: true,
  },
])("only an undo that opens something needs permission: $name", ({ given, refused }) => {
  expect(outline(planCase(given)).includes("guard/undo")).toBe(refused);
  // Without a state nobody knows that it is an undo.
  const { state: _, ...unknown } = given;
  expect(outline(planCase(unknown))).not.toContain("guard/undo");
});

test("an object that is put back gets the values that the state remembers, and keeps them undeclared", () => {
  const { plan } = planCase({
    live: withoutSection,
    desired: declared,
    state: state({ draft: true, condition: "visitor.claims.beta" }),
  });
  expect(plan?.steps).toContainEqual(
    expect.objectContaining({
      action: "create",
      address: "site_section.docs/next",
      attributes: { title: "Next", path: "next", draft: true, condition: "visitor.claims.beta" },
    }),
  );
  expect(plan?.managed["site_section.docs/next"]).toMatchObject({
    attributes: { title: "Next", path: "next" },
    undeclared: { draft: true, condition: "visitor.claims.beta" },
  });
});
