import { expect, test } from "vitest";
import type { JsonObject } from "../../src/util/json.ts";
import { type Case, desired, into, live, outline, planCase } from "../support/planning.ts";
import { section, variant, wants, wantsVariant } from "./site-structure.ts";

// 21, 52: if the first plan found several possible matches and chose none, a run after a kill chooses none either. The objects that the killed run
// created count as new for it too.

const wantsUnnamed = (at: string, space: string) =>
  desired(`site_space.docs/${at}/${space}`, { space }, into(`site_section.docs/${at}`));
const site = {
  live: [
    ...["sp1", "sp2", "sp3", "sp4"].map((id) => live(`space ${id}`, { title: id })),
    live("site site1", { title: "Docs" }),
  ],
  desired: [desired("site.docs", { title: "Docs" }, { pin: "site1" })],
};
const inSite = (id: string, applied: JsonObject = {}) => ({ id, scopeId: "site1", applied });

interface Interrupted {
  readonly name: string;
  readonly before: Case;
  readonly expected: readonly string[];
  /** The objects that the killed run created, by address. */
  readonly made: Case["live"];
  readonly recovered: Readonly<Record<string, string>>;
  readonly expectedAgain: readonly string[];
}

const shown = { condition: "visitor.claims.beta" };

test.each<Interrupted>([
  {
    name: "a variant matches neither of two variants in other sections",
    before: {
      live: [
        ...site.live,
        ...["a", "b", "c"].flatMap((path, at) => [
          section(path, path),
          variant(`v${at}`, path, { space: "sp1", path: "en" }),
        ]),
        variant("left", "a", { space: "sp2", path: "fr", ...shown }),
      ],
      desired: [
        ...site.desired,
        ...["a", "b", "c"].flatMap((path) => [wants(path), wantsVariant(path, "en", { space: "sp1" })]),
        wantsVariant("b", "one", { space: "sp2" }),
        wantsVariant("c", "two", { space: "sp2" }),
      ],
    },
    expected: ["+ site_space.docs/b/one", "+ site_space.docs/c/two", "- site_space.@left"],
    made: [variant("made", "b", { space: "sp2", path: "one" })],
    recovered: { "site_space.docs/b/one": "made" },
    expectedAgain: ["+ site_space.docs/c/two", "- site_space.@left"],
  },
  {
    name: "the layout's variant matches another one than the state names",
    before: {
      live: [
        ...site.live,
        ...["a", "b", "c"].flatMap((path, at) => [
          section(path, path),
          variant(`v${at}`, path, { space: "sp1", path: "en" }),
        ]),
        variant("kept", "a", { space: "sp2", path: "fr" }),
        variant("stray", "b", { space: "sp3", path: "de" }),
      ],
      desired: [
        ...site.desired,
        ...["a", "b", "c"].flatMap((path) => [wants(path), wantsVariant(path, "en", { space: "sp1" })]),
        wantsVariant("a", "fr", { space: "sp2" }),
        wantsVariant("b", "one", { space: "sp2" }),
        wantsVariant("c", "two", { space: "sp2" }),
      ],
      state: { "site_space.docs/a/fr": inSite("stray") },
    },
    expected: ["+ site_space.docs/b/one", "+ site_space.docs/c/two", "- site_space.@stray"],
    made: [variant("made", "b", { space: "sp2", path: "one" })],
    recovered: { "site_space.docs/b/one": "made" },
    expectedAgain: ["+ site_space.docs/c/two", "- site_space.@stray"],
  },
  {
    name: "a section that left matches neither of two sections with its first space",
    before: {
      live: [...site.live, section("a", "A"), variant("va", "a", { space: "sp1", path: "en" })],
      desired: [
        ...site.desired,
        wants("b", "B"),
        wantsVariant("b", "en", { space: "sp1" }),
        wants("c", "C"),
        wantsVariant("c", "en", { space: "sp1" }),
      ],
    },
    expected: [
      "+ site_section.docs/b",
      "+ site_space.docs/b/en created with site_section.docs/b",
      "+ site_section.docs/c",
      "+ site_space.docs/c/en created with site_section.docs/c",
      "- site_section.@a",
      "- site_space.@va with site_section.@a",
    ],
    made: [section("b", "B"), variant("vb", "b", { space: "sp1", path: "en" })],
    recovered: { "site_section.docs/b": "b" },
    expectedAgain: [
      "+ site_section.docs/c",
      "+ site_space.docs/c/en created with site_section.docs/c",
      "- site_section.@a",
      "- site_space.@va with site_section.@a",
    ],
  },
  {
    name: "a variant that left matches neither of two variants in its place",
    before: {
      live: [
        ...site.live,
        section("a", "a"),
        variant("v0", "a", { space: "sp1", path: "en" }),
        variant("left", "a", { space: "sp2", path: "fr" }),
      ],
      desired: [
        ...site.desired,
        wants("a"),
        wantsVariant("a", "en", { space: "sp1" }),
        wantsUnnamed("a", "sp3"),
        wantsUnnamed("a", "sp4"),
      ],
    },
    expected: ["+ site_space.docs/a/sp3", "+ site_space.docs/a/sp4", "- site_space.@left"],
    made: [variant("made", "a", { space: "sp4", path: "de" })],
    recovered: { "site_space.docs/a/sp4": "made" },
    expectedAgain: ["+ site_space.docs/a/sp3", "- site_space.@left"],
  },
  {
    name: "an object that left matches neither of two similar objects with other keys",
    before: {
      live: [live("space sp1", { title: "Renamed" })],
      desired: [
        desired("space.b", { title: "A" }, { container: null }),
        desired("space.c", { title: "A" }, { container: null }),
      ],
      state: { "space.a": { id: "sp1", applied: { title: "A" }, container: null } },
    },
    expected: ["+ space.b", "+ space.c", "? space.a undeclared"],
    made: [live("space sp9", { title: "A" })],
    recovered: { "space.b": "sp9" },
    expectedAgain: ["+ space.c", "? space.a undeclared"],
  },
])("$name, and no match is guessed again", ({ before, expected, made = [], recovered, expectedAgain }) => {
  const stepsOf = (given: Case) => outline(planCase(given)).filter((line) => /^[-+~>±?] /u.test(line));
  expect(stepsOf(before)).toEqual(expected);
  expect(stepsOf({ ...before, live: [...(before.live ?? []), ...made], recovered })).toEqual(expectedAgain);
});
