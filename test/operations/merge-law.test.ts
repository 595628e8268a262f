import fc from "fast-check";
import { expect, test } from "vitest";
import type { ContentPage, RevisionContent } from "../../src/contract/operations/revisions/content.ts";
import { type MergeSides, mergeContents } from "../../src/contract/operations/revisions/merge.ts";
import type { ScenarioContext } from "../../src/contract/operations/scenario.ts";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import { EmulatorRefusal } from "../../src/model/emulator-rules.ts";
import { type ApiVersion, publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import { canonicalJson, type Json, type JsonObject } from "../../src/util/json.ts";
import { createTally, timeoutOf, worldsOf } from "../support/laws.ts";
import { emulatorAfterScenarios, scenarioClient } from "../support/scenarios.ts";

/*
 * The law of change requests: a merge contains the edits of both sides, reports each conflict, and loses nothing. The test computes the expected
 * result only from what each side changed.
 */

interface Edit {
  readonly kind: "insert" | "rename" | "write" | "delete" | "move" | "reorder" | "file" | "variable" | "note";
  readonly page: number;
  readonly other: number;
  readonly text: string;
}

const kinds = ["insert", "rename", "write", "delete", "move", "reorder", "file", "variable", "note"] as const;

const editOf = (...of: readonly Edit["kind"][]): fc.Arbitrary<Edit> =>
  fc.record({
    kind: fc.constantFrom(...of),
    page: fc.nat(5),
    other: fc.nat(5),
    text: fc.constantFrom("one", "two", "three"),
  });

const storyOf = (
  sizes: { readonly base: number; readonly side: number },
  ...edits: readonly Edit["kind"][]
) => {
  const side = fc.array(editOf(...edits), { minLength: 1, maxLength: sizes.side });
  return fc.record({
    base: fc.array(editOf("insert", "insert", "insert", "file", "variable"), {
      minLength: 2,
      maxLength: sizes.base,
    }),
    ours: side,
    theirs: side,
  });
};

// Most stories have few pages and several edits, so that both sides edit the same page. The others only move pages, so that each side moves pages
// below those of the other.
const story = fc.oneof(
  { weight: 4, arbitrary: storyOf({ base: 7, side: 4 }, ...kinds) },
  { weight: 1, arbitrary: storyOf({ base: 7, side: 2 }, "move") },
);

const worlds = worldsOf(2000);

test.each(apiVersions)(
  "a merge on a %s service is the union, names conflicts, and loses nothing",
  async (apiVersion) => {
    const tally = createTally();
    const property = fc.asyncProperty(story, async (drawn) => {
      const { sides, merged, result } = await play(apiVersion, drawn);
      const named = new Set((mergeContents(sides).conflicts ?? []).map(({ part, id }) => `${part} ${id}`));
      tally.count(result);
      for (const name of named) tally.count(`conflict of a ${name.split(" ")[0] ?? ""}`);
      expect(result).toBe(named.size > 0 ? "conflicts" : "merge");
      if (result === "conflicts") checkConflicts(sides, merged, named);
      else checkUnion(sides, merged);
    });
    await tally.draw(property, worlds);
    await tally.report(`merge, ${apiVersion}`, worlds, ["merge", "conflicts"], 0.1);
  },
  timeoutOf(2000),
);

interface Played {
  readonly sides: MergeSides<RevisionContent>;
  /** The contents of the space after the merge. */
  readonly merged: RevisionContent;
  readonly result: string;
}

async function play(
  apiVersion: ApiVersion,
  drawn: { readonly base: readonly Edit[]; readonly ours: readonly Edit[]; readonly theirs: readonly Edit[] },
): Promise<Played> {
  const emulator = emulatorAfterScenarios(apiVersion);
  const client = scenarioClient(emulator);
  const spaceId = await client.make("createSpace", { body: { title: "Guides" } });
  doEdits(emulator, client, { spaceId }, drawn.base);
  const changeRequestId = await client.make("createChangeRequest", { params: { spaceId }, body: {} });
  const base = contentOf(emulator, "space", spaceId);
  doEdits(emulator, client, { spaceId }, drawn.ours);
  doEdits(emulator, client, { spaceId, changeRequestId }, drawn.theirs);
  const ours = contentOf(emulator, "space", spaceId);
  const theirs = contentOf(emulator, "change_request", changeRequestId);
  const { result } = await client.ask("mergeChangeRequest", { params: { spaceId, changeRequestId } });
  const merged = contentOf(emulator, "space", spaceId);
  return { sides: { base, ours, theirs }, merged, result: textIn(result) };
}

function contentOf({ service }: Emulator, type: string, id: string): RevisionContent {
  const revision = textIn(service.get(type, id)?.["revision"]);
  const empty: RevisionContent = { pages: [], files: [], reusableContents: [], variables: {} };
  return (service.get("revision", revision)?.["content"] as RevisionContent | undefined) ?? empty;
}

/** Applies the edits that the service accepts. It refuses, for example, to move a page below itself. */
function doEdits(
  emulator: Emulator,
  client: ScenarioContext,
  params: { readonly spaceId: string; readonly changeRequestId?: string },
  edits: readonly Edit[],
): void {
  for (const each of edits) {
    const [type, id] =
      params.changeRequestId === undefined
        ? ["space", params.spaceId]
        : ["change_request", params.changeRequestId];
    const change = changeOf(each, contentOf(emulator, type as string, id as string));
    if (change === undefined) continue;
    try {
      client.edit("editContent", { params: params as never, body: { changes: [change] } });
    } catch (error) {
      if (!(error instanceof EmulatorRefusal)) throw error;
    }
  }
}

function changeOf(drawn: Edit, { pages }: RevisionContent): JsonObject | undefined {
  const [one, two] = [drawn.page, drawn.other].map((nth) => pages[nth % Math.max(1, pages.length)]?.id);
  const added = addition(drawn, two);
  if (added !== undefined || one === undefined || two === undefined) return added;
  return pageChange(drawn.kind, one, two, drawn.other, drawn.text);
}

function addition({ kind, page, other, text }: Edit, into: string | undefined): JsonObject | undefined {
  const document = { markdown: text };
  const base64 = Buffer.from(text).toString("base64");
  const under = into !== undefined && page > 3 ? { into } : {};
  const additions: { readonly [Kind in Edit["kind"]]?: JsonObject } = {
    insert: { operation: "insert_page", title: text, document, at: other, ...under },
    file: { operation: "insert_files", files: [{ name: `${text}.txt`, base64 }] },
    variable: { operation: "set_variables", variables: { shared: text, [`own${page % 3}`]: text } },
    note: { operation: "insert_reusable_content", title: text, document },
  };
  return additions[kind];
}

function pageChange(kind: Edit["kind"], page: string, into: string, at: number, text: string): JsonObject {
  if (kind === "delete") return { operation: "delete_page", page };
  const update = { operation: "update_page", page };
  if (kind === "rename") return { ...update, title: text };
  if (kind === "write") return { ...update, document: { markdown: text } };
  return kind === "move" ? { ...update, into: at % 3 === 0 ? null : into } : { ...update, at };
}

/** The parts of a content by kind and id. Pages are without their times. */
function itemsOf({ pages, files, reusableContents, variables }: RevisionContent): ReadonlyMap<string, Json> {
  const withoutDates = (page: ContentPage) => ({ ...page, createdAt: "", updatedAt: "", git: null });
  return new Map<string, Json>([
    ...pages.map((page) => [`page ${page.id}`, withoutDates(page)] as const),
    ...files.map((file) => [`file ${file.id}`, file] as const),
    ...reusableContents.map((each) => [`reusable content ${each.id}`, each] as const),
    ...Object.entries(variables).map(([name, value]) => [`variable ${name}`, value] as const),
  ]);
}

interface Change {
  readonly name: string;
  readonly before: string;
  readonly ours: string;
  readonly theirs: string;
}

function changesIn(sides: MergeSides<RevisionContent>): readonly Change[] {
  const [base, ours, theirs] = [itemsOf(sides.base), itemsOf(sides.ours), itemsOf(sides.theirs)];
  const text = (items: ReadonlyMap<string, Json>, name: string) => canonicalJson(items.get(name) ?? null);
  const names = new Set([...base.keys(), ...ours.keys(), ...theirs.keys()]);
  return [...names].map((name) => ({
    name,
    before: text(base, name),
    ours: text(ours, name),
    theirs: text(theirs, name),
  }));
}

function checkUnion(sides: MergeSides<RevisionContent>, merged: RevisionContent): void {
  const after = itemsOf(merged);
  for (const { name, before, ours, theirs } of changesIn(sides)) {
    const expected = ours === before ? theirs : ours;
    expect(canonicalJson(after.get(name) ?? null), name).toBe(expected);
    expect(theirs === before || ours === before || ours === theirs, `${name} was changed twice`).toBe(true);
  }
  const ids = new Set(merged.pages.map(({ id }) => id));
  expect(ids.size, "a page stands there once").toBe(merged.pages.length);
  expect(merged.pages.filter(({ parent }) => parent !== null && !ids.has(parent))).toEqual([]);
  expect(merged.pages.filter((page) => !reachesTop(merged, page))).toEqual([]);
  checkOrder(sides, merged);
}

function reachesTop({ pages }: RevisionContent, page: ContentPage): boolean {
  let at: ContentPage | undefined = page;
  for (let steps = 0; at !== undefined && steps <= pages.length; steps += 1) {
    if (at.parent === null) return true;
    at = pages.find(({ id }) => id === at?.parent);
  }
  return false;
}

/** If one side swapped two pages below the same parent, the merge has the order of that side. */
function checkOrder({ base, ours, theirs }: MergeSides<RevisionContent>, merged: RevisionContent): void {
  const place = ({ pages }: RevisionContent, id: string) => pages.findIndex((page) => page.id === id);
  const parent = ({ pages }: RevisionContent, id: string) => pages.find((page) => page.id === id)?.parent;
  const stayed = merged.pages.filter((page) =>
    [base, ours, theirs].every((content) => parent(content, page.id) === page.parent),
  );
  for (const one of stayed) {
    for (const two of stayed.filter((page) => page !== one && page.parent === one.parent)) {
      const isBefore = (content: RevisionContent) => place(content, one.id) < place(content, two.id);
      const expected = isBefore(ours) === isBefore(base) ? isBefore(theirs) : isBefore(ours);
      expect(isBefore(merged), `${one.id} before ${two.id}`).toBe(expected);
    }
  }
}

/** A conflicting merge leaves the space unchanged. It reports everything that both sides changed, and nothing that only one side changed. */
function checkConflicts(
  sides: MergeSides<RevisionContent>,
  after: RevisionContent,
  named: ReadonlySet<string>,
): void {
  expect(canonicalJson(after as unknown as Json)).toBe(canonicalJson(sides.ours as unknown as Json));
  const twice = changesIn(sides).filter(
    ({ before, ours, theirs }) => ours !== before && theirs !== before && ours !== theirs,
  );
  expect(twice.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  expect(named.size).toBeGreaterThan(0);
  const known = new Set(twice.map(({ name }) => name));
  const others = [...named].filter((name) => !known.has(name));
  expect(others.filter((name) => !isMisplaced(sides, name))).toEqual([]);
}

/** A conflict of places rather than of values: an order, a page that a side moved, or a page whose parent a side removed. */
function isMisplaced({ base, ours, theirs }: MergeSides<RevisionContent>, name: string): boolean {
  if (name.startsWith("order ")) return true;
  if (!name.startsWith("page ")) return false;
  const id = name.slice("page ".length);
  const moved = [ours, theirs].filter(
    (side) =>
      side.pages.find((page) => page.id === id)?.parent !== base.pages.find((page) => page.id === id)?.parent,
  );
  const isGone = (parent: string | null | undefined) =>
    parent != null && [ours, theirs].some(({ pages }) => !pages.some((page) => page.id === parent));
  const parents = [ours, theirs].map(({ pages }) => pages.find((page) => page.id === id)?.parent);
  return moved.length > 0 || parents.some(isGone);
}
