import { expect, test } from "vitest";
import type { DesiredObject } from "../../src/model/desired-world.ts";
import { type ApiVersion, apiVersions } from "../../src/model/endpoint.ts";
import type { LiveObject } from "../../src/model/snapshot.ts";
import { type Case, desired, inside, into, live, outline, planCase } from "../support/planning.ts";
import { siteBeside } from "./site-structure.ts";

// Contents count more than keys, where the title goes with them. A structure in short form, before and after an edit of the layout.

type Variant = string | { readonly space: string; readonly path?: string; readonly title?: string };
interface Section {
  readonly title: string;
  readonly path: string;
  readonly variants: readonly Variant[];
  readonly rest?: Partial<DesiredObject>;
}
interface Group {
  readonly group: string;
  readonly children: readonly Item[];
  readonly rest?: Partial<DesiredObject>;
}
type Item = Section | Group;

const spaces = ["x", "y", "z", "u"];
const base = siteBeside(spaces);

const section = (
  title: string,
  path: string,
  variants: readonly Variant[],
  rest: Partial<DesiredObject> = {},
): Section => ({ title, path, variants, rest });
const group = (title: string, ...children: readonly Item[]): Group => ({ group: title, children });
const variantOf = (each: Variant) => (typeof each === "string" ? { space: each } : each);

/** The live objects of a structure. Their ids are their paths, and the titles of groups. */
function liveIn(items: readonly Item[], parent = ""): readonly LiveObject[] {
  const container = parent === "" ? {} : inside(`site_section_group ${parent}`);
  return items.flatMap((item) => {
    if ("group" in item) {
      const id = `${parent}/${item.group}`;
      return [
        live(`site_section_group ${id}`, { title: item.group }, container),
        ...liveIn(item.children, id),
      ];
    }
    const { title, path, variants } = item;
    return [
      live(`site_section ${path}`, { title, path }, container),
      ...variants.map(variantOf).map((each) => {
        const attributes = { ...each, space: `sp-${each.space}`, path: each.path ?? each.space };
        return live(`site_space ${path}/${attributes.path}`, attributes, inside(`site_section ${path}`));
      }),
    ];
  });
}

function desiredIn(items: readonly Item[], parent = ""): readonly DesiredObject[] {
  const place = parent === "" ? {} : into(`site_section_group.docs${parent}`);
  return items.flatMap((item) => {
    if ("group" in item) {
      const name = `${parent}/${item.group}`;
      return [
        desired(`site_section_group.docs${name}`, { title: item.group }, { ...place, ...item.rest }),
        ...desiredIn(item.children, name),
      ];
    }
    const { title, path, variants, rest = {} } = item;
    return [
      desired(`site_section.docs/${path}`, { title, path }, { ...place, ...rest }),
      ...variants
        .map(variantOf)
        .map(({ space, ...each }) =>
          desired(
            `site_space.docs/${path}/${each.path ?? space}`,
            { space: { $ref: `space.${space}` }, ...each },
            into(`site_section.docs/${path}`),
          ),
        ),
    ];
  });
}

/** The state after an apply of the structure. */
function stateIn(items: readonly Item[]): NonNullable<Case["state"]> {
  const objects = desiredIn(items);
  const ids = new Map(objects.map(({ address }, at) => [address, liveIn(items)[at]?.id ?? ""]));
  return Object.fromEntries(
    objects.map(({ address, attributes, container }) => [
      address,
      {
        id: ids.get(address) ?? "",
        scopeId: "site1",
        applied: Object.fromEntries(
          Object.entries(attributes).map(([name, value]) => [
            name,
            typeof value === "string"
              ? value
              : `sp-${(value as { $ref: string }).$ref.slice("space.".length)}`,
          ]),
        ),
        container: container ? (ids.get((container as { $ref: string }).$ref) ?? null) : null,
        rank: 0,
      },
    ]),
  );
}

interface Edit {
  readonly name: string;
  readonly before: readonly Item[];
  readonly after: readonly Item[];
  /** The steps that write, without former addresses. */
  readonly expected: readonly string[];
  /** Absent: all of them. */
  readonly versions?: readonly ApiVersion[];
}

