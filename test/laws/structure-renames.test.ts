import fc from "fast-check";
import { expect, test } from "vitest";
import type { StoreDump } from "../../src/emulator/dump.ts";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import { EmulatorRefusal } from "../../src/model/emulator-rules.ts";
import type { CreateStep, Plan, PlanStep } from "../../src/model/plan/plan.ts";
import type { LiveObject, Snapshot } from "../../src/model/snapshot.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk, type MemoryDisk } from "../../src/state/memory-disk.ts";
import { addMembers } from "../support/build-world.ts";
import { declareWorld } from "../support/declare-world.ts";
import { createTally, type Tally, timeoutOf, worldsOf } from "../support/laws.ts";
import { layoutText, withLine } from "../support/layout-text.ts";
import { worldIn } from "../support/read-text.ts";
import { planLayout, type RunEnd, runLayout, writingSteps } from "../support/run-layout.ts";
import { scenarioFields } from "../support/scenario.ts";
import { createTestService, planOptions, seededRandom, type TestService } from "../support/service.ts";
import {
  addressesOf,
  declareNumbered,
  exchange,
  type Numbered,
  numbered,
  withExchanges,
} from "../support/structure-exchanges.ts";
import { structureEdit, withEdits } from "../support/structure-renames.ts";
import { type ItemSpec, type SectionSpec, tidy, tidyWorld, type WorldSpec } from "../support/world-spec.ts";

const usual = 300;
const worlds = worldsOf(usual);

/** A world with only spaces and a site with a structure. */
const structured = tidyWorld.map(
  (spec): WorldSpec =>
    tidy({
      ...spec,
      collections: [],
      spaces: spec.spaces.map((space) => ({ ...space, collection: null, copyOf: null })),
      teams: [],
      saml: null,
      specs: [],
      site: spec.site && { ...spec.site, flat: null, items: spec.site.items.map(withoutFirstPaths) },
    }),
);

/** Most sections do not declare the path of their first variant. */
function withoutFirstPaths(item: ItemSpec): ItemSpec {
  if (item.kind === "group") return { ...item, children: item.children.map(withoutFirstPaths) };
  const [first, ...others] = item.variants;
  return first === undefined || item.title === "Delta"
    ? item
    : { ...item, variants: [{ ...first, path: null }, ...others] };
}

/** A section that shows the space with this number. The path of its first variant is undeclared. */
const sectionOf = (at: number): SectionSpec => ({
  kind: "section",
  title: `Part ${at}`,
  path: `part-${at}`,
  icon: undefined,
  variants: [{ space: at % spaceCount, path: null }],
  defaultVariant: null,
});
const spaceCount = 5;
const spaced = (spec: WorldSpec, items: readonly ItemSpec[]): WorldSpec => ({
  ...spec,
  spaces: Array.from({ length: spaceCount }, (_, at) => ({
    title: `Book ${at}`,
    collection: null,
    emoji: null,
    icon: null,
    copyOf: null,
  })),
  further: [],
  site: {
    title: "Docs",
    visibility: "public",
    published: null,
    flat: null,
    defaultSection: null,
    ...spec.site,
    items,
  },
});

/** A group with contents, and a group and a section beside it. The first group gets another title, and some sections move or get another path. */
const ofGroups = fc.record({
  before: fc
    .tuple(structured, fc.integer({ min: 2, max: 4 }))
    .map(([spec, many]) =>
      spaced(spec, [
        { kind: "group", title: "Manuals", children: Array.from({ length: many }, (_, at) => sectionOf(at)) },
        { kind: "group", title: "More", children: [sectionOf(5)] },
        sectionOf(6),
      ]),
    ),
  edits: fc
    .tuple(structureEdit, fc.array(structureEdit, { maxLength: 1 }))
    .map(([first, others]) => [
      { ...first, what: "group" as const },
      ...others.map((each) => ({ ...each, what: "section" as const })),
    ]),
});

