import { countUnknown } from "../model/count-unknown.ts";
import { keyOf, type ObjectKey } from "../model/object-key.ts";
import { containsText } from "../model/secret-value.ts";
import type { LiveObject, ObjectName, Snapshot, UnknownObject } from "../model/snapshot.ts";
import { append } from "../util/groups.ts";
import { type LayoutTypes, syntaxOfType } from "./layout-types.ts";

/** Notes about objects of unknown kinds, by parent. A layout cannot contain them, so it is incomplete. */
export function unknownContentNotes(
  types: LayoutTypes,
  { objects, unknownObjects = [] }: Snapshot,
  only: ObjectName | undefined,
  secretTexts: readonly string[],
): readonly string[] {
  const byKey = new Map(objects.map((object) => [keyOf(object), object]));
  const inside = new Map<ObjectKey, UnknownObject[]>();
  for (const each of unknownObjects) {
    const { scopeId = each.container.id } = byKey.get(keyOf(each.container)) ?? {};
    if (only === undefined || only.id === scopeId) append(inside, keyOf(each.container), each);
  }
  return [...inside].map(([key, unknownHere]) => {
    const [{ container }] = unknownHere as [UnknownObject];
    const name = nameForPeople(byKey.get(key), container.id, secretTexts);
    return `The ${syntaxOfType(types, container.type).type.label.one} ${name} contains items that docsform does not manage and the layout omits: ${countUnknown(unknownHere)}.`;
  });
}

/** The title of an object, quoted, or else its id. A title with a secret is no name. */
export function nameForPeople(
  object: LiveObject | undefined,
  id: string,
  secretTexts: readonly string[],
): string {
  const title = object?.attributes["title"];
  return typeof title === "string" && !containsText(title, secretTexts) ? JSON.stringify(title) : id;
}
