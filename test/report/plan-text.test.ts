import fc from "fast-check";
import { expect, test } from "vitest";
import type { Plan, PlanStep } from "../../src/model/plan/plan.ts";
import { columnsOf } from "../../src/report/text/columns.ts";
import { coloredPalette, plainPalette } from "../../src/report/text/palette.ts";
import { renderPlan } from "../../src/report/text/plan-text.ts";
import { questionBefore } from "../../src/report/text/question.ts";
import type { TextShape } from "../../src/report/text/text-shape.ts";
import { type PlanView, planView } from "../../src/report/view/plan-view.ts";
import { registry } from "../../src/resources/registry.ts";
import { type Case, desired, inside, live, planCase, worldOf } from "../support/planning.ts";

const many = (count: number) => Array.from({ length: count }, (_, at) => at);
const spaces = (count: number, title = "Space") =>
  many(count).map((at) => live(`space sp${at}`, { title: `${title} ${at}` }));
const stateOf = (count: number) =>
  Object.fromEntries(many(count).map((at) => [`space.s${at}`, { id: `sp${at}` }]));
const declared = (from: number, count: number, title = "Space") =>
  many(count).map((at) => desired(`space.s${at + from}`, { title: `${title} ${at + from}` }));

/** A plan, its view, and the shape of its text. */
interface Shown extends TextShape {
  readonly plan: Plan;
  readonly view: PlanView;
}

function viewOf(
  given: Case,
  { refusals, ...more }: Partial<TextShape & Pick<PlanView, "refusals">> = {},
): Shown {
  const { plan, diagnostics } = planCase(given);
  if (plan === undefined) throw new Error(JSON.stringify(diagnostics));
  const view = planView({
    plan,
    refusals: refusals ?? plan.guard.refusals,
    purpose: "apply",
    types: registry,
    live: worldOf(given),
    service: "service.example",
  });
  return { plan, view, width: 80, detail: "usual", ...more };
}

const textOf = ({ view, ...shape }: Shown) => renderPlan(view, shape, plainPalette);

/** Every address in a text. Lists in braces are expanded. */
function addressesIn(text: string): ReadonlySet<string> {
  const flat = text.replace(/\n +/gu, " ");
  const listed = [...flat.matchAll(/([a-z_]+[.][^\s{}]*)\{([^}]*)\}/gu)].flatMap(
    ([, start = "", rest = ""]) => rest.split(", ").map((name) => `${start}${name.replace(/ ".*"$/u, "")}`),
  );
  const alone = [...flat.matchAll(/[a-z_]+[.][^\s{},()]+/gu)].map(([address]) => address);
  return new Set([...listed, ...alone]);
}

const groups = 5;
/** A site with this many sections in groups. All of them are new, or all have a new title. */
function siteOf(sections: number, isNew: boolean): Case {
  const group = (at: number) => `site_section_group g${at % groups}`;
  return {
    live: [
      live("site site1", { title: "Docs" }),
      ...many(groups).map((at) => live(group(at), { title: `Group ${at}` })),
      ...(isNew
        ? []
        : many(sections).map((at) =>
            live(`site_section s${at}`, { title: `Was ${at}`, path: `p${at}` }, inside(group(at))),
          )),
    ],
    desired: [
      desired("site.docs", { title: "Docs" }, { pin: "site1", owns: [] }),
      ...many(groups).map((at) =>
        desired(`site_section_group.docs/Group ${at}`, { title: `Group ${at}` }, { pin: `g${at}`, owns: [] }),
      ),
      ...many(sections).map((at) =>
        desired(
          `site_section.docs/p${at}`,
          { title: `Section ${at}`, path: `p${at}` },
          {
            container: { $ref: `site_section_group.docs/Group ${at % groups}` },
            owns: [],
            ...(!isNew && { pin: `s${at}` }),
          },
        ),
      ),
    ],
  };
}

test.each<{ name: string; given: Case }>([
  { name: "500 creates", given: { desired: declared(0, 500) } },
  {
    name: "500 changes",
    given: { live: spaces(500, "Was"), desired: declared(0, 500), state: stateOf(500) },
  },
  { name: "500 deletes", given: { live: spaces(500), state: stateOf(500), prune: ["space"] } },
  {
    name: "500 of all",
    given: {
      live: spaces(300, "Was"),
      desired: declared(100, 400),
      state: stateOf(300),
      prune: ["space"],
    },
  },
  { name: "500 changes in a site", given: siteOf(500, false) },
])("$name fits into 100 lines", ({ given }) => {
  const view = viewOf(given);
  expect(view.plan.steps.filter(({ action }) => action !== "import").length).toBeGreaterThanOrEqual(500);
  expect(textOf(view).trimEnd().split("\n").length).toBeLessThanOrEqual(100);
});