/** Sections whose first variant shows another space. */
const ofVariants = fc.record({
  before: fc.tuple(structured, fc.integer({ min: 1, max: 3 })).map(([spec, many]) =>
    spaced(
      spec,
      Array.from({ length: many }, (_, at) => sectionOf(at)),
    ),
  ),
  edits: fc.array(
    structureEdit.map((each) => ({ ...each, what: "variant" as const, space: 3 + (each.which % 2) })),
    { minLength: 1, maxLength: 2 },
  ),
});

const anything = fc.record({
  before: structured,
  edits: fc.array(structureEdit, { minLength: 1, maxLength: 4 }),
});
const { apiVersion, seed } = scenarioFields;
const world = fc.record({
  structure: fc.oneof({ weight: 3, arbitrary: anything }, ofGroups, ofVariants),
  byHand: fc.boolean(),
  apiVersion,
  seed,
});

type World = typeof world extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Checks the plan and the result of the edits against what follows from the two layouts. */
async function checkRenames(
  { structure: { before, edits }, byHand, ...given }: World,
  tally: Tally,
): Promise<void> {
  const service = createTestService({ ...given, random: seededRandom(given.seed) });
  addMembers(service.emulator);
  const disk = createMemoryDisk();
  const made = await runLayout(service, declareWorld(before), disk);
  if (before.site === null || made.kind !== "applied" || made.result.outcome !== "done") return;
  const after = withEdits(before, edits);
  const desired = declareWorld(after);
  const appValues = byHand ? setInApp(service, disk) : new Map<string, Shown>();
  const planned = await planLayout(service, desired, disk);
  // The service cannot have such a layout, so nothing is to be checked.
  if (planned.plan === undefined) return;
  const { plan, live } = planned;
  tally.count("planned");
  checkLines(tally, { plan, live, desired, disk });
  const expected = expectedOf(before, after);
  const ids = idsIn(disk);
  checkCandidates(tally, plan, expected);
  const end = await runLayout(service, desired, disk);
  if (end.kind !== "applied" || end.result.outcome !== "done") return;
  tally.count("done");
  for (const [now, was] of expected.same) {
    tally.count(`kept ${now.slice(0, now.indexOf("."))}`);
    if (now !== was) tally.count(`renamed ${now.slice(0, now.indexOf("."))}`);
    expect([now, idsIn(disk).get(now)]).toEqual([now, ids.get(was)]);
  }
  checkAppValues(tally, { service, appValues, desired, disk, plan: end.plan });
  const again = await planLayout(service, desired, disk);
  expect(writingSteps(again.plan as Plan)).toEqual([]);
}

test("a renamed object in a structure stays the same, or the plan names the line that makes it so", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(world, async (given) => await checkRenames(given, tally)),
    worlds,
  );
  const met = ["planned", "done", "kept site_section", "lines", "by hand"];
  await tally.report("renames in a structure", worlds, met, 0.03);
  await tally.report(
    "renames of groups and of variants",
    worlds,
    ["renamed site_section_group", "renamed site_space"],
    0.08,
  );
});

const exchangedWorld = fc.record({
  before: numbered,
  edits: fc.array(exchange, { minLength: 1, maxLength: 3 }),
  declaredBy: fc.constantFrom("layout", "layout without a state", "app"),
  byHand: fc.boolean(),
  apiVersion,
  seed,
});