const guides = section("Guides", "guides", ["x"]);
const next = section("Next", "next", ["y"]);
const api = section("API", "api", ["z"]);
const several = (path: string, ...variants: readonly Variant[]) => section("Guides", path, variants);

const edits: readonly Edit[] = [
  {
    name: "two sections exchange their paths",
    before: [guides, next],
    after: [
      { ...guides, path: "next" },
      { ...next, path: "guides" },
    ],
    expected: ["~ site_section.docs/next path", "~ site_section.docs/guides path"],
  },
  {
    name: "two sections with several variants exchange their paths",
    before: [
      section("Guides", "guides", ["x", { space: "z", path: "fr" }]),
      section("Next", "next", ["y", { space: "u", path: "fr" }, { space: "x", path: "de" }]),
    ],
    after: [
      section("Guides", "next", ["x", { space: "z", path: "fr" }]),
      section("Next", "guides", ["y", { space: "u", path: "fr" }, { space: "x", path: "de" }]),
    ],
    expected: ["~ site_section.docs/next path", "~ site_section.docs/guides path"],
  },
  {
    name: "two sections exchange their paths, and their variants show other spaces at the same paths",
    before: [
      section("Guides", "guides", ["x", { space: "y", path: "v" }]),
      section("Next", "next", ["z", { space: "u", path: "v" }]),
    ],
    after: [
      section("Guides", "next", ["x", { space: "u", path: "v" }]),
      section("Next", "guides", ["z", { space: "y", path: "v" }]),
    ],
    expected: [
      "~ site_section.docs/next path",
      "~ site_section.docs/guides path",
      "~ site_space.docs/next/v space",
      "~ site_space.docs/guides/v space",
    ],
  },
  {
    name: "three sections exchange their paths in a ring",
    before: [guides, next, api],
    after: [
      { ...guides, path: "next" },
      { ...next, path: "api" },
      { ...api, path: "guides" },
    ],
    expected: [
      "~ site_section.docs/next path",
      "~ site_section.docs/api path",
      "~ site_section.docs/guides path",
    ],
  },
  {
    name: "sections in two groups exchange their paths",
    before: [group("G", guides, api), group("H", next)],
    after: [group("G", { ...guides, path: "next" }, api), group("H", { ...next, path: "guides" })],
    expected: ["~ site_section.docs/next path", "~ site_section.docs/guides path"],
  },
  {
    name: "sections that show the same space exchange their paths",
    before: [guides, section("FAQ", "faq", ["x"])],
    after: [{ ...guides, path: "faq" }, section("FAQ", "guides", ["x"])],
    expected: ["~ site_section.docs/faq path", "~ site_section.docs/guides path"],
  },
  {
    name: "a section takes the path of one that leaves",
    before: [guides, next],
    after: [{ ...guides, path: "next" }],
    expected: [
      "~ site_section.docs/next path",
      "- site_section.@next",
      "- site_space.@next/y with site_section.@next",
    ],
  },
  {
    name: "a new section takes the path of one that stays",
    before: [guides],
    after: [{ ...guides, path: "next" }, section("New", "guides", ["z"])],
    expected: [
      "~ site_section.docs/next path",
      "+ site_section.docs/guides",
      "+ site_space.docs/guides/z created with site_section.docs/guides",
    ],
  },
  {
    name: "a section that shows another space under its title and path keeps them beside a section that shows its former space",
    before: [guides],
    after: [section("Guides", "guides", ["z"]), section("Guides", "archive", ["x"])],
    expected: [
      "~ site_space.docs/guides/z space",
      "+ site_section.docs/archive",
      "+ site_space.docs/archive/x created with site_section.docs/archive",
    ],
  },
  {
    name: "a new section with the former title of one that keeps its path and its space is another one",
    before: [guides],
    after: [{ ...guides, title: "Manual" }, section("Guides", "more", ["x"])],
    expected: [
      "~ site_section.docs/guides title",
      "+ site_section.docs/more",
      "+ site_space.docs/more/x created with site_section.docs/more",
    ],
  },
  {
    name: "a new section takes the path of another one, and shows what that shows",
    before: [guides],
    after: [{ ...guides, path: "manual" }, section("New", "guides", ["z", { space: "x", path: "x" }])],
    expected: [
      "~ site_section.docs/manual path",
      "+ site_section.docs/guides",
      "+ site_space.docs/guides/z created with site_section.docs/guides",
      "+ site_space.docs/guides/x",
    ],
  },
  {
    name: "a new section takes the path of another one, and has a variant with the path of one in that",
    before: [section("Guides", "guides", ["x", { space: "y", path: "v" }])],
    after: [
      section("New", "guides", ["z", { space: "u", path: "v" }]),
      section("Guides", "manual", ["x", { space: "z", path: "v" }]),
    ],
    expected: [
      "~ site_section.docs/manual path",
      "~ site_space.docs/manual/v space",
      "+ site_section.docs/guides",
      "+ site_space.docs/guides/z created with site_section.docs/guides",
      "+ site_space.docs/guides/v",
    ],
  },
  {
    name: "two sections exchange their titles",
    before: [guides, next],
    after: [
      { ...guides, title: "Next" },
      { ...next, title: "Guides" },
    ],
    expected: ["~ site_section.docs/guides title", "~ site_section.docs/next title"],
  },
  {
    name: "two sections exchange their spaces, as a release does",
    before: [guides, next],
    after: [
      { ...guides, variants: ["y"] },
      { ...next, variants: ["x"] },
    ],
    expected: ["~ site_space.docs/guides/y space", "~ site_space.docs/next/x space"],
  },
  {
    name: "two equal sections keep their keys",
    before: [guides, section("Guides", "next", ["x"]), api],
    after: [section("Guides", "guides", ["x"]), section("Guides", "api", ["x"]), { ...api, path: "next" }],
    expected: ["~ site_section.docs/next path", "~ site_section.docs/api path"],
  },
  {
    name: "two variants exchange their paths",
    before: [several("guides", { space: "x", path: "latest" }, { space: "y", path: "next" })],
    after: [several("guides", { space: "x", path: "next" }, { space: "y", path: "latest" })],
    expected: ["~ site_space.docs/guides/next path", "~ site_space.docs/guides/latest path"],
  },
  {
    name: "three variants exchange their paths in a ring",
    before: [
      several("guides", { space: "x", path: "a" }, { space: "y", path: "b" }, { space: "z", path: "c" }),
    ],
    after: [
      several("guides", { space: "x", path: "b" }, { space: "y", path: "c" }, { space: "z", path: "a" }),
    ],
    expected: [
      "~ site_space.docs/guides/b path",
      "~ site_space.docs/guides/c path",
      "~ site_space.docs/guides/a path",
    ],
  },
  {
    name: "a variant takes the path of another one, which gets a new path",
    before: [several("guides", { space: "x", path: "latest" }, { space: "y", path: "next" })],
    after: [several("guides", { space: "x", path: "old" }, { space: "y", path: "latest" })],
    expected: ["~ site_space.docs/guides/old path", "~ site_space.docs/guides/latest path"],
  },
  {
    name: "variants of one space get other paths, in their order",
    before: [several("guides", "y", { space: "x", path: "a" }, { space: "x", path: "b" })],
    after: [several("guides", "y", { space: "x", path: "c" }, { space: "x", path: "d" })],
    expected: ["~ site_space.docs/guides/c path", "~ site_space.docs/guides/d path"],
  },
  {
    name: "a release shows other spaces at the same paths",
    before: [several("guides", { space: "x", path: "latest" }, { space: "y", path: "next" })],
    after: [several("guides", { space: "y", path: "latest" }, { space: "z", path: "next" })],
    expected: ["~ site_space.docs/guides/latest space", "~ site_space.docs/guides/next space"],
  },
  {
    name: "variants with titles of their own show each other's spaces under the same titles and paths",
    before: [
      several(
        "guides",
        { space: "x", path: "latest", title: "Latest" },
        { space: "y", path: "next", title: "Next" },
      ),
    ],
    after: [
      several(
        "guides",
        { space: "y", path: "latest", title: "Latest" },
        { space: "x", path: "next", title: "Next" },
      ),
    ],
    expected: ["~ site_space.docs/guides/latest space", "~ site_space.docs/guides/next space"],
    versions: ["current"],
  },
  {
    name: "variants with titles of their own exchange their paths",
    before: [
      several(
        "guides",
        { space: "x", path: "latest", title: "One" },
        { space: "y", path: "next", title: "Two" },
      ),
    ],
    after: [
      several(
        "guides",
        { space: "x", path: "next", title: "One" },
        { space: "y", path: "latest", title: "Two" },
      ),
    ],
    expected: ["~ site_space.docs/guides/next path", "~ site_space.docs/guides/latest path"],
    versions: ["current"],
  },
  {
    name: "a variant shows the space of another one, whose path the layout does not declare",
    before: [several("guides", "x", { space: "y", path: "fr" })],
    after: [several("guides", "y", { space: "x", path: "fr" })],
    expected: ["~ site_space.docs/guides/y space", "~ site_space.docs/guides/fr space"],
  },
  {
    name: "a group and the group in it get other titles",
    before: [group("Manuals", group("Old", guides, next))],
    after: [group("Handbooks", group("New", guides, next))],
    expected: ["~ site_section_group.docs/Handbooks title", "~ site_section_group.docs/Handbooks/New title"],
  },
  {
    name: "a group, the group in it and the section in that get other titles and paths",
    before: [group("Manuals", group("Old", guides), next), group("More", api)],
    after: [group("Handbooks", group("New", section("Books", "books", ["x"])), next), group("More", api)],
    expected: [
      "~ site_section_group.docs/Handbooks title",
      "~ site_section_group.docs/Handbooks/New title",
      "~ site_section.docs/books title path",
    ],
  },
  {
    name: "groups of one title keep their contents when the groups around them get other titles",
    before: [group("A", group("API", guides)), group("B", group("API", next))],
    after: [group("D", group("API", next)), group("C", group("API", guides))],
    expected: [
      "> site_section_group.docs/D in root after nothing",
      "~ site_section_group.docs/D title",
      "~ site_section_group.docs/C title",
    ],
    versions: ["classic", "current"],
  },
  {
    name: "two groups exchange their titles",
    before: [group("G", guides, next), group("H", api)],
    after: [group("H", guides, next), group("G", api)],
    expected: ["~ site_section_group.docs/H title", "~ site_section_group.docs/G title"],
  },
  {
    name: "a section exchanges its path with another one while its group gets another title",
    before: [group("G", guides, next)],
    after: [group("H", { ...guides, path: "next" }, { ...next, path: "guides" })],
    expected: [
      "~ site_section_group.docs/H title",
      "~ site_section.docs/next path",
      "~ site_section.docs/guides path",
    ],
  },
];

