import { type Json, type JsonObject, jsonEquals } from "../../../util/json.ts";
import { type ContentPage, isInLoop, type RevisionContent } from "./content.ts";

/** A part that both sides have changed differently. */
export interface MergeConflict {
  readonly part: "page" | "file" | "reusable content" | "variable" | "order";
  /** Id of the part. For a variable: its name. For an order: id of the parent page, or empty at the top. */
  readonly id: string;
}

/** The result of a merge: one content, or all conflicts. */
export type Merge =
  | { readonly content: RevisionContent; readonly conflicts?: never }
  | { readonly content?: never; readonly conflicts: readonly MergeConflict[] };

/** A content before the changes, and each side after its changes. */
export interface MergeSides<Of> {
  readonly base: Of;
  readonly ours: Of;
  readonly theirs: Of;
}

/**
 * Merges two contents part by part. A change on one side, or the same change on both, is in the result. Different changes of the
 * same part are a conflict. A page is one part.
 */
export function mergeContents(sides: MergeSides<RevisionContent>): Merge {
  const pages = mergeById("page", of(sides, "pages"), pageEssence);
  const files = mergeById("file", of(sides, "files"), ({ id, name, contentType, base64 }) => ({
    id,
    name,
    contentType,
    base64,
  }));
  const reusable = mergeById(
    "reusable content",
    of(sides, "reusableContents"),
    ({ id, title, markdown }) => ({ id, title, markdown }),
  );
  const variables = mergeVariables(of(sides, "variables"));
  const order = pageOrder(of(sides, "pages"), pages.merged);
  const content: RevisionContent = {
    pages: order.pages,
    files: files.merged,
    reusableContents: reusable.merged,
    variables: variables.merged,
  };
  const conflicts = [pages, files, reusable, variables, order].flatMap((part) => part.conflicts);
  const all = [...conflicts, ...misplaced(sides.base, content, conflicts)];
  return all.length > 0 ? { conflicts: all } : { content };
}

function of<Name extends keyof RevisionContent>(
  sides: MergeSides<RevisionContent>,
  name: Name,
): MergeSides<RevisionContent[Name]> {
  return { base: sides.base[name], ours: sides.ours[name], theirs: sides.theirs[name] };
}

/** The parts of a page that count as changes. Its dates and its file follow from them. */
function pageEssence({ id, parent, type, title, slug, markdown, details, frontMatter }: ContentPage): Json {
  return { id, parent, type, title, slug, markdown, details, frontMatter };
}

interface MergedItems<Of> {
  readonly merged: Of;
  readonly conflicts: readonly MergeConflict[];
}

/** Merges items by id: ours in their order, then the items that they added. */
function mergeById<Item extends { readonly id: string }>(
  part: MergeConflict["part"],
  { base, ours, theirs }: MergeSides<readonly Item[]>,
  essence: (item: Item) => Json,
): MergedItems<readonly Item[]> {
  const find = (items: readonly Item[]) => new Map(items.map((item) => [item.id, item]));
  const [baseById, oursById, theirsById] = [find(base), find(ours), find(theirs)];
  const merged: Item[] = [];
  const conflicts: MergeConflict[] = [];
  for (const id of new Set([...oursById.keys(), ...theirsById.keys(), ...baseById.keys()])) {
    const sides = { base: baseById.get(id), ours: oursById.get(id), theirs: theirsById.get(id) };
    const choice = mergeOne(sides, (item) => (item === undefined ? null : essence(item)));
    if (choice === "conflict") conflicts.push({ part, id });
    else if (choice.merged !== undefined) merged.push(choice.merged);
  }
  return { merged, conflicts };
}

/** The version of a part that the merge keeps. undefined: it was deleted. */
function mergeOne<Item>(
  { base, ours, theirs }: MergeSides<Item>,
  essence: (item: Item) => Json,
): { readonly merged: Item } | "conflict" {
  const [baseEssence, oursEssence, theirsEssence] = [essence(base), essence(ours), essence(theirs)];
  if (jsonEquals(oursEssence, theirsEssence) || jsonEquals(theirsEssence, baseEssence))
    return { merged: ours };
  return jsonEquals(oursEssence, baseEssence) ? { merged: theirs } : "conflict";
}