/** Each object stays what it is, and changes only what was edited. */
async function checkExchanges(
  {
    before,
    edits,
    declaredBy,
    byHand,
    ...given
  }: typeof exchangedWorld extends fc.Arbitrary<infer D> ? D : never,
  tally: Tally,
): Promise<void> {
  const isApp = declaredBy === "app";
  const { after, changes, was, done, isContradicted } = withExchanges(before, edits, isApp);
  if (done.length === 0) return;
  const service = createTestService({ ...given, random: seededRandom(given.seed) });
  addMembers(service.emulator);
  const made = createMemoryDisk();
  const first = await runLayout(service, declareNumbered(before, isApp), made);
  expect(first).toMatchObject({ kind: "applied", result: { outcome: "done" } });
  const appValues = byHand ? setInApp(service, made) : new Map<string, Shown>();
  const ids = idsIn(made);
  const disk = declaredBy === "layout without a state" ? createMemoryDisk() : made;
  const desired = declareNumbered(after, isApp, was);
  const records = service.emulator.dump();
  const end = await runLayout(service, desired, disk);
  for (const what of done) tally.count(what);
  if (isContradicted === true || (isContradicted === "maybe" && end.kind === "invalid")) {
    tally.count("contradicted");
    return expectRefused(end, [service.emulator.dump(), records]);
  }
  if (end.kind !== "applied") throw new Error(JSON.stringify(end));
  expect(["done", "nothing"]).toContain(end.result.outcome);
  const again = await planLayout(service, desired, disk);
  expect(writingSteps(again.plan as Plan)).toEqual([]);
  if (isContradicted === "maybe") {
    tally.count("followed in part");
    return expectDeclared(service, after);
  }
  const [addressBefore, addressNow] = [addressesOf(before, isApp), addressesOf(after, isApp)];
  expect(patchesOf(end.plan)).toEqual(
    Object.fromEntries(
      [...changes].flatMap(([number, attributes]) =>
        attributes.length === 0 ? [] : [[addressNow.get(number) ?? "", attributes.toSorted()]],
      ),
    ),
  );
  const idsNow = idsIn(disk);
  for (const [number, address] of addressNow)
    expect([number, idsNow.get(address)]).toEqual([number, ids.get(addressBefore.get(number) ?? "")]);
  checkAppValues(tally, { service, appValues, desired, disk, plan: end.plan });
}

function expectRefused(end: RunEnd, [now, before]: readonly [now: StoreDump, before: StoreDump]): void {
  const codes = end.kind === "invalid" ? end.diagnostics.map(({ code }) => code) : [end.kind];
  expect(new Set<string>(codes)).toEqual(new Set(["plan/both-keys-exist"]));
  expect(now).toEqual(before);
}

function expectDeclared(service: TestService, structure: Numbered): void {
  expect(sectionsIn(service)).toEqual(declaredSections(structure));
}

/** The path and the title of each section, and the numbers of the spaces that it shows. */
type ShownSection = readonly [path: unknown, title: unknown, spaces: readonly number[]];

function declaredSections({ sections }: Numbered): readonly ShownSection[] {
  return byPath(
    sections.map(({ path, title, variants }) => [path, title, variants.map(({ space }) => space)]),
  );
}

function sectionsIn({ emulator }: TestService): readonly ShownSection[] {
  const { service } = emulator;
  const numberOf = (id: unknown) =>
    Number(textIn(service.list("space").find((each) => each.id === id)?.["title"]).replace("Book ", ""));
  const spacesIn = (section: string) =>
    service
      .list("site_space")
      .filter((each) => each["section"] === section)
      .map((each) => numberOf(each["space"]));
  return byPath(
    service.list("site_section").map((each) => [each["path"], each["title"], spacesIn(each.id)] as const),
  );
}

function byPath(sections: readonly ShownSection[]): readonly ShownSection[] {
  return sections.toSorted(([one], [other]) => String(one).localeCompare(String(other)));
}

/** The changed attributes of each address. Another step has its action. */
function patchesOf(plan: Plan): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    writingSteps(plan).map((step) => [
      step.address,
      step.action === "patch" ? step.changes.map(({ attribute }) => attribute).toSorted() : [step.action],
    ]),
  );
}

