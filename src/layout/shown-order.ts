import { attributesIn } from "../model/key-field.ts";
import { keyOf, type ObjectKey, objectKey } from "../model/object-key.ts";
import { slugOf } from "../model/slug.ts";
import type { LiveObject } from "../model/snapshot.ts";
import { append } from "../util/groups.ts";
import { type LayoutTypes, syntaxOfType, type TypeSyntax } from "./layout-types.ts";

/** The order in which readers find the objects in the maps of a layout. */
export interface ShownOrder {
  /** The rank in that order, from a table; Infinity for an object that no structure shows. */
  readonly rankOf: (object: LiveObject) => number;
  /** The first object of the same type at the place where readers find this one: the main object beside a variant. */
  readonly mainOf: (object: LiveObject) => LiveObject | undefined;
}

/** Goes through the contents of objects in their order, and collects the objects that they refer to. */
export function shownOrder(types: LayoutTypes, objects: readonly LiveObject[]): ShownOrder {
  const byKey = new Map(objects.map((object) => [keyOf(object), object]));
  const ranks = new Map<ObjectKey, number>();
  const mains = new Map<ObjectKey, LiveObject>();
  const first = headTargets(types, byKey, objects);
  for (const target of first) ranks.set(keyOf(target), ranks.size);
  for (const siblings of siblingsInOrder(types, objects, first)) {
    const firstOfType = new Map<string, LiveObject>();
    for (const target of siblings.flatMap((item) => targetsOf(types, byKey, item))) {
      const main = firstOfType.get(target.type) ?? target;
      firstOfType.set(target.type, main);
      const key = keyOf(target);
      if (ranks.has(key)) continue;
      ranks.set(key, ranks.size);
      if (main !== target) mains.set(key, main);
    }
  }
  for (const [key, rank] of ranks) raiseContainers(byKey, ranks, byKey.get(key), rank);
  return {
    rankOf: (object) => ranks.get(keyOf(object)) ?? Number.POSITIVE_INFINITY,
    mainOf: (object) => mains.get(keyOf(object)),
  };
}

/** The objects that the head of the layout refers to, such as the site that people see first. */
function headTargets(
  types: LayoutTypes,
  byKey: ReadonlyMap<ObjectKey, LiveObject>,
  objects: readonly LiveObject[],
): readonly LiveObject[] {
  const heads = objects.filter(({ type }) => type === types.head?.type.name);
  return heads.flatMap((head) => targetsOf(types, byKey, head));
}

/** Gives the parents of an object its rank, unless theirs is lower already: readers find them together. */
function raiseContainers(
  byKey: ReadonlyMap<ObjectKey, LiveObject>,
  ranks: Map<ObjectKey, number>,
  object: LiveObject | undefined,
  rank: number,
): void {
  const container = object?.container == null ? undefined : byKey.get(keyOf(object.container));
  if (container === undefined) return;
  const key = keyOf(container);
  if ((ranks.get(key) ?? Number.POSITIVE_INFINITY) <= rank) return;
  ranks.set(key, rank);
  raiseContainers(byKey, ranks, container, rank);
}

/** The lists of siblings, each before the lists inside its items. `first`: the objects whose lists come first; then by name. */
function siblingsInOrder(
  types: LayoutTypes,
  objects: readonly LiveObject[],
  first: readonly LiveObject[],
): readonly (readonly LiveObject[])[] {
  const items = objects.filter(({ type }) => syntaxOfType(types, type).layout.kind === "item");
  const inside = new Map<string, LiveObject[]>();
  for (const item of items) append(inside, item.container?.id ?? item.scopeId ?? "", item);
  const walk = (parent: string): readonly (readonly LiveObject[])[] => {
    const siblings = [...(inside.get(parent) ?? [])].sort(
      (a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1),
    );
    return siblings.length === 0 ? [] : [siblings, ...siblings.flatMap(({ id }) => walk(id))];
  };
  const present = new Set(items.map(({ id }) => id));
  const byId = new Map(objects.map((object) => [object.id, object]));
  const rankOf = (id: string): readonly string[] => {
    const root = byId.get(id);
    const isFirst = root !== undefined && first.includes(root);
    return [isFirst ? "0" : "1", root === undefined ? "" : nameOf(types, root), id];
  };
  return [...inside.keys()]
    .filter((parent) => !present.has(parent))
    .map((id) => ({ id, rank: rankOf(id) }))
    .sort((a, b) => compareTexts(a.rank, b.rank))
    .flatMap(({ id }) => walk(id));
}