test("a refusal of many objects names the first and counts the others, and --full and programs have all", () => {
  const view = viewOf({ live: spaces(1), desired: declared(1, 5000) });
  const [refusal] = view.plan.guard.refusals;
  expect(refusal?.code).toBe("guard/create-beside");
  expect(refusal?.addresses).toHaveLength(5000);
  expect(refusal?.message).toContain("space.s20 (beside “Space 0” sp0) and 4980 more.");
  expect(refusal?.message).not.toContain("space.s21");
  const reason = (text: string) => text.slice(text.indexOf("will refuse this plan"));
  const short = reason(textOf(view)).replaceAll(/\n +/gu, " ");
  expect(short.match(/ more\b/gu)).toHaveLength(1);
  expect(short.length).toBeLessThan(2500);
  expect(reason(textOf({ ...view, detail: "full" }))).toContain("\n    space.s5000\n");
});

test("a large plan shows what readers see before internal objects", () => {
  const site = siteOf(120, false);
  const text = textOf(
    viewOf({
      live: [...(site.live ?? []), ...spaces(120, "Was")],
      desired: [...declared(0, 120), ...(site.desired ?? [])],
      state: stateOf(120),
    }),
  );
  expect(text.match(/~ section /gu)?.length).toBeGreaterThan(50);
  expect(text).toContain("Spaces … ~ 120 spaces\n");
});

test.each([60, 80, 120])("a change that is too long shows its new value at %d columns", (width) => {
  const title = (at: number, end: string) => `A long title of section ${at}, which nobody reads: ${end}`;
  const section = (at: number) =>
    desired(
      `site_section.docs/p${at}`,
      { title: title(at, "same"), path: `new-documentation-of-products-${at}` },
      { pin: `s${at}`, owns: [] },
    );
  const given = {
    live: [
      live("site site1", { title: "Docs" }),
      ...many(120).map((at) =>
        live(
          `site_section s${at}`,
          { title: title(at, "same"), path: `old-documentation-of-products-${at}` },
          inside("site site1"),
        ),
      ),
    ],
    desired: [desired("site.docs", { title: "Docs" }, { pin: "site1", owns: [] }), ...many(120).map(section)],
  };
  const changed = textOf(viewOf(given, { width })).match(/path: .*/gu) ?? [];
  expect(changed.length).toBeGreaterThan(10);
  expect(changed.filter((line) => !/: "old-.*→ "new-/u.test(line))).toEqual([]);
});

const specification = (operations: number) =>
  JSON.stringify(
    {
      openapi: "3.0.0",
      info: { title: "Pets", version: "2" },
      paths: Object.fromEntries(many(operations).map((at) => [`/p${at}`, { get: {} }])),
    },
    null,
    1,
  );

test("a plan shows what the long text of a new object is", () => {
  const pets = desired("openapi_spec.pets", { slug: "pets", source: { text: specification(5000) } });
  const shown = `"Pets" 2, OpenAPI 3.0.0, 5000 operations, `;
  for (const detail of ["usual", "full"] as const) {
    const created = textOf(viewOf({ desired: [pets] }, { detail }));
    expect(created).toContain(`source: ${shown}`);
    expect(created.length).toBeLessThan(1_000);
  }
});

test("a plan shows a part of a long text that nothing describes, with the difference", () => {
  const text = "Be brief. ".repeat(400);
  const created = textOf(
    viewOf({ desired: [desired("space.a", { title: "A", icon: text })] }, { detail: "full" }),
  );
  expect(created.length).toBeLessThan(4_000);
  const changed = textOf(
    viewOf(
      {
        live: [live("space sp0", { title: "A", icon: `${text}old` })],
        desired: [desired("space.a", { title: "A", icon: `${text}new` }, { pin: "sp0" })],
      },
      { detail: "full" },
    ),
  );
  expect(changed).toMatch(/icon: …[^…]{1,20}old" → …[^…]{1,20}new"/u);
});

