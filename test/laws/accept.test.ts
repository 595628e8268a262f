import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { changeLayout, type LayoutChange } from "../../src/cli/layout-editor.ts";
import type { AcceptRequest } from "../../src/engine/plan/accept/accept-request.ts";
import { undoneIn } from "../../src/engine/plan/steps/undone-changes.ts";
import { readLayout } from "../../src/layout/read-layout.ts";
import { writePulled } from "../../src/layout/write-pulled.ts";
import type { SourceText } from "../../src/layout/yaml-source.ts";
import { type Address, addressOf, nameOfAddress, typeOfAddress } from "../../src/model/address.ts";
import { type DesiredWorld, isReference } from "../../src/model/desired-world.ts";
import type { State } from "../../src/model/state.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { type Json, type JsonObject, jsonEquals } from "../../src/util/json.ts";
import { appEdit, editInApp, editNamed } from "../support/app-edits.ts";
import { buildWorld } from "../support/build-world.ts";
import { organizationId } from "../support/declare-world.ts";
import { createTally, type Tally, timeoutOf, worldsOf } from "../support/laws.ts";
import { reformatted } from "../support/random-format.ts";
import { planLayout, reconcilerOf } from "../support/run-layout.ts";
import { scenarioFields } from "../support/scenario.ts";
import { createTestService, seededRandom } from "../support/service.ts";
import type { ItemSpec, SectionSpec } from "../support/world-spec.ts";

const usual = 600;
const worlds = worldsOf(usual);
const { live: liveSpec, apiVersion, policy, seed } = scenarioFields;

const given = fc.record({
  live: liveSpec,
  apiVersion,
  policy,
  seed,
  edits: fc.array(appEdit, { minLength: 1, maxLength: 5 }),
});

type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;
function read(sources: readonly SourceText[]) {
  const layered = sources.map((source, layer) => ({ ...source, layer }));
  return readLayout({ sources: layered, types: registry, environment: {}, readFile: () => "" });
}