test("objects that exchange their keys keep their contents, and those that exchange their contents keep their keys", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(exchangedWorld, async (given) => await checkExchanges(given, tally)),
    worlds,
  );
  const often = [
    "paths",
    "titles",
    "variant paths",
    "group titles",
    "group and child",
    "by was",
    "contradicted",
  ];
  await tally.report("exchanges in a structure", worlds, often, 0.03);
  const rarely = [
    "spaces",
    "by one was",
    "was of another",
    "followed in part",
    "addresses",
    "variant addresses",
    "group addresses",
  ];
  await tally.report("rare exchanges in a structure", worlds, rarely, 0.003);
});

const delta: ItemSpec = { kind: "group", title: "Delta", children: [] };

test("a group with a title that is now in another place may have moved there", async () => {
  const tally = createTally();
  const spec: WorldSpec = {
    collections: [],
    spaces: [],
    teams: [],
    saml: null,
    specs: [],
    further: [],
    site: null,
  };
  const before = spaced(spec, [
    { ...delta, children: [sectionOf(0)] },
    { ...delta, title: "Alpha", children: [delta] },
  ]);
  const renamed = { what: "group", hasNewTitle: true, hasNewPath: true, space: null, into: null } as const;
  const edits = [
    { ...renamed, which: 0 },
    { ...renamed, which: 1 },
  ];
  await checkRenames({ structure: { before, edits }, byHand: false, apiVersion: "classic", seed: 0 }, tally);
  expect(tally.of("done")).toBe(1);
});

/** Undeclared fields of an item that people set in the app. */
interface Shown {
  readonly description: string | undefined;
  readonly icon: string;
}

function idsIn({ state }: MemoryDisk): ReadonlyMap<string, string> {
  return new Map(Object.entries(state?.objects ?? {}).map(([address, { id }]) => [address, id]));
}

function setInApp({ emulator }: TestService, disk: MemoryDisk): ReadonlyMap<string, Shown> {
  const appValues = new Map<string, Shown>();
  for (const [address, { id, scopeId = "", applied }] of Object.entries(disk.state?.objects ?? {})) {
    if ("icon" in applied) continue;
    const icon = `star-${appValues.size}`;
    const change = (operation: string, params: Record<string, string>, body: Record<string, string>) => {
      try {
        return emulator.edit(operation, { siteId: scopeId, ...params }, body).status < 300;
      } catch (error) {
        if (error instanceof EmulatorRefusal) return false;
        throw error;
      }
    };
    if (address.startsWith("site_section.")) {
      const description = `By hand ${appValues.size}`;
      if (change("updateSiteSectionById", { siteSectionId: id }, { icon, description }))
        appValues.set(id, { icon, description });
    } else if (
      address.startsWith("site_section_group.") &&
      change("updateSiteSectionGroupById", { siteSectionGroupId: id }, { icon })
    )
      appValues.set(id, { icon, description: undefined });
  }
  return appValues;
}

interface Done {
  readonly service: TestService;
  readonly appValues: ReadonlyMap<string, Shown>;
  readonly desired: DesiredWorld;
  readonly disk: MemoryDisk;
  readonly plan: Plan;
}

/** An object that is changed in place keeps its undeclared values. */
function checkAppValues(tally: Tally, { service, appValues, desired, disk, plan }: Done): void {
  const replaced = new Set(plan.steps.flatMap((step) => (step.action === "replace" ? [step.address] : [])));
  for (const { address, type, attributes } of desired.objects) {
    const id = idsIn(disk).get(address) ?? "";
    const shown = appValues.get(id);
    const record = service.emulator.service.list(type).find((each) => each.id === id);
    if (shown === undefined || record === undefined || replaced.has(address)) continue;
    tally.count("by hand");
    const icon = attributes["icon"] === undefined ? shown.icon : record["icon"];
    const description = shown.description ?? record["description"];
    expect([address, record["icon"], record["description"]]).toEqual([address, icon, description]);
  }
}

interface Planned {
  readonly plan: Plan;
  readonly live: Snapshot;
  readonly desired: DesiredWorld;
  readonly disk: MemoryDisk;
}

const mostPasted = 4;