const writing = (given: Case): readonly string[] =>
  outline(planCase(given))
    .filter((line) => !/^[=≈]/u.test(line) && !line.startsWith("guard/"))
    .map((line) => line.replace(/ \(was .*\)$/u, ""));

/** Without a state, deleted objects have their ids for names. With one, only those have whose addresses mean other objects by now. */
function caseOf({ before, after }: Pick<Edit, "before" | "after">): Case {
  return {
    live: [...base.live, ...liveIn(before)],
    desired: [...base.desired, ...desiredIn(after)],
    state: { ...base.state, ...stateIn(before) },
  };
}

const byVersion = edits.flatMap(({ versions = apiVersions, ...each }) =>
  versions.map((apiVersion) => ({ ...each, apiVersion })),
);

test.each(byVersion)("$name, known by the state ($apiVersion)", ({ expected, apiVersion, ...edit }) => {
  const lines = writing({ ...caseOf(edit), apiVersion }).map((line) =>
    line.replace("site_space.docs/next/y with", "site_space.@next/y with"),
  );
  expect(lines.toSorted()).toEqual(expected.toSorted());
});

test.each(byVersion)("$name, without a state ($apiVersion)", ({ expected, apiVersion, ...edit }) => {
  const { state: _state, ...given } = caseOf(edit);
  expect(writing({ ...given, apiVersion }).toSorted()).toEqual(expected.toSorted());
});

