import { keyOf, type ObjectKey, objectKey } from "../../../model/object-key.ts";
import type { IncompleteList, LiveObject, Snapshot, UnknownObject } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { append, groupBy } from "../../../util/groups.ts";
import { once } from "../../../util/once.ts";

/** Live objects by id, by type and by parent. */
export interface LiveIndex {
  readonly world: Snapshot;
  get(type: string, id: string): LiveObject | undefined;
  ofType(type: string): readonly LiveObject[];
  /** The list of a type's objects, if the refresh read it incompletely. */
  incompleteList(type: string): IncompleteList | undefined;
  /**
   * Whether an object of the type may exist that the snapshot does not have: a possible scope of it exists, and the refresh did not read its
   * contents of that type.
   */
  isUnread(type: string, scopeId: string | undefined): boolean;
  /** Objects directly inside an object whose types docsform does not know. */
  unknownIn(type: string, id: string): readonly UnknownObject[];
  /** Objects directly inside an object, in their order: by container, or at the root of a scope. */
  inside(type: string, id: string): readonly LiveObject[];
  /**
   * Further objects that may be inside an object. Their container is of the same type as the object, and no list shows it, so it may be
   * anywhere.
   */
  maybeInside(object: LiveObject): readonly LiveObject[];
  /** The container around an object, at any depth, that no list shows. */
  hiddenAround(object: LiveObject): ObjectKey | undefined;
  /** The objects that refer to an object, each with the referring attribute. */
  referrersOf(target: LiveObject): readonly LiveReferrer[];
}

export interface LiveReferrer {
  readonly object: LiveObject;
  readonly attribute: string;
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
  const referrers = once(() => indexReferrers(types, world));
  const hiddenAround = (object: LiveObject): ObjectKey | undefined => {
    const passed = new Set<ObjectKey>();
    for (let { container } = object; container; ) {
      const key = keyOf(container);
      const around = byKey.get(key);
      if (around === undefined) return key;
      // If an object moves during the refresh, the snapshot may show it inside itself.
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
    isUnread(type, scopeId) {
      const { scope } = types.get(type);
      if (scope === undefined || !types.typesReadOf(scope).has(type)) return false;
      const isUnreadIn = (id: string) => world.contentsReadOf.get(id)?.has(type) !== true;
      if (scopeId === undefined) return (byType.get(scope) ?? none).some(({ id }) => isUnreadIn(id));
      return byKey.has(objectKey(scope, scopeId)) && isUnreadIn(scopeId);
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
    referrersOf: (target) => referrers().get(keyOf(target)) ?? none,
  };
}

function indexReferrers(
  types: TypeIndex,
  { objects }: Snapshot,
): ReadonlyMap<ObjectKey, readonly LiveReferrer[]> {
  const index = new Map<ObjectKey, LiveReferrer[]>();
  for (const object of objects)
    for (const [name, { reference }] of Object.entries(types.get(object.type).attributes)) {
      const id = object.attributes[name];
      if (reference && typeof id === "string")
        append(index, objectKey(reference.type, id), { object, attribute: name });
    }
  return index;
}