function mergeVariables({ base, ours, theirs }: MergeSides<JsonObject>): MergedItems<JsonObject> {
  const list = (variables: JsonObject) => Object.entries(variables).map(([id, value]) => ({ id, value }));
  const sides = { base: list(base), ours: list(ours), theirs: list(theirs) };
  const { merged, conflicts } = mergeById("variable", sides, ({ value }) => value);
  return { merged: Object.fromEntries(merged.map(({ id, value }) => [id, value])), conflicts };
}

/**
 * The order of the merged pages. If one side alone has changed the order, its order counts. A page that the other side added comes
 * after the same page as on that side.
 */
function pageOrder(
  sides: MergeSides<readonly ContentPage[]>,
  merged: readonly ContentPage[],
): { readonly pages: readonly ContentPage[]; readonly conflicts: readonly MergeConflict[] } {
  const parents = new Map(merged.map((page) => [page.id, page.parent]));
  const ordered: ContentPage[] = [];
  const conflicts: MergeConflict[] = [];
  for (const parent of new Set(merged.map((page) => page.parent))) {
    const ids = (pages: readonly ContentPage[]) =>
      pages.filter((page) => parents.get(page.id) === parent && page.parent === parent).map(({ id }) => id);
    const order = orderOf({ base: ids(sides.base), ours: ids(sides.ours), theirs: ids(sides.theirs) });
    if (order === undefined) conflicts.push({ part: "order", id: parent ?? "" });
    const ranks = new Map((order ?? []).map((id, index) => [id, index]));
    const siblings = merged.filter((page) => page.parent === parent);
    ordered.push(...siblings.toSorted((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0)));
  }
  return { pages: ordered, conflicts };
}

/** The merged order of ids. undefined: both sides have changed it differently. */
function orderOf({ base, ours, theirs }: MergeSides<readonly string[]>): readonly string[] | undefined {
  const common = base.filter((id) => ours.includes(id) && theirs.includes(id));
  const orders = [base, ours, theirs].map((ids) => ids.filter((id) => common.includes(id)));
  const sides = { base: orders[0], ours: orders[1], theirs: orders[2] };
  const choice = mergeOne(sides, (order) => order ?? []);
  if (choice === "conflict") return undefined;
  const isOurs = choice.merged === sides.ours;
  return isOurs ? woven(ours, theirs) : woven(theirs, ours);
}

/** Inserts the missing ids of the other order, each after the id that precedes it there. */
function woven(ids: readonly string[], others: readonly string[]): readonly string[] {
  let all = ids;
  for (const [index, id] of others.entries()) {
    if (all.includes(id)) continue;
    const before = others[index - 1];
    const place = before === undefined ? 0 : all.indexOf(before) + 1;
    all = all.toSpliced(place, 0, id);
  }
  return all;
}

/** Pages under a page that the other side deleted, and pages that moves have put under each other. */
function misplaced(
  base: RevisionContent,
  content: RevisionContent,
  known: readonly MergeConflict[],
): readonly MergeConflict[] {
  const reported = new Set(known.filter(({ part }) => part === "page").map(({ id }) => id));
  const ids = new Set(content.pages.map(({ id }) => id));
  const parents = new Map(base.pages.map(({ id, parent }) => [id, parent]));
  const isMoved = ({ id, parent }: ContentPage) => parents.get(id) !== parent;
  const misplacedPages = content.pages.filter(
    (page) =>
      (page.parent !== null && !ids.has(page.parent) && !reported.has(page.parent)) ||
      (isMoved(page) && isInLoop(content, page)),
  );
  return misplacedPages.map(({ id }) => ({ part: "page", id }));
}