test.each([0, 1, 20, 21, 500])("each of %d deletes is named, with every limit", (count) => {
  for (const inState of [true, false])
    for (const detail of ["usual", "full", "compact"] as const)
      for (const width of [40, 80, 200]) {
        const given = { live: spaces(count), prune: ["space"], ...(inState && { state: stateOf(count) }) };
        const view = viewOf(given, { detail, width });
        const named = addressesIn(textOf(view));
        for (const { address } of view.plan.steps) expect(named).toContain(address);
      }
});

test("each replacement and each forgotten object is named too", () => {
  const specs = many(60).map((at) =>
    live(`openapi_spec o${at}`, { slug: `o${at}`, source: { url: "https://x.example" } }),
  );
  const view = viewOf({
    live: [...specs, ...spaces(60)],
    desired: many(60).map((at) =>
      desired(`openapi_spec.o${at}`, { slug: `new-${at}`, source: { url: "https://x.example" } }),
    ),
    state: {
      ...stateOf(60),
      ...Object.fromEntries(many(60).map((at) => [`openapi_spec.o${at}`, { id: `o${at}` }])),
    },
  });
  expect(new Set(view.plan.steps.map(({ action }) => action))).toEqual(new Set(["replace", "forget"]));
  const named = addressesIn(textOf(view));
  for (const { address } of view.plan.steps) expect(named).toContain(address);
});

test("omitted lines are counted, and --full shows them", () => {
  const view = viewOf(siteOf(300, false));
  const text = textOf(view);
  const shown = (all: string) => new Set(all.match(/site_section[.]docs\/p\d+/gu)).size;
  const counted = [...text.matchAll(/… ~ (\d+) sections/gu)].reduce(
    (sum, [, number]) => sum + Number(number),
    0,
  );
  expect(shown(text) + counted).toBe(300);
  expect(counted).toBeGreaterThan(0);
  expect(text).toContain("Shortened: --full shows every step");
  expect(shown(textOf({ ...view, detail: "full" }))).toBe(300);
});

test("a change and a move of an object are one entry below its new parent", () => {
  const given = siteOf(1, false);
  const moved = given.desired?.map((each) =>
    each.address === "site_section.docs/p0"
      ? { ...each, container: { $ref: "site_section_group.docs/Group 1" } }
      : each,
  );
  expect(textOf(viewOf({ ...given, desired: moved ?? [] }, { width: 200 }))).toMatch(
    /\nsite "Docs" {2}site[.]docs\n {2}group "Group 1" {2}site_section_group[.]docs\/Group 1\n {4}~ section "Section 0" renamed from "Was 0", moved from group "Group 0" into group "Group 1"(, \S.*)? {2}site_section[.]docs\/p0\n\n/u,
  );
});

test.each([60, 80, 200])("each visible move has its old and new place at %d columns", (width) => {
  const given = siteOf(120, false);
  const next = (at: number) => `site_section_group.docs/Group ${(at + 1) % groups}`;
  const moved = many(120).map((at) =>
    desired(
      `site_section.docs/p${at}`,
      { title: `Was ${at}`, path: `p${at}` },
      { container: { $ref: next(at) }, owns: [], pin: `s${at}` },
    ),
  );
  const others = given.desired?.filter(({ type }) => type !== "site_section") ?? [];
  const text = textOf(viewOf({ ...given, desired: [...others, ...moved] }, { width }));
  const lines = text.replace(/\n {6,}/gu, " ").split("\n");
  const shown = lines.filter((line) => /^ +> section/u.test(line));
  expect(shown.length).toBeGreaterThan(10);
  for (const line of shown)
    expect(line).toMatch(/> section "Was \d+" moved from group "Group \d" into group "Group \d"/u);
});

const letters = fc.string({
  unit: fc.constantFrom("a", " ", "界", "é", "👩‍👩‍👧", "🙂", "\u200b", "ｗ", "-", "🇫🇷", "\u001b[31m"),
  minLength: 1,
  maxLength: 120,
});

test("no line is wider than the terminal, in any script", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(letters, letters), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(40, 60, 80, 200),
      fc.constantFrom("usual" as const, "full" as const, "compact" as const),
      (titles, width, detail) => {
        const given: Case = {
          live: titles.map(([title], at) => live(`space sp${at}`, { title })),
          desired: titles
            .slice(1)
            .map(([, title], at) => desired(`space.s${at}`, { title }, { pin: `sp${at}` })),
          prune: ["space"],
        };
        const wide = textOf(viewOf(given, { width, detail }))
          .split("\n")
          .filter((line) => columnsOf(line) > width);
        expect(wide).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});