/** The plan names a line for each object that leaves beside a new one. With this line in the layout, the two are the same object. */
function checkLines(tally: Tally, planned: Planned): void {
  const { plan, live, desired, disk } = planned;
  const text = layoutText(desired);
  expect(
    worldIn(text)
      .objects.map(({ address }) => address)
      .sort(),
  ).toEqual(desired.objects.map(({ address }) => address).sort());
  let pasted = 0;
  for (const step of plan.steps) {
    if (step.action !== "create") continue;
    const beside = removedBeside(planned, step);
    expect([step.address, (step.possibleMatches ?? []).map(({ id }) => id).sort()]).toEqual([
      step.address,
      beside.map(({ id }) => id).sort(),
    ]);
    for (const { id, line } of step.possibleMatches ?? []) {
      if (pasted === mostPasted) break;
      pasted += 1;
      tally.count("lines");
      const read = { ...worldIn(withLine(text, step.address, line)), safety: desired.safety };
      const next = planChanges({
        types: registry,
        desired: read,
        live,
        state: disk.state,
        options: planOptions,
      });
      expect([line, next.diagnostics.filter(({ severity }) => severity === "error")]).toEqual([line, []]);
      const left = next.plan?.steps.filter((each) => isCreated(each, step) || isGone(each, id));
      expect([line, left]).toEqual([line, []]);
      expect(next.plan?.managed[step.address]?.id).toBe(id);
    }
  }
}

function isCreated(step: PlanStep, { address }: CreateStep): boolean {
  return step.address === address && (step.action === "create" || step.action === "replace");
}

function isGone(step: PlanStep, id: string): boolean {
  return (step.action === "delete" || step.action === "forget") && step.id === id;
}

/** Deleted or forgotten objects with the parent of a created object. */
function removedBeside(
  { plan, live }: Planned,
  { type, container = null }: CreateStep,
): readonly LiveObject[] {
  const parent = (container as { $ref: string } | null)?.$ref;
  const inside = parent === undefined ? null : plan.managed[parent]?.id;
  return plan.steps.flatMap((step) => {
    if ((step.action !== "delete" && step.action !== "forget") || step.type !== type) return [];
    return live.objects.filter(
      (each) => each.type === type && each.id === step.id && (each.container?.id ?? null) === inside,
    );
  });
}

/** What must follow from the two layouts. */
interface Expected {
  /** Addresses after the edits, each with the address before for the same object. */
  readonly same: readonly (readonly [string, string])[];
  /** New sections that match several former sections, or that several new sections match. */
  readonly alike: readonly string[];
}

interface Placed<T extends ItemSpec> {
  readonly item: T;
  readonly parent: string;
}

function placedIn(items: readonly ItemSpec[], parent = ""): readonly Placed<ItemSpec>[] {
  return items.flatMap((item) =>
    item.kind === "group"
      ? [{ item, parent }, ...placedIn(item.children, `${parent}/${item.title}`)]
      : [{ item, parent }],
  );
}

function expectedOf(before: WorldSpec, after: WorldSpec): Expected {
  const [had, wanted] = [placedIn(before.site?.items ?? []), placedIn(after.site?.items ?? [])];
  const sections = expectedSections(had.filter(isSection), wanted.filter(isSection));
  return {
    same: [...sections.same, ...expectedGroups(had, wanted), ...expectedVariants(had, wanted)],
    alike: sections.alike,
  };
}

function isSection(placed: Placed<ItemSpec>): placed is Placed<SectionSpec> {
  return placed.item.kind === "section";
}