test("a section that shows the space of another one with its title keeps its path, if that one leaves", () => {
  const { state = {}, ...given } = caseOf({
    before: [guides, section("Guides", "old", ["z"])],
    after: [section("Guides", "guides", ["z"])],
  });
  for (const known of [{ state }, {}])
    expect(writing({ ...given, ...known }).filter((line) => !line.startsWith("-"))).toEqual([
      "~ site_space.docs/guides/z space",
    ]);
});

test("a section with a new path and title is the one that left its group, and not one that left another group", () => {
  const given = caseOf({
    before: [group("G", guides, api), group("H", section("FAQ", "faq", ["x"]), next)],
    after: [group("G", section("Manual", "manual", ["x"]), api), group("H", next)],
  });
  expect(writing(given)).toContain("~ site_section.docs/manual title path");
});

test("a group with a new title is the one with its sections, although its group is gone and new", () => {
  const given = caseOf({
    before: [group("G", group("API", guides)), next],
    after: [group("Manual", group("Reference", guides)), next],
  });
  const moved = given.live?.filter(({ id }) => id !== "/G");
  const live = moved?.map((object) => (object.id === "/G/API" ? { ...object, container: null } : object));
  expect(writing({ ...given, ...(live && { live }) })).toContain(
    "~ site_section_group.docs/Manual/Reference title",
  );
});

