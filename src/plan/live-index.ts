import { append, groupBy } from "../model/groups.ts";
import { keyOf, type ObjectKey, objectKey } from "../model/object-key.ts";
import { once } from "../model/once.ts";
import type { IncompleteList, LiveObject, Snapshot, UnknownObject } from "../model/snapshot.ts";
import type { TypeIndex } from "../model/type-index.ts";

/** Live objects by id, by type and by what contains them. */
export interface LiveIndex {
  readonly world: Snapshot;
  get(type: string, id: string): LiveObject | undefined;
  ofType(type: string): readonly LiveObject[];
  /** The list of a type's objects, where it is known not to be the whole. */
  incompleteList(type: string): IncompleteList | undefined;
  /** Whether an object may be there although nothing shows it: what addresses it is there, and its contents were not read. */
  isUnreadScope(type: string, scopeId: string | undefined): boolean;
  /** What is directly inside an object and of a kind that docsform does not know. */
  unknownIn(type: string, id: string): readonly UnknownObject[];
  /** Directly inside an object: by container, or at the root of a scope; in their order. */
  inside(type: string, id: string): readonly LiveObject[];
  /** What may be inside an object too: it is in another of its type, which no list shows and which may be in any of them. */
  maybeInside(object: LiveObject): readonly LiveObject[];
  /** What an object is inside of, at any depth, and no list shows. */
  hiddenAround(object: LiveObject): ObjectKey | undefined;
}

const none: readonly never[] = [];

export function indexLive(world: Snapshot, types: TypeIndex): LiveIndex {
  const byKey = new Map<ObjectKey, LiveObject>();
  const byType = new Map<string, LiveObject[]>();
  const byParent = new Map<ObjectKey, LiveObject[]>();
  for (const object of world.objects) {
    byKey.set(keyOf(object), object);
    append(byType, object.type, object);
    const scope = types.get(object.type).scope;
    if (object.container) append(byParent, keyOf(object.container), object);
    else if (scope !== undefined && object.scopeId !== undefined)
      append(byParent, objectKey(scope, object.scopeId), object);
  }
  for (const children of byParent.values()) children.sort((a, b) => a.rank - b.rank);
  const unknownObjects = once(() => groupBy(world.unknownObjects ?? [], ({ container }) => keyOf(container)));
  const inHidden = once(() =>
    groupBy(
      world.objects.filter(({ container }) => container && !byKey.has(keyOf(container))),
      ({ container }) => container?.type,
    ),
  );
  const hiddenAround = (object: LiveObject): ObjectKey | undefined => {
    const passed = new Set<ObjectKey>();
    for (let { container } = object; container; ) {
      const key = keyOf(container);
      const around = byKey.get(key);
      if (around === undefined) return key;
      // What is moved while it is read may be shown inside of itself.
      if (passed.has(key)) return undefined;
      passed.add(key);
      container = around.container;
    }
    return undefined;
  };
  return {
    world,
    get: (type, id) => byKey.get(objectKey(type, id)),
    ofType: (type) => byType.get(type) ?? none,
    incompleteList: (type) => world.incompleteLists?.find(({ types: listed }) => listed.includes(type)),
    isUnreadScope(type, scopeId) {
      const scopes = byType.get(types.get(type).scope ?? "") ?? none;
      const possible = scopes.filter(({ id }) => scopeId === undefined || id === scopeId);
      return possible.some(({ id }) => !world.contentsReadOf.has(id));
    },
    unknownIn: (type, id) => unknownObjects().get(objectKey(type, id)) ?? none,
    inside: (type, id) => byParent.get(objectKey(type, id)) ?? none,
    maybeInside(object) {
      const { type, scopeId } = object;
      const candidates = inHidden().get(type) ?? none;
      if (candidates.length === 0 || types.get(type).container?.types.includes(type) !== true) return none;
      const around = hiddenAround(object);
      return candidates.filter((each) => each.scopeId === scopeId && hiddenAround(each) !== around);
    },
    hiddenAround,
  };
}
