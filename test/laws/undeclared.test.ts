import fc from "fast-check";
import { expect, test } from "vitest";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import type { DesiredObject, DesiredWorld } from "../../src/model/desired-world.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import type { EmulatorRecord } from "../../src/model/emulator-rules.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { organizationId } from "../support/declare-world.ts";
import { createKillable } from "../support/killable.ts";
import { createTally, timeoutOf, worldsOf } from "../support/laws.ts";
import { desired, layoutOf } from "../support/planning.ts";
import { planLayout, type RunEnd, runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";

// People set undeclared values in the app, and then the layout recreates, renames or removes objects. Afterwards each value is kept or the plan has
// listed its loss. Between any two requests, readers see nothing that they see neither before nor after.

/** Titles of sections, each with the titles of the spaces that it shows. */
type Structure = Readonly<Record<string, readonly string[]>>;

const before: Structure = { Guides: ["one", "two"], API: ["three"], News: ["four", "five"] };

/** Edits of the layout. The key says what happens to an object with values from the app. */
const edits: Readonly<Record<string, Structure>> = {
  "into another section": { Guides: ["one"], API: ["three", "two"], News: ["four", "five"] },
  "into the default section": {
    Start: ["zero", "two"],
    Guides: ["one"],
    API: ["three"],
    News: ["four", "five"],
  },
  "into a new section": { Guides: ["one"], API: ["three"], News: ["four", "five"], More: ["two"] },
  "both into one": { Guides: ["one"], API: ["three", "two", "five"], News: ["four"] },
  exchanged: { Guides: ["one", "five"], API: ["three"], News: ["four", "two"] },
  "into another section, which is renamed": {
    Guides: ["one"],
    Reference: ["three", "two"],
    News: ["four", "five"],
  },
  "the section dissolved": { API: ["three", "one", "two"], News: ["four", "five"] },
  "a section renamed": { Manuals: ["one", "two"], API: ["three"], News: ["four", "five"] },
  "a section taken out": { Guides: ["one", "two"], News: ["four", "five"] },
  "a variant taken out": { Guides: ["one"], API: ["three"], News: ["four", "five"] },
};

const strings = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const flag = fc.option(fc.constant(true), { nil: undefined });
const onVariant = fc.record({
  condition: strings("visitor.claims.a"),
  hidden: flag,
  draft: flag,
  title: strings("As the app calls it"),
});
const onSection = fc.record({
  condition: strings("visitor.claims.b"),
  draft: flag,
  icon: strings("book"),
  description: strings("What it says"),
});

const world = fc.record({
  edit: fc.constantFrom(...Object.keys(edits)),
  declaresPaths: fc.boolean(),
  // A layout names a variant after its section. An app may name it after its space alone.
  calledAfterSection: fc.constantFrom(true, true, false),
  variants: fc.dictionary(fc.constantFrom("two", "five"), onVariant),
  sections: fc.dictionary(fc.constantFrom("Guides", "API"), onSection),
  concurrency: fc.constantFrom(1, 4, 50),
  // The request at which the first run is killed. Another run follows.
  killedAt: fc.option(
    fc.record({ at: fc.integer({ min: 1, max: 25 }), when: fc.constantFrom("before", "after") }),
    {
      freq: 2,
    },
  ),
  seed: fc.nat(),
});

/** Whether the variant is created with a new section: the service accepts a title only for other variants. */
function isCreatedWithSection(structure: Structure, space: string): boolean {
  return Object.entries(structure).some(([title, [first]]) => !(title in before) && first === space);
}

interface Written {
  readonly declaresPaths: boolean;
  readonly calledAfterSection: boolean;
}

/** The default section. Its default variant cannot be hidden. */
const first: Structure = { Start: ["zero"] };

function layout(given: Structure, { declaresPaths, calledAfterSection }: Written): DesiredWorld {
  const structure = { ...first, ...given };
  const spaces = [...new Set([...Object.values(before), ...Object.values(structure)].flat())];
  const objects: DesiredObject[] = [
    ...spaces.map((title) => desired(`space.${title}`, { title })),
    desired("site.docs", { title: "Docs" }),
    ...Object.entries(structure).flatMap(([title, shown]) => {
      const at = `docs/${title.toLowerCase()}`;
      return [
        desired(
          `site_section.${at}`,
          { title, path: title.toLowerCase() },
          title in first ? { isDefault: true } : {},
        ),
        ...shown.map((space, rank) =>
          desired(
            `site_space.${calledAfterSection ? at : "docs"}/${space}`,
            { space: { $ref: `space.${space}` }, ...(rank > 0 || declaresPaths ? { path: space } : {}) },
            { container: { $ref: `site_section.${at}` } },
          ),
        ),
      ];
    }),
  ];
  return { ...layoutOf({ desired: objects }), organizationId };
}

const list = ({ service }: Emulator, type: string): readonly EmulatorRecord[] => service.list(type);

/** What readers see: each section with the titles of its visible spaces. */
function shownToReaders(emulator: Emulator): ReadonlySet<string> {
  const titles = new Map(list(emulator, "space").map(({ id, title }) => [id, title]));
  const sections = new Map(list(emulator, "site_section").map((section) => [section.id, section]));
  const isOpen = (record: EmulatorRecord | undefined) =>
    record?.["draft"] !== true && record?.["hidden"] !== true && (record?.["condition"] ?? null) === null;
  return new Set(
    list(emulator, "site_space")
      .filter((variant) => isOpen(variant) && isOpen(sections.get(textIn(variant["section"]))))
      .map(({ space }) => textIn(titles.get(textIn(space)))),
  );
}

/** A value that was set in the app, with the titles by which the test finds its object afterwards. */
interface SetInApp {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly field: string;
  readonly value: Json;
}

function setInApp(
  { emulator }: TestService,
  given: { variants: Given; sections: Given },
): readonly SetInApp[] {
  const siteId = list(emulator, "site")[0]?.id ?? "";
  const spaces = new Map(list(emulator, "space").map(({ id, title }) => [textIn(title), id]));
  const set: SetInApp[] = [];
  const edit = (type: string, record: EmulatorRecord | undefined, name: string, body: JsonObject) => {
    if (record === undefined || Object.keys(body).length === 0) return;
    const [operation, key] =
      type === "site_space"
        ? ["updateSiteSpaceById", "siteSpaceId"]
        : ["updateSiteSectionById", "siteSectionId"];
    // The app sets the title of a variant in its customization, which the emulator does not have. So the test sets the field.
    const { title, ...fields } = body;
    if (title !== undefined) emulator.service.change(type, record.id, { title });
    emulator.edit(
      operation as never,
      { organizationId, siteId, [key as string]: record.id } as never,
      fields as never,
    );
    for (const [field, value] of Object.entries(body)) set.push({ type, id: record.id, name, field, value });
  };
  for (const [name, body] of Object.entries(given.variants)) {
    const variant = list(emulator, "site_space").find(({ space }) => space === spaces.get(name));
    edit("site_space", variant, name, printed(body));
  }
  for (const [name, body] of Object.entries(given.sections))
    edit(
      "site_section",
      list(emulator, "site_section").find(({ title }) => title === name),
      name,
      printed(body),
    );
  return set;
}

type Given = Readonly<Record<string, Readonly<Record<string, Json | undefined>>>>;

function printed(body: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** Whether the object, or the one that now shows the same space, still has the value. */
function isKept({ emulator }: TestService, each: SetInApp): boolean {
  const title = (id: unknown) => list(emulator, "space").find((space) => space.id === id)?.["title"];
  return list(emulator, each.type)
    .filter(
      (record) =>
        record.id === each.id || (each.type === "site_space" && title(record["space"]) === each.name),
    )
    .some((record) => record[each.field] === each.value);
}

/** Whether the value is kept, or a plan has listed its loss. */
function isKeptOrReported(service: TestService, plans: readonly Plan[], each: SetInApp): boolean {
  if (isKept(service, each)) return true;
  return plans
    .flatMap(({ steps }) => steps)
    .some(
      (step) =>
        (step.action === "delete" || step.action === "replace") &&
        step.id === each.id &&
        step.lostAttributes?.includes(each.field) === true,
    );
}

function reported(end: RunEnd): string {
  if (end.kind === "failed") return String(end.error);
  if (end.kind === "refused") return end.refusals.map(({ message }) => message).join("; ");
  if (end.kind === "invalid") return end.diagnostics.map(({ message }) => message).join("; ");
  return end.result.outcome;
}

const worlds = worldsOf(400);

test("undeclared values are kept, or their loss is reported, and nothing is shown to readers in between", {
  timeout: timeoutOf(400),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(world, async (given) => {
      let atRequest: (emulator: Emulator) => void = () => {};
      const killable = createKillable();
      const service = createTestService({
        apiVersion: "current",
        random: seededRandom(given.seed),
        watch: "none",
        transport: (emulator) => {
          const send = killable.transport(emulator);
          return async (request) => {
            atRequest(emulator);
            return await send(request);
          };
        },
      });
      const disk = killable.disk();
      const first = await runLayout(service, layout(before, given), disk);
      expect(reported(first)).toBe("done");
      const set = setInApp(service, given);
      const seen = shownToReaders(service.emulator);
      const shown: string[] = [];
      atRequest = (emulator) => {
        for (const space of shownToReaders(emulator)) if (!seen.has(space)) shown.push(space);
      };
      const wanted = layout(edits[given.edit] as Structure, given);
      const { plan: whole } = await planLayout(service, wanted, disk);
      if (given.killedAt !== null) {
        killable.start(given.killedAt);
        await runLayout(service, wanted, disk, given.concurrency);
        killable.start(null);
        tally.count(killable.kills > 0 ? "killed" : "not killed");
      }
      const end = await runLayout(service, wanted, disk, given.concurrency);
      expect(["done", "nothing"], reported(end)).toContain(reported(end));
      if (end.kind !== "applied" || whole === undefined) return;
      // The new layout shows it in a section that every reader sees.
      const afterwards = shownToReaders(service.emulator);
      expect(shown.filter((space) => !afterwards.has(space))).toEqual([]);
      expect(set.filter((each) => !isKeptOrReported(service, [whole, end.plan], each))).toEqual([]);
      // An object that stays on the site keeps every value that can be set.
      const structure = edits[given.edit] as Structure;
      const spaces = Object.values(structure).flat();
      const stays = set.filter(
        ({ type, name, field }) =>
          type === "site_space" &&
          spaces.includes(name) &&
          !(field === "title" && isCreatedWithSection(structure, name)),
      );
      expect(stays.filter((each) => !isKept(service, each))).toEqual([]);
      tally.count(given.edit);
      if (whole.steps.some(({ action }) => action === "replace")) tally.count("replaced");
      if (whole.steps.some((step) => "lostAttributes" in step)) tally.count("loses");
      if (whole.nodes.some((node) => node.kind === "create" && node.shownBy !== undefined))
        tally.count("created unseen");
    }),
    worlds,
  );
  await tally.report("undeclared", worlds, ["replaced", "loses", "created unseen", "killed"], 0.02);
});

const killsOfReplace = [1, 3, 5, 7, 9, 11, 13, 15].flatMap((at) =>
  (["before", "after"] as const).map((when) => ({ at, when })),
);

test.each(killsOfReplace)(
  "a variant with another declared title is recreated once, if a run is killed $when request $at",
  async (kill) => {
    const killable = createKillable();
    const service = createTestService({
      apiVersion: "current",
      random: seededRandom(kill.at),
      transport: killable.transport,
    });
    const disk = killable.disk();
    const titled = (title: string): DesiredWorld => {
      const { objects, ...rest } = layout(before, { declaresPaths: true, calledAfterSection: true });
      const named = objects.map((object) =>
        object.address === "site_space.docs/guides/two"
          ? { ...object, attributes: { ...object.attributes, title } }
          : object,
      );
      return { ...rest, objects: named };
    };
    expect(reported(await runLayout(service, titled("Former"), disk))).toBe("done");
    killable.start(kill);
    await runLayout(service, titled("Now"), disk);
    killable.start(null);
    const end = await runLayout(service, titled("Now"), disk);
    expect(["done", "nothing"], reported(end)).toContain(reported(end));
    const { id } = list(service.emulator, "space").find(({ title }) => title === "two") as EmulatorRecord;
    const shown = list(service.emulator, "site_space").filter(({ space }) => space === id);
    expect(shown.map(({ title, path }) => [title, path])).toEqual([["Now", "two"]]);
  },
);