test("a new group does not get the group with its title that the state has in another group", () => {
  const given = caseOf({
    before: [group("G", group("API", guides)), next],
    after: [group("API", next), group("G", group("API", guides))],
  });
  expect(writing(given)).toContain("+ site_section_group.docs/API");
});

test("a rerun decides as the interrupted run did, whatever that has changed", () => {
  const { state = {}, ...given } = caseOf({
    before: [section("Guides", "guides", ["x"]), next, section("Guides", "old", ["x"])],
    after: [section("Manual", "guides", ["x"]), section("Guides", "next", ["x"])],
  });
  const imported = Object.fromEntries(
    Object.entries(state).map(([address, entry]) => [address, { ...entry, applied: {} }]),
  );
  const begun = given.live?.map((each) =>
    each.id === "guides" ? { ...each, attributes: { ...each.attributes, title: "Manual" } } : each,
  );
  const recovered = { "site_section.docs/guides": "guides", "site_section.docs/next": "next" };
  const deleted = (lines: readonly string[]) => lines.filter((line) => line.startsWith("- site_section"));
  const expected = ["- site_section.docs/old"];
  expect(deleted(writing({ ...given, state: imported }))).toEqual(expected);
  expect(deleted(writing({ ...given, state: imported, live: begun ?? [], recovered }))).toEqual(expected);
});

const wasAt = (path: string) => ({ was: { path } });
/** The sections go along with their spaces, not with their titles and paths. */
const exchangedByWas = {
  before: [guides, next],
  after: [section("Next", "next", ["x"], wasAt("guides")), section("Guides", "guides", ["y"], wasAt("next"))],
};
const bothPatched = ["~ site_section.docs/guides title path", "~ site_section.docs/next title path"];

test.each([
  { known: "known by the state", rest: {} },
  { known: "without a state", rest: { state: undefined } },
])("`was:` on both of two exchanged sections counts more than their keys ($known)", ({ rest }) => {
  const { state, ...given } = { ...caseOf(exchangedByWas), ...rest };
  expect(writing({ ...given, ...(state && { state }) }).toSorted()).toEqual(bothPatched);
});