function readable(sources: readonly SourceText[]): DesiredWorld {
  const { desired, diagnostics } = read(sources);
  if (desired === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return desired;
}

/** A pulled organization with a reformatted layout, and with edits in the app after the pull. */
async function edited(given: Given, tally: Tally) {
  const service = createTestService({ ...given, random: seededRandom(given.seed) });
  buildWorld(service.emulator, given.live);
  const disk = createMemoryDisk();
  const reconciler = reconcilerOf(service, disk);
  const { live, state } = await reconciler.pull({ organizationId });
  const pulled = writePulled({ types: registry, live });
  if (pulled.desired === undefined) throw new Error("The layout that was pulled cannot be read.");
  await reconciler.savePulled({ desired: pulled.desired, live, state, ids: pulled.ids });
  const text = reformatted(pulled.text, seededRandom(given.seed + 1));
  for (const each of given.edits) editInApp(service, each, tally);
  return { service, disk, reconciler, sources: inLayers(text, seededRandom(given.seed + 2)) };
}

/** In a third of the layouts, a second file overrides some titles and contains parts of some structures. */
function inLayers(text: string, random: () => number): readonly SourceText[] {
  const base = { file: "docsform.yaml", text };
  if (random() > 0.33) return [base];
  const document = parseDocument(text);
  const over: Record<string, Record<string, JsonObject>> = {};
  for (const { key: map, value: entries } of (document.contents as YAMLMap).items)
    for (const { key, value: entry } of isMap(entries) ? entries.items : []) {
      const printed = isMap(entry) ? declaredOver(document, entry, random) : {};
      if (Object.keys(printed).length > 0) (over[String(map)] ??= {})[String(key)] = printed;
    }
  if (Object.keys(over).length === 0) return [base];
  const isParted = JSON.stringify(over).includes('"structure":');
  return [
    isParted ? { ...base, text: String(document) } : base,
    { file: "over.yaml", text: stringify(over) },
  ];
}

/** What the second file declares of an entry: some titles, and a part of the structure. */
function declaredOver(document: Document, entry: YAMLMap, random: () => number): JsonObject {
  const [title, structure] = [entry.get("title"), entry.get("structure")] as readonly unknown[];
  return {
    ...(typeof title === "string" && random() < 0.3 && { title }),
    ...(isSeq(structure) &&
      random() < 0.7 &&
      canBeCut(document, structure) && { structure: partOf(document, structure, random) }),
  };
}

/** Whether its items stay apart in two files. Two items of one space become one item if one of them has no path. */
function canBeCut(document: Document, structure: YAMLSeq): boolean {
  const items = structure.items.map((item) => (item as Node).toJS(document) as JsonObject | string);
  const withoutPath = items.flatMap((item) =>
    typeof item === "string" ? [item] : item["path"] === undefined ? [item["space"]] : [],
  );
  const spaces = items.map((item) => (typeof item === "string" ? item : item["space"]));
  return !withoutPath.some(
    (space) => space !== undefined && spaces.indexOf(space) !== spaces.lastIndexOf(space),
  );
}

/** Moves the end of a structure out of the first file and, for half of them, the icons of some remaining items. */
function partOf(document: Document, structure: YAMLSeq, random: () => number): JsonObject[] {
  const cut = 1 + Math.floor(random() * structure.items.length);
  const end = structure.items.splice(cut).map((item) => (item as Node).toJS(document) as JsonObject);
  if (random() < 0.5) return end;
  const icons = structure.items.flatMap((item) => {
    const [path, icon] = isMap(item) ? [item.get("path"), item.get("icon")] : [];
    if (!isMap(item) || typeof path !== "string" || typeof icon !== "string") return [];
    item.delete("icon");
    return [{ path, icon }];
  });
  return [...icons, ...end];
}

type World = Awaited<ReturnType<typeof edited>>;

async function acceptChanges({ reconciler }: World, sources: readonly SourceText[], asked: AcceptRequest) {
  const desired = readable(sources);
  const taking = await reconciler.accept(desired, asked);
  const editable = { sources, variables: new Map<string, string>(), read };
  const change = changeLayout({ types: registry }, reconciler, { desired, files: [] }, editable, taking);
  await reconciler.saveAccepted(taking, change.state);
  return change;
}

/** Addresses of objects with a map entry that were deleted on the service after the last apply. */
async function deletedOnService(
  { reconciler }: World,
  sources: readonly SourceText[],
): Promise<readonly string[]> {
  const { entries } = await reconciler.drift(readable(sources));
  const gone = entries.filter(({ change, changedIn }) => change === "removed" && changedIn === "live");
  return gone.map(({ address }) => address).filter((address) => !address.includes("/"));
}

/** The text of each map entry in each file. */
function entriesOf(sources: readonly SourceText[]): ReadonlyMap<string, string> {
  return new Map(sources.flatMap(({ file, text }) => entriesIn(file, text)));
}

function entriesIn(file: string, text: string): readonly (readonly [string, string])[] {
  const root = parseDocument(text).contents as YAMLMap;
  return root.items.flatMap(({ key, value }) =>
    isMap(value)
      ? value.items.map((pair) => {
          const [from] = isScalar(pair.key) ? (pair.key.range ?? [0]) : [0];
          const to = (pair.value as YAMLMap | null)?.range?.[1] ?? from;
          // Text after an entry, such as the comments of the next entry, does not belong to it.
          const lines = text.slice(from, to).split(/\r?\n/);
          while (/^\s*(#.*)?$/.test(lines.at(-1) ?? "x")) lines.pop();
          return [`${file} ${String(key)}.${String(pair.key)}`, lines.join("\n")] as const;
        })
      : [],
  );
}

/** The map entry of an object, or of the site that contains it. */
function entryOf(address: string): string {
  const type = typeOfAddress(address);
  const syntax = registry.find(({ name }) => name === type);
  const [name = ""] = nameOfAddress(address).split("/");
  if (syntax?.layout.kind === "map") return `${syntax.layout.field}.${name}`;
  return `sites.${name}`;
}

function oneOf(sources: readonly SourceText[], which: number): readonly Address[] {
  const roots = readable(sources).objects.filter(({ scope }) => scope === undefined);
  return roots
    .slice(which % Math.max(roots.length, 1))
    .slice(0, 1)
    .map(({ address }) => address);
}

/** Whether a declared object refers to the address. */
function isNamed({ objects }: DesiredWorld, address: string): boolean {
  return objects.some(({ container, attributes }) =>
    [container, ...Object.values(attributes)].some((value) => isReference(value) && value.$ref === address),
  );
}

/** Objects that accept left because another object refers to them, although none does any longer. */
function wronglyLeft({ remaining, after }: Pick<LayoutChange, "remaining" | "after">): readonly string[] {
  const desired = readable(after);
  return remaining.flatMap(({ address, change, reason }) =>
    change === "removed" && reason.endsWith(" refers to it") && !isNamed(desired, address) ? [address] : [],
  );
}

/** Reasons in the report that the files disprove. */
function falseReasons({ remaining, before }: Pick<LayoutChange, "remaining" | "before">): readonly string[] {
  const hasAliases = before.some(({ text }) => text.includes("*"));
  const [, over] = before;
  const isSaidTwice = over?.text.includes("- path: ") === true;
  return remaining.flatMap(({ address, reason }) => {
    const isOfItem = address.includes("/");
    const isFalse =
      (reason.includes("alias") && !hasAliases) ||
      (reason.includes("merged from") && !hasAliases) ||
      (reason.includes("several files") && over === undefined) ||
      (reason.includes("several files or environments declare") && isOfItem && !isSaidTwice);
    return isFalse ? [`${address}: ${reason}`] : [];
  });
}

/** Numbers of items in brackets that have lost one of their comments: the one above the item or the one after it. */
function separatedComments(sources: readonly SourceText[]): readonly string[] {
  const text = sources.map((source) => source.text).join("\n");
  const numbers = [...text.matchAll(/# (?:of|beside) item (\d+)\b/g)].map(([, number]) => number ?? "");
  return [...new Set(numbers)].filter((number) => !isAround(text, number));
}

function isAround(text: string, number: string): boolean {
  const between = new RegExp(`# of item ${number}\\b([^]*)# beside item ${number}\\b([^]*)`);
  const [, inside = "", behind = ""] = between.exec(text) ?? [];
  // The comments of a new item in a list on one line are above the list.
  if (inside.trim() === "") return /^(?:\s|#.*)*[^#\s].*\[/.test(behind);
  const list = inside.trimStart().startsWith("-") ? inside : `[${inside}]`;
  const { contents, errors } = parseDocument(list);
  return errors.length === 0 && isSeq(contents) && contents.items.length === 1;
}

/** The new address of an object: accepting a path changes its address. The report names the remaining differences by the former address. */
function addressNow(address: Address, before: State | undefined, change: LayoutChange): Address {
  const { state, accepted: used } = change;
  const entries = Object.entries(state?.objects ?? {}).filter(
    ([each]) => typeOfAddress(each) === typeOfAddress(address),
  );
  const was = before?.objects[address];
  const same = entries.find(([, { id }]) => id === was?.id);
  if (same !== undefined) return same[0];
  const changes = used.filter(
    ({ address: of, attribute }) =>
      of === address && attribute !== undefined && attribute in (was?.applied ?? {}),
  );
  const found = entries.find(
    ([, { applied, scopeId }]) =>
      changes.length > 0 &&
      scopeId === was?.scopeId &&
      changes.every(({ attribute = "", after }) =>
        jsonEquals(applied[attribute] ?? null, (after ?? null) as Json),
      ),
  );
  return found?.[0] ?? insideParentNow(address, before, change) ?? address;
}

/** The address of an object whose parent has a new address. Undefined: it is not inside of one. */
function insideParentNow(
  address: Address,
  before: State | undefined,
  change: LayoutChange,
): Address | undefined {
  const [name, scopeId] = [nameOfAddress(address), before?.objects[address]?.scopeId];
  const parent = Object.entries(before?.objects ?? {}).find(
    ([each, entry]) => entry.scopeId === scopeId && name.startsWith(`${nameOfAddress(each)}/`),
  );
  if (parent === undefined) return undefined;
  const parentNow = nameOfAddress(addressNow(parent[0], before, change));
  const now = addressOf(typeOfAddress(address), `${parentNow}${name.slice(nameOfAddress(parent[0]).length)}`);
  return change.state?.objects[now] === undefined ? undefined : now;
}

/** `which` selects the only requested object, among those with a map entry. */
async function checkAccepted(given: Given, kind: AcceptRequest, tally: Tally, which?: number): Promise<void> {
  const world = await edited(given, tally);
  const asked = which === undefined ? kind : { ...kind, only: oneOf(world.sources, which) };
  const gone = await deletedOnService(world, world.sources);
  const former = world.disk.state;
  const change = await acceptChanges(world, world.sources, asked);
  const text = change.after.map((source) => source.text).join("\n---\n");
  if (change.after.length > 1) tally.count("in layers");
  for (const { change: what } of change.accepted) tally.count(what);
  for (const { reason, change: what } of change.remaining) {
    tally.count(`left: ${reason.replace(/\S*\.\S*/, "X")}`);
    tally.count(`${what}, and left`);
  }
  expect(wronglyLeft(change), text).toEqual([]);
  expect(falseReasons(change), text).toEqual([]);
  tally.count("comments in brackets", text.includes("# of item ") ? 1 : 0);
  expect(separatedComments(change.after), text).toEqual([]);
  const left = new Set(change.remaining.map(({ address }) => addressNow(address, former, change)));
  const planned = await planLayout(world.service, readable(change.after), world.disk);
  expect(planned.diagnostics, text).toEqual([]);
  const steps = (planned.plan?.steps ?? []).filter(({ address }) => !left.has(address));
  expect(left.size === 0 && which === undefined ? steps : [], text).toEqual([]);
  const places = new Set(
    change.remaining.flatMap(({ change: what, after }) =>
      what === "reordered" ? (after as Address[]).map((each) => addressNow(each, former, change)) : [],
    ),
  );
  const undone = steps
    .flatMap(undoneIn)
    .filter(({ address, what }) => what !== "the place" || !places.has(address));
  expect(which === undefined ? undone : [], text).toEqual([]);
  const removed = new Set(change.accepted.map(({ address }) => address));
  const stillGone = gone.filter((address) => !removed.has(address));
  tally.count("gone, and left", stillGone.length);
  expect(await deletedOnService(world, change.after), text).toEqual(stillGone);
  const touched = new Set(change.accepted.map(({ address }) => entryOf(address)));
  const isOfAdded = change.accepted.some(({ address }) => address.includes(".@"));
  const after = entriesOf(change.after);
  const untouched = [...entriesOf(world.sources)].filter(([name]) => {
    const entry = name.slice(name.indexOf(" ") + 1);
    return !touched.has(entry) && !(isOfAdded && entry.startsWith("sites."));
  });
  expect(untouched.map(([name]) => [name, after.get(name)])).toEqual(untouched);
  const again = await acceptChanges(world, change.after, asked);
  expect(again.after, text).toEqual(change.after);
  expect(again.accepted).toEqual([]);
}

test("accepting changes made only on the service makes the plan empty, and keeps unchanged lines byte-identical", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(given, (each) => checkAccepted(each, { changes: "drift" }, tally)),
    worlds,
  );
  await tally.report("accept", worlds, ["changed", "removed", "moved", "added", "in layers"], 0.02);
});

test("accepting named objects neither changes nor forgets the others", {
  timeout: timeoutOf(usual / 2),
}, async () => {
  const tally = createTally();
  const half = worldsOf(usual / 2);
  await tally.draw(
    fc.asyncProperty(given, fc.nat(), (each, which) =>
      checkAccepted(each, { changes: "drift" }, tally, which),
    ),
    half,
  );
  await tally.report("accept ADDRESS", half, ["changed", "removed"], 0.02);
});

test("accepting everything into an existing layout keeps unchanged lines byte-identical", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(given, (each) => checkAccepted(each, { changes: "everything" }, tally)),
    worlds,
  );
  await tally.report("pull --update", worlds, ["changed", "removed", "added", "in layers"], 0.02);
});

const sectionAt = (path: string): SectionSpec => ({
  kind: "section",
  title: "Alpha",
  path,
  icon: undefined,
  variants: [{ space: 0, path: null }],
  defaultVariant: null,
});
const groupOf = (...children: ItemSpec[]): ItemSpec => ({ kind: "group", title: "Alpha", children });

const variants = [
  { space: 0, path: "alpha" },
  { space: 0, path: "beta-1" },
];
/** A person recreates a section without its first variant, which is in another section then. */
const inRecreatedSection = {
  items: [
    { ...sectionAt("alpha"), variants: variants.slice(0, 1) },
    groupOf({ ...sectionAt("beta"), variants }),
  ],
  edits: [editNamed("variant added"), editNamed("section deleted", 57), editNamed("section added")],
};

/** Sections of a site in two files change places, and one of them gets a new path. */
const placesAndPaths: readonly (Pick<Given, "edits"> & {
  readonly name: string;
  readonly items: readonly ItemSpec[];
  readonly left: "moved" | "reordered";
})[] = [
  {
    name: "a place that is left",
    items: [groupOf(), sectionAt("alpha")],
    edits: [editNamed("group added"), editNamed("section renamed")],
    left: "moved",
  },
  {
    name: "an order that is left",
    items: [groupOf(sectionAt("alpha"), sectionAt("beta-1")), sectionAt("beta"), sectionAt("delta")],
    edits: [
      editNamed("group added", 58),
      editNamed("section renamed"),
      editNamed("section moved to the front", 85),
      editNamed("section moved"),
    ],
    left: "reordered",
  },
  { name: "a place in a recreated section that is left", ...inRecreatedSection, left: "moved" },
];

test.each(placesAndPaths)(
  "$name is that of the object with the accepted path",
  async ({ items, edits, left }) => {
    const tally = await checkEdits(items, edits);
    expect(tally.of("changed")).toBeGreaterThan(0);
    expect(tally.of(`${left}, and left`)).toBeGreaterThan(0);
  },
);

test("a variant that has moved out of a section is accepted at once, also if a person recreated the section", async () => {
  const tally = await checkEdits(inRecreatedSection.items, inRecreatedSection.edits, 0);
  expect(tally.of("moved")).toBeGreaterThan(0);
  expect(tally.of("moved, and left")).toBe(0);
});

/** Accepts the edits of a site with one space, and checks the result. */
async function checkEdits(items: readonly ItemSpec[], edits: Given["edits"], seed = 6): Promise<Tally> {
  const tally = createTally();
  const live = {
    collections: [],
    spaces: [{ title: "Beta 1", collection: null, emoji: null, icon: null, copyOf: null }],
    teams: [],
    saml: null,
    specs: [],
    further: [],
    site: {
      title: "Alpha",
      visibility: "public" as const,
      published: null,
      flat: null,
      items,
      defaultSection: null,
    },
  };
  const each: Given = { live, apiVersion: "classic", policy: {}, seed, edits };
  await checkAccepted(each, { changes: "drift" }, tally);
  return tally;
}