function nameOf(types: LayoutTypes, { type, attributes }: LiveObject): string {
  const [name = ""] = attributesIn(syntaxOfType(types, type).type.identity.key);
  const value = attributes[name];
  return typeof value === "string" ? slugOf(value) : "";
}

function compareTexts(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((text, index) => text !== b[index]);
  return at === -1 ? 0 : (a[at] ?? "") < (b[at] ?? "") ? -1 : 1;
}

function targetsOf(
  types: LayoutTypes,
  byKey: ReadonlyMap<ObjectKey, LiveObject>,
  item: LiveObject,
): readonly LiveObject[] {
  const { type } = syntaxOfType(types, item.type);
  return Object.entries(type.attributes).flatMap(([name, { reference }]) => {
    const id = item.attributes[name];
    const target =
      reference === undefined || typeof id !== "string"
        ? undefined
        : byKey.get(objectKey(reference.type, id));
    return target === undefined ? [] : [target];
  });
}

/**
 * The maps of a layout in the order in which a person writes them: first the maps whose objects a structure shows, last the maps with a
 * structure. A map comes before the maps that refer to it.
 */
export function mapsInOrder(types: LayoutTypes): readonly TypeSyntax[] {
  const all = [...types.maps.values()];
  const structured = all.filter((syntax) => !isPlain(syntax));
  const shown = structured.flatMap((syntax) => neededBy(types, syntax));
  const ordered: TypeSyntax[] = [];
  const add = (syntax: TypeSyntax, through: readonly TypeSyntax[]): void => {
    if (ordered.includes(syntax) || through.includes(syntax)) return;
    for (const other of neededBy(types, syntax)) add(other, [...through, syntax]);
    ordered.push(syntax);
  };
  for (const syntax of [...shown, ...all.filter(isPlain), ...structured]) add(syntax, []);
  return ordered;
}

function isPlain({ contents }: TypeSyntax): boolean {
  return contents.length === 0;
}

/** The maps whose objects a type or its contents may refer to. */
function neededBy(types: LayoutTypes, syntax: TypeSyntax): readonly TypeSyntax[] {
  const inner = syntax.contents.flatMap(({ types: names }) => names);
  const names = [syntax.type, ...inner.map((name) => syntaxOfType(types, name).type)].flatMap((type) => [
    ...Object.values(type.attributes).flatMap(({ reference }) => reference?.type ?? []),
    ...(type.container?.layoutField === undefined ? [] : type.container.types),
  ]);
  return [...types.maps.values()].filter((other) => other !== syntax && names.includes(other.type.name));
}

/** Objects of one map in the order in which a person writes them: in the shown order, each parent before its contents. */
export function inShownOrder<Keyed extends { readonly key: string; readonly object: LiveObject }>(
  order: ShownOrder,
  entries: readonly Keyed[],
): readonly Keyed[] {
  const byKey = new Map(entries.map((entry) => [keyOf(entry.object), entry]));
  const pathOf = ({ object, key }: Keyed): readonly OrderStep[] => {
    const container = object.container === null ? undefined : byKey.get(keyOf(object.container));
    const beside = container === undefined ? (object.container?.id ?? "") : "";
    const own = { rank: order.rankOf(object), beside, key };
    return container === undefined ? [own] : [...pathOf(container), own];
  };
  return entries
    .map((entry) => ({ entry, path: pathOf(entry) }))
    .sort((a, b) => comparePaths(a.path, b.path))
    .map(({ entry }) => entry);
}

interface OrderStep {
  readonly rank: number;
  /** Id of the parent if that is in another map. Objects with the same parent are next to each other. */
  readonly beside: string;
  readonly key: string;
}

function comparePaths(a: readonly OrderStep[], b: readonly OrderStep[]): number {
  for (const [index, step] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const found = compareSteps(step, other);
    if (found !== 0) return found;
  }
  return a.length - b.length;
}

function compareSteps(a: OrderStep, b: OrderStep): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1;
  if (a.beside !== b.beside) return a.beside < b.beside ? -1 : 1;
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}