test("`was:` has no effect once a run has followed it", () => {
  const { after } = exchangedByWas;
  const { state = {}, ...given } = caseOf({ before: after, after });
  const followed = Object.fromEntries(
    Object.entries(state).map(([address, entry]) => [
      address,
      address === "site_section.docs/next"
        ? { ...entry, was: ["guides"] }
        : address === "site_section.docs/guides"
          ? { ...entry, was: ["next"] }
          : entry,
    ]),
  );
  expect(writing(given)).toEqual([]);
  expect(writing({ ...given, state: followed })).toEqual([]);
  const edited = after.map((each) => ({ ...each, title: `${each.title} of today`, variants: ["z"] }));
  expect(
    writing({ ...given, desired: [...base.desired, ...desiredIn(edited)], state: followed }).toSorted(),
  ).toEqual([
    "~ site_section.docs/guides title",
    "~ site_section.docs/next title",
    "~ site_space.docs/guides/z space",
    "~ site_space.docs/next/z space",
  ]);
});

test("without a state, the contents of groups show that a run has followed `was:`", () => {
  const after = [
    { ...group("H", guides, next), rest: { was: { title: "G" } } },
    { ...group("G", api), rest: { was: { title: "H" } } },
  ];
  const { state: _state, ...given } = caseOf({ before: after, after });
  expect(writing(given)).toEqual([]);
});

test("`was:` on one of two exchanged sections is enough if the other one finds its contents", () => {
  const [, second = next] = exchangedByWas.after;
  const given = caseOf({ before: [guides, next], after: [section("Next", "next", ["x"]), second] });
  expect(writing(given).toSorted()).toEqual(bothPatched);
});

test("`was:` is an error if it leaves an object without an entry", () => {
  const given = caseOf({
    before: [guides, next],
    after: [section("New", "guides", ["z"], wasAt("next"))],
  });
  expect(writing(given)).toEqual(["plan/both-keys-exist"]);
});

test("a new entry does not take the object of another one by `was:`", () => {
  const given = caseOf({
    before: [guides, next],
    after: [guides, next, section("More", "more", ["z"], wasAt("next"))],
  });
  expect(writing(given)).toEqual([
    "+ site_section.docs/more",
    "+ site_space.docs/more/z created with site_section.docs/more",
  ]);
});

const spaceOf = (key: string, title: string, was?: string) =>
  desired(`space.${key}`, { title }, { container: null, ...(was !== undefined && { was: { title: was } }) });
const twoSpaces: Case = {
  live: [live("space a", { title: "A" }), live("space b", { title: "B" })],
  state: {
    "space.a": { id: "a", applied: { title: "A" }, container: null },
    "space.b": { id: "b", applied: { title: "B" }, container: null },
  },
};

test("`was:` exchanges objects without known contents too, once", () => {
  const given = { ...twoSpaces, desired: [spaceOf("a", "A", "B"), spaceOf("b", "B", "A")] };
  expect(outline(planCase(given))).toEqual([
    "~ space.a title (was space.b)",
    "~ space.b title (was space.a)",
  ]);
  const followed: Case = {
    ...given,
    live: [live("space b", { title: "A" }), live("space a", { title: "B" })],
    state: {
      "space.a": { id: "b", applied: { title: "A" }, container: null, was: ["B", null] },
      "space.b": { id: "a", applied: { title: "B" }, container: null, was: ["A", null] },
    },
  };
  expect(outline(planCase(followed))).toEqual([]);
});

test("`was:` is an error if another object keeps the one that it names, in any order", () => {
  for (const [former, objects] of [
    ["A", [spaceOf("a", "A"), spaceOf("b", "B", "A")]],
    ["B", [spaceOf("a", "A", "B"), spaceOf("b", "B")]],
  ] as const)
    expect(outline(planCase({ ...twoSpaces, desired: objects })), former).toEqual(["plan/both-keys-exist"]);
});

