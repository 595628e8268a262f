import { layoutTypesOf } from "../../layout/layout-types.ts";
import { mapsInOrder, shownOrder } from "../../layout/shown-order.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { Describing, Draft } from "./draft.ts";

/**
 * The objects in the order of the code: as readers find them, an object before its contents, and every object after those that it refers to.
 */
export function inCodeOrder(drafts: readonly Draft[], describing: Describing): readonly Draft[] {
  const { world, parentsOfFirst } = describing;
  const types = layoutTypesOf(world.index.all);
  const shown = shownOrder(types, [...world.byKey.values()]);
  const typeNames = [types.head, ...mapsInOrder(types)].flatMap((syntax) => syntax?.type.name ?? []);
  const placeOf = ({ object }: Draft) => [
    typeNames.indexOf(object.type),
    Math.min(shown.rankOf(object), Number.MAX_SAFE_INTEGER),
    object.rank,
  ];
  const sorted = [...drafts].sort(
    (a, b) => comparePlaces(placeOf(a), placeOf(b)) || byId(a.object, b.object),
  );
  const byKey = new Map(sorted.map((draft) => [draft.key, draft]));
  const contents = new Map<string, Draft[]>();
  for (const draft of sorted) {
    const parent = parentIdOf(draft);
    if (parent !== undefined) contents.set(parent, [...(contents.get(parent) ?? []), draft]);
  }
  for (const siblings of contents.values()) siblings.sort((a, b) => a.object.rank - b.object.rank);
  const ordered = new Set<Draft>();
  const open = new Set<Draft>();
  const add = (draft: Draft): void => {
    if (ordered.has(draft) || open.has(draft)) return;
    open.add(draft);
    for (const key of neededBy(draft)) {
      const needed = byKey.get(parentsOfFirst.get(key) ?? key);
      if (needed !== undefined) add(needed);
    }
    open.delete(draft);
    ordered.add(draft);
    for (const inside of contents.get(draft.object.id) ?? []) add(inside);
  };
  for (const draft of sorted) if (draft.schema.type.scope === undefined) add(draft);
  for (const draft of sorted) add(draft);
  return [...ordered];
}

/** The id of the object that contains it. Undefined: it is at the top. */
function parentIdOf({ object }: Draft): string | undefined {
  return object.scopeId === undefined ? undefined : (object.container?.id ?? object.scopeId);
}

/** The objects that the resource refers to. */
function neededBy({ object, schema, values, first }: Draft): readonly ObjectKey[] {
  const { scope } = schema.type;
  const references = [...values.given, ...(first?.values.given ?? [])].flatMap(({ field, value }) =>
    field.rule.reference === undefined || typeof value !== "string"
      ? []
      : [objectKey(field.rule.reference.type, value)],
  );
  return [
    ...(scope === undefined || object.scopeId === undefined ? [] : [objectKey(scope, object.scopeId)]),
    ...(object.container === null ? [] : [keyOf(object.container)]),
    ...references,
  ];
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((place, index) => place !== b[index]);
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
}

function byId(a: LiveObject, b: LiveObject): number {
  return a.id < b.id ? -1 : 1;
}
