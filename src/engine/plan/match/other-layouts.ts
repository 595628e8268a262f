import { keyOf, type ObjectKey } from "../../../model/object-key.ts";
import { isOnlyImported } from "../../../model/resource-type/creation.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { OtherLayout } from "../../../model/state.ts";
import type { TypeIndex } from "../../../model/type-index.ts";

/** Returns the other layout to which an object of the organization belongs. Import-only objects may belong to several. */
export function otherLayoutLookup(
  types: TypeIndex,
  layouts: readonly OtherLayout[],
): (live: Pick<LiveObject, "type" | "id">) => OtherLayout | undefined {
  const managed = new Map<ObjectKey, OtherLayout>();
  for (const layout of layouts)
    for (const object of layout.objects ?? []) {
      const type = types.find(object.type);
      if (type !== undefined && type.scope === undefined && !isOnlyImported(type))
        managed.set(keyOf(object), layout);
    }
  return (live) => managed.get(keyOf(live));
}