test("`was:` is an error if it names the collection around an object", () => {
  const given = {
    live: [
      live("collection a", { title: "A" }),
      live("collection b", { title: "B" }, inside("collection a")),
    ],
    desired: [
      desired("collection.a", { title: "A" }, { container: null }),
      desired("collection.b", { title: "B" }, { ...into("collection.a"), was: { title: "A" }, wasIn: null }),
    ],
    state: {
      "collection.a": { id: "a", applied: { title: "A" }, container: null },
      "collection.b": { id: "b", applied: { title: "B" }, container: "a" },
    },
  };
  expect(outline(planCase(given))).toEqual(["plan/both-keys-exist"]);
});

test("without a state, nothing would show that `was:` has exchanged such objects", () => {
  const { state: _state, ...rest } = twoSpaces;
  const given = { ...rest, desired: [spaceOf("a", "A", "B"), spaceOf("b", "B", "A")] };
  expect(outline(planCase(given))).toEqual(["plan/both-keys-exist", "plan/both-keys-exist"]);
});

test("keys that are numbers of a list say nothing about spaces, so each space stays at its key", () => {
  const given = {
    ...twoSpaces,
    desired: [spaceOf("a", "New"), spaceOf("b", "A"), spaceOf("c", "B")],
  };
  expect(outline(planCase(given))).toEqual(["~ space.a title", "~ space.b title", "+ space.c"]);
});

/** Sections of an app that makes them in a loop. The app declares what it had, and deletes what it no longer declares. */
const inLoop = (items: readonly Section[]): readonly DesiredObject[] =>
  items.flatMap(({ title, path, variants }, at) => [
    desired(`site_section.page-${at}`, { title, path }, { owns: [] }),
    ...variants
      .map(variantOf)
      .map(({ space }) =>
        desired(
          `site_space.page-${at}`,
          { space: { $ref: `space.${space}` } },
          { ...into(`site_section.page-${at}`), owns: [] },
        ),
      ),
  ]);
const unowned = base.desired.map((each) => ({ ...each, owns: [] }));
const loopCase = (after: readonly Section[]): Case => {
  const before = [guides, next, api];
  const inState = stateIn(before);
  const ids = ["guides", "guides/x", "next", "next/y", "api", "api/z"];
  const entries = inLoop(before).map(({ address }, at) => [
    address,
    Object.values(inState).find(({ id }) => id === ids[at]) ?? { id: "" },
  ]);
  return {
    live: [...base.live, ...liveIn(before)],
    desired: [...unowned, ...inLoop(after)],
    state: { ...base.state, ...(Object.fromEntries(entries) as NonNullable<Case["state"]>) },
    deletesRemoved: true,
  };
};

test("sections with numbers of a list for keys stay the same by their contents", () => {
  expect(writing(loopCase([next, api]))).toEqual([
    "- site_section.@guides",
    "- site_space.@guides/x with site_section.@guides",
  ]);
  expect(writing(loopCase([section("New", "new", ["u"]), guides, next, api]))).toEqual([
    "+ site_section.page-0",
    "+ site_space.page-0 created with site_section.page-0",
  ]);
});

test("a new section is not the one of somebody else that shows the same space", () => {
  const given: Case = {
    live: [...base.live, ...liveIn([guides])],
    desired: [...unowned, ...inLoop([section("New", "new", ["x"])])],
    state: base.state ?? {},
  };
  expect(writing(given)).toEqual([
    "+ site_section.page-0",
    "+ site_space.page-0 created with site_section.page-0",
  ]);
});

test("without a state, a variant in a section that the layout does not own is known by its space", () => {
  const wanted = inLoop([guides]).map((object) =>
    object.type === "site_space"
      ? { ...object, attributes: { ...object.attributes, path: "start" } }
      : object,
  );
  const given: Case = {
    live: [...base.live, ...liveIn([guides])],
    desired: [...unowned, ...wanted],
    state: base.state ?? {},
  };
  expect(writing(given)).toEqual(["~ site_space.page-0 path"]);
});