function expectedSections(
  had: readonly Placed<SectionSpec>[],
  wanted: readonly Placed<SectionSpec>[],
): Expected {
  const address = ({ item }: Placed<SectionSpec>) => `site_section.docs/${item.path}`;
  const isOf = (all: readonly Placed<SectionSpec>[], part: "path" | "title") => {
    const texts = new Set(all.map(({ item }) => item[part]));
    return ({ item }: Placed<SectionSpec>) => texts.has(item[part]);
  };
  const [isLeftPath, isOldPath] = [isOf(wanted, "path"), isOf(had, "path")];
  const [isTitleNow, isTitleThen] = [isOf(wanted, "title"), isOf(had, "title")];
  const left = had.filter((each) => !isLeftPath(each));
  const fresh = wanted.filter((each) => !isOldPath(each) && !isTitleThen(each));
  const stays = wanted.filter(isOldPath).map((each) => [address(each), address(each)] as const);
  const alike: string[] = [];
  const same = fresh.flatMap((each) => {
    const isLike = (other: Placed<SectionSpec>) =>
      other.parent === each.parent && other.item.variants[0]?.space === each.item.variants[0]?.space;
    const candidates = left.filter(isLike);
    if (candidates.length === 0 || candidates.some(isTitleNow)) return [];
    const [only] = candidates;
    if (candidates.length === 1 && fresh.filter(isLike).length === 1)
      return [[address(each), address(only as Placed<SectionSpec>)] as const];
    alike.push(address(each));
    return [];
  });
  return { same: [...stays, ...same], alike };
}

/** A group with a new title, and with most of the contents of a group that is no longer there. */
function expectedGroups(had: readonly Placed<ItemSpec>[], wanted: readonly Placed<ItemSpec>[]) {
  const titled = (all: readonly Placed<ItemSpec>[]) =>
    all.flatMap(({ item, parent }) =>
      item.kind === "group" ? [{ ...item, parent, name: `${parent}/${item.title}` }] : [],
    );
  const [before, now] = [titled(had), titled(wanted)];
  const pathsIn = (items: readonly ItemSpec[]) =>
    items.flatMap((item) => (item.kind === "section" ? [item.path] : []));
  const isIn = (all: readonly { readonly name: string }[], name: string) =>
    name === "" || all.some((each) => each.name === name);
  return now.flatMap((group) => {
    if (isIn(before, group.name) || !isIn(before, group.parent)) return [];
    if (before.some(({ title }) => title === group.title)) return [];
    return before.flatMap((other) => {
      if (isIn(now, other.name) || other.parent !== group.parent) return [];
      // If another group has the title of this one, then this group has moved and is not renamed. The same is true for sections.
      if (now.some(({ title }) => title === other.title)) return [];
      const shared = pathsIn(group.children).filter((path) => pathsIn(other.children).includes(path)).length;
      const isMost = shared * 2 > group.children.length && shared * 2 > other.children.length;
      const address = (name: string) => `site_section_group.docs${name}`;
      return isMost ? [[address(group.name), address(other.name)] as const] : [];
    });
  });
}

/** First variants that show another space and whose path is undeclared. */
function expectedVariants(had: readonly Placed<ItemSpec>[], wanted: readonly Placed<ItemSpec>[]) {
  return wanted.filter(isSection).flatMap(({ item }) => {
    const former = had.filter(isSection).find((each) => each.item.path === item.path)?.item;
    const [first, ...others] = item.variants;
    const [was, ...others2] = former?.variants ?? [];
    if (first === undefined || was === undefined || first.path !== null || was.path !== null) return [];
    const isRepointed =
      first.space !== was.space &&
      JSON.stringify(others) === JSON.stringify(others2) &&
      others.every(({ space }) => space !== first.space && space !== was.space);
    const address = (space: number) => `site_space.docs/${item.path}/n${space}`;
    return isRepointed ? [[address(first.space), address(was.space)] as const] : [];
  });
}

/** If several matches are possible, docsform must not choose one. */
function checkCandidates(tally: Tally, { steps }: Plan, { alike }: Expected): void {
  for (const address of alike) {
    tally.count("alike");
    const [step] = steps.filter((each) => each.address === address);
    expect([address, step?.action]).toEqual([address, "create"]);
    expect(step?.action === "create" && step.possibleMatches?.length).toBeGreaterThan(0);
  }
}
