import { titleOfLive } from "../../engine/plan/decide/object-names.ts";
import type { Address } from "../../model/address.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import { shortLabelOf } from "../../model/resource-type/type-names.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import { parentOf, type TypeIndex } from "../../model/type-index.ts";
import { groupBy } from "../../util/groups.ts";
import { present } from "../../util/present.ts";

/** One object in the navigation, with its contents in order. */
export interface TreeNode {
  readonly key: ObjectKey;
  readonly address?: Address;
  readonly title: string;
  /** The type in words: `section`. */
  readonly kind: string;
  readonly children: readonly TreeNode[];
}

/** One tree before and after. */
export interface TreeChange {
  readonly key: ObjectKey;
  readonly title: string;
  readonly kind: string;
  /** Absent: it does not exist before. */
  readonly before?: TreeNode;
  /** Absent: it does not exist afterwards. */
  readonly after?: TreeNode;
}

interface Naming {
  readonly types: TypeIndex;
  addressOf(key: ObjectKey): Address | undefined;
  /** The title. It contains no secrets. */
  titleOf(object: LiveObject, objects: ReadonlyMap<ObjectKey, LiveObject>): string;
}

/** The trees before and after, sorted by title. */
export function treeChanges(before: Snapshot, after: Snapshot, naming: Naming): readonly TreeChange[] {
  const [left, right] = [treesOf(before, naming), treesOf(after, naming)];
  const keys = [...new Set([...right.keys(), ...left.keys()])];
  return keys
    .flatMap((key): readonly TreeChange[] => {
      const [was, is] = [left.get(key), right.get(key)];
      const shownNode = is ?? was;
      if (shownNode === undefined || !hasContents(was, is)) return [];
      const { title, kind } = shownNode;
      return [{ key, title, kind, ...(was && { before: was }), ...(is && { after: is }) }];
    })
    .sort((a, b) => a.kind.localeCompare(b.kind, "en") || a.title.localeCompare(b.title, "en"));
}

function hasContents(...nodes: readonly (TreeNode | undefined)[]): boolean {
  return nodes.some((node) => (node?.children.length ?? 0) > 0);
}

/** The trees of a snapshot, by the object at their top. */
function treesOf(world: Snapshot, naming: Naming): ReadonlyMap<ObjectKey, TreeNode> {
  const objects = new Map(world.objects.map((object) => [keyOf(object), object]));
  const inside = groupBy(world.objects, (object) => parentIn(objects, object, naming.types));
  const node = (object: LiveObject): TreeNode => {
    const key = keyOf(object);
    const address = naming.addressOf(key);
    return {
      key,
      ...present({ address }),
      title: naming.titleOf(object, objects),
      kind: shortLabelOf(naming.types.get(object.type)).one,
      children: sorted(inside.get(key) ?? [], naming.types).map(node),
    };
  };
  return new Map((inside.get(undefined) ?? []).map((object) => [keyOf(object), node(object)]));
}

/** The parent of an object. Undefined: the object is at the top, or the snapshot lacks its parent. */
function parentIn(
  objects: ReadonlyMap<ObjectKey, LiveObject>,
  object: LiveObject,
  types: TypeIndex,
): ObjectKey | undefined {
  const parent = parentOf(types, object);
  const key = parent && keyOf(parent);
  return key !== undefined && objects.has(key) ? key : undefined;
}

/** Siblings of ordered types in their order, and then the others as they came. */
function sorted(siblings: readonly LiveObject[], types: TypeIndex): readonly LiveObject[] {
  const place = (object: LiveObject) => (types.get(object.type).order === undefined ? Infinity : object.rank);
  return [...siblings].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

/** The object's own title. An object without one has the title of the object that it shows. */
export function navigationTitle(
  types: TypeIndex,
  object: LiveObject,
  objects: ReadonlyMap<ObjectKey, LiveObject>,
): string {
  const title = object.attributes["title"] ?? object.computed?.["title"];
  if (typeof title === "string" && title !== "") return title;
  for (const [name, { reference }] of Object.entries(types.get(object.type).attributes)) {
    const id = object.attributes[name];
    const shown =
      reference && typeof id === "string" ? objects.get(objectKey(reference.type, id)) : undefined;
    if (shown !== undefined) return titleOfLive(types, shown);
  }
  return titleOfLive(types, object);
}