test("what people exchange in the app is changed back in its place", () => {
  const before = [several("guides", { space: "x", path: "latest" }, { space: "y", path: "next" })];
  const given = caseOf({ before, after: before });
  const exchangedSpaces = new Map<unknown, string>([
    ["sp-x", "sp-y"],
    ["sp-y", "sp-x"],
  ]);
  const inApp = given.live?.map((each) => {
    const space = exchangedSpaces.get(each.attributes["space"]);
    return space === undefined ? each : { ...each, attributes: { ...each.attributes, space } };
  });
  expect(writing({ ...given, live: inApp ?? [] })).toEqual([
    "~ site_space.docs/guides/latest space",
    "~ site_space.docs/guides/next space",
  ]);
});

test("an object whose address means another one is still protected", () => {
  const { state = {}, ...given } = caseOf({ before: [guides, next], after: [{ ...guides, path: "next" }] });
  const entry = state["site_section.docs/next"] ?? { id: "" };
  const guarded = { ...state, "site_section.docs/next": { ...entry, protect: true as const } };
  expect(outline(planCase({ ...given, state: guarded }))).toContain("guard/protected");
});

test("an object that an interrupted run created at the address of another one is found again", () => {
  const given = caseOf({
    before: [guides],
    after: [{ ...guides, path: "next" }, section("New", "guides", ["z"])],
  });
  const made = [
    live("site_section made", { title: "New", path: "new" }),
    live("site_space made/z", { space: "sp-z", path: "z" }, inside("site_section made")),
  ];
  const recovered = { "site_section.docs/guides": "made", "site_space.docs/guides/z": "made/z" };
  expect(writing({ ...given, live: [...(given.live ?? []), ...made], recovered })).toEqual([
    "~ site_section.docs/next path",
    "~ site_section.docs/guides path",
  ]);
});

const puttingBack: readonly (Pick<Edit, "before" | "after"> & { readonly name: string })[] = [
  { name: "another path", before: [guides, next], after: [{ ...guides, path: "books" }, next] },
  {
    name: "another path and title",
    before: [guides, next],
    after: [section("Books", "books", ["x"]), next],
  },
  {
    name: "the path of another section",
    before: [guides, next],
    after: [
      { ...guides, path: "next" },
      { ...next, path: "guides" },
    ],
  },
  {
    name: "another path and other contents, which was: says",
    before: [guides, next],
    after: [section("Books", "books", ["z"], { was: { path: "guides" } }), next],
  },
];

test.each(puttingBack)("a section that somebody deleted is put back with $name", (edit) => {
  const { live: all = [], ...given } = caseOf(edit);
  const left = all.filter(({ id }) => id !== "guides" && !id.startsWith("guides/"));
  const { plan } = planCase({ ...given, live: left });
  const creates = plan?.steps.filter(({ action }) => action === "create") ?? [];
  expect(creates.find(({ type }) => type === "site_section")).toMatchObject({ undoes: true });
  expect(plan?.steps.filter(({ action }) => action === "forget").map(({ type }) => type)).not.toContain(
    "site_section",
  );
});

test("the name decides which of two deleted sections with the same space is put back under another path", () => {
  const { live: all = [], ...given } = caseOf({
    before: [guides, section("Books", "books", ["x"])],
    after: [{ ...guides, path: "one" }, section("Books", "two", ["x"])],
  });
  const { plan } = planCase({ ...given, live: all.filter(({ type }) => !type.startsWith("site_s")) });
  const undone = plan?.steps.filter(
    (step) => step.type === "site_section" && "undoes" in step && step.undoes,
  );
  expect(undone?.map(({ address }) => address)).toEqual(["site_section.docs/one", "site_section.docs/two"]);
});

test("a new section with the space of one that somebody deleted, and that the layout still has, is new", () => {
  const { live: all = [], ...given } = caseOf({
    before: [guides, next],
    after: [section("Guides", "guides", ["z"]), section("Books", "books", ["x"]), next],
  });
  const left = all.filter(({ id }) => id !== "guides" && !id.startsWith("guides/"));
  const { plan } = planCase({ ...given, live: left });
  const undone = plan?.steps.flatMap((step) => ("undoes" in step && step.undoes ? [step.address] : []));
  expect(undone).toEqual(["site_section.docs/guides"]);
});