test("colors change nothing but colors", async () => {
  const palette = await coloredPalette();
  for (const given of [siteOf(20, false), siteOf(300, false), { live: spaces(30), prune: ["space"] }]) {
    for (const width of [60, 200]) {
      const view = viewOf(given, { width });
      const colored = renderPlan(view.view, view, palette);
      expect(colored).toContain("\u001b[");
      // oxlint-disable-next-line no-control-regex -- the test removes the colors
      expect(colored.replace(/\u001b\[\d+m/gu, "")).toBe(textOf(view));
    }
  }
});

test.each<{ name: string; given: Case; question: string }>([
  {
    name: "without a loss",
    given: { desired: declared(0, 2) },
    question: "Apply 2 steps to Acme (org)? Type yes to continue: ",
  },
  {
    name: "with deletes",
    given: { live: spaces(7), state: stateOf(7), prune: ["space"] },
    question:
      "Apply 7 steps to Acme (org)? This deletes 7 objects (space.{s0, s1, s2,\n    s3, s4} and 2 more). Type yes to continue: ",
  },
])("the question $name", ({ given, question }) => {
  const { view, width } = viewOf(given);
  const asked = questionBefore({ ...view, organization: { id: "org", title: "Acme" } }, width);
  expect(asked).toBe(question);
});

test("dangers come before everything else", () => {
  const view = viewOf({
    live: [live("space sp0", { title: "A", defaultLevel: "read" }), live("space sp1", { title: "B" })],
    desired: [desired("space.a", { title: "A", defaultLevel: "admin" }, { pin: "sp0" })],
    prune: ["space"],
  });
  const text = textOf(view);
  const first = text.indexOf("Dangerous");
  expect(text.slice(first)).toMatch(
    /^Dangerous, check these first \(2\):\n {2}- space "B" {2}space[.]@sp1\n {2}! space "A": every member of the organization may now administer it\n {6}\(before: read it\) {2}space[.]a\n/u,
  );
  expect(text.indexOf('\n~ space "A"')).toBeGreaterThan(first);
  const steps: readonly PlanStep[] = view.plan.steps;
  expect(steps.some(({ action }) => action === "import")).toBe(true);
  expect(text).toContain("= Records: imported, as the layout asks: 1 space (space.a)");
});

test.each<{ name: string; given: Case; more?: Partial<Pick<PlanView, "refusals">>; head: string }>([
  {
    name: "all is there",
    given: { live: spaces(1), desired: declared(0, 1), state: stateOf(1) },
    head: "matches the layout.",
  },
  {
    name: "nothing is declared",
    given: { live: spaces(1), desired: [] },
    head: "No changes: the layout declares nothing for organization",
  },
  {
    name: "the refresh is not reliable",
    given: { live: spaces(1), desired: declared(0, 1), state: stateOf(1) },
    more: {
      refusals: [
        { code: "guard/incomplete-list", message: "A list leaves out space.s1.", remedy: "", addresses: [] },
      ],
    },
    head: "The plan for organization",
  },
])("without steps, the head shows what is known: $name", ({ given, more, head }) => {
  const [first = ""] = textOf(viewOf(given, { width: 200, ...more })).split("\n");
  expect(first).toContain(head);
  expect(first.includes("matches the layout")).toBe(head.includes("matches the layout"));
});

const longText = (end: string) => `${"All that can be called, and how. ".repeat(9)}${end}`;
const longChanges = (count: number): Case => ({
  live: [
    live("site site1", { title: "Docs" }),
    ...many(count).map((at) =>
      live(`site_section s${at}`, { title: `API ${at}`, path: `api-${at}`, description: longText("Ask.") }),
    ),
  ],
  desired: [
    desired("site.docs", { title: "Docs" }, { pin: "site1", owns: [] }),
    ...many(count).map((at) =>
      desired(
        `site_section.docs/api-${at}`,
        { title: `API ${at}`, path: `api-${at}`, description: longText("Write.") },
        { owns: [] },
      ),
    ),
  ],
  state: {
    "site.docs": { id: "site1" },
    ...Object.fromEntries(
      many(count).map((at) => [`site_section.docs/api-${at}`, { id: `s${at}`, scopeId: "site1" }]),
    ),
  },
});

test.each([
  { count: 59, isWhole: true },
  { count: 60, isWhole: false },
])("the values of $count long changes are whole: $isWhole", ({ count, isWhole }) => {
  const view = viewOf(longChanges(count));
  expect(view.plan.steps.length).toBe(count);
  const wholeIn = (text: string) =>
    text.replace(/\n +/gu, " ").split(`description: - "${longText("Ask.")}" + "${longText("Write.")}"`)
      .length - 1;
  expect(wholeIn(textOf(view))).toBe(isWhole ? count : 0);
  expect(textOf(view).includes("…")).toBe(!isWhole);
  expect(wholeIn(textOf({ ...view, detail: "full" }))).toBe(count);
});

const guides = desired("space.guides", { title: "Guides" }, { pin: "sp0" });
const newSection = (isFirstDefault: boolean): Case => ({
  live: [live("site site1", { title: "Docs" }), live("space sp0", { title: "Guides" })],
  desired: [
    desired("site.docs", { title: "Docs" }, { pin: "site1", owns: [] }),
    guides,
    desired("site_section.docs/guides", { title: "Guides", path: "guides", icon: "book" }, { owns: [] }),
    desired(
      "site_space.docs/guides/guides",
      { space: { $ref: "space.guides" } },
      {
        container: { $ref: "site_section.docs/guides" },
        ...(isFirstDefault && { isDefault: true }),
      },
    ),
  ],
  state: { "site.docs": { id: "site1" }, "space.guides": { id: "sp0" } },
});

test.each([
  {
    name: "shows what it shows",
    isFirstDefault: false,
    lines: [
      '  + section "Guides" /guides → space.guides  site_section.docs/guides',
      '      icon: "book"',
      "",
    ],
  },
  {
    name: "is a line if it has something of its own",
    isFirstDefault: true,
    lines: [
      '  + section "Guides" /guides  site_section.docs/guides',
      '      icon: "book"',
      "    + variant → space.guides as the default  site_space.docs/guides/guides",
      "",
    ],
  },
])("an object that is created together with another one $name", ({ isFirstDefault, lines }) => {
  expect(textOf(viewOf(newSection(isFirstDefault)))).toContain(
    `\nsite "Docs"  site.docs\n${lines.join("\n")}`,
  );
});

test("what a plan undoes comes before the rest", () => {
  const view = viewOf({
    live: [live("space sp0", { title: "Theirs", emoji: "1f600" }), live("space sp1", { title: "B" })],
    desired: [desired("space.a", { title: "A", emoji: "1f600" }), desired("space.b", { title: "New B" })],
    state: {
      "space.a": { id: "sp0", applied: { title: "A", emoji: "1f600" } },
      "space.b": { id: "sp1", applied: { title: "B" } },
    },
  });
  expect(textOf(view)).toContain(`
Undoes 1 change made on the service:
  ~ space "A" renamed from "Theirs" (was renamed on the service)  space.a

~ space "New B" renamed from "B"  space.b
`);
});

test("refusals are last, and one line permits all of them", () => {
  const given = { live: spaces(12), desired: declared(0, 2), state: stateOf(12), prune: ["space"] };
  for (const detail of ["usual", "full", "compact"] as const) {
    const text = textOf(viewOf(given, { detail }));
    expect(text).toMatch(
      /calls?[.]\n\n(Shortened.*\n\n)?Apply will refuse this plan:\n(?: .*\n)+\nPermit all of it with: --allow-deletes --max-deletes 10\n$/u,
    );
    for (const flag of ["--allow-deletes", "--max-deletes"]) expect(text.split(flag)).toHaveLength(2);
    const deleted = text.slice(0, text.indexOf("Apply will refuse"));
    for (const at of many(12).slice(2))
      expect(deleted.split(new RegExp(`\\bs${at}\\b`, "u"))).toHaveLength(2);
  }
});

test("a note names its object once", () => {
  const team = { title: "Writers" };
  const renamed = viewOf({
    live: [live("team t1", team)],
    desired: [desired("team.authors", team)],
    state: { "team.writers": { id: "t1", applied: team } },
  });
  expect(textOf({ ...renamed, width: 200 })).toContain(
    "\nNote: team.authors was team.writers: the layout has a new name for the same object. [plan/renamed]\n",
  );
});
