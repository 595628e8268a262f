import { groupBy } from "../model/groups.ts";
import { keyOf, type ObjectKey, objectKey } from "../model/object-key.ts";
import { isSortable, siblingSetOf } from "../model/resource-type/place.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../model/snapshot.ts";
import { orderSchema } from "../model/terraform-schema.ts";
import type { CodeObject, CodeOrder } from "./code.ts";
import { Reference } from "./code-value.ts";

interface Described {
  readonly types: readonly ResourceType[];
  readonly live: Snapshot;
  readonly byKey: ReadonlyMap<ObjectKey, CodeObject>;
  readonly parentsOfFirst: ReadonlyMap<ObjectKey, ObjectKey>;
}

/** The orders of siblings that the code contains, as far as the service has an order for all of them. */
export function describeOrders(described: Described): readonly CodeOrder[] {
  const { types, live, byKey, parentsOfFirst } = described;
  return types.flatMap((scope) => {
    const schema = orderSchema(types, scope);
    if (schema === undefined) return [];
    const ordered = new Map(schema.ordered.map((type) => [type.name, type]));
    const siblings = groupBy(
      live.objects.filter(({ type }) => ordered.has(type)),
      ({ scopeId = "", container }) => `${scopeId} ${container?.id ?? ""}`,
    );
    const idOf = (key: ObjectKey, id: string) =>
      byKey.has(parentsOfFirst.get(key) ?? key) ? new Reference(key) : id;
    return [...siblings.values()].flatMap((members): CodeOrder[] => {
      const [first] = members;
      const isInCode = members.some((member) =>
        byKey.has(parentsOfFirst.get(keyOf(member)) ?? keyOf(member)),
      );
      if (first?.scopeId === undefined || members.length < 2 || !isInCode) return [];
      if (!isOneOrder(members, ordered, live)) return [];
      const { container, scopeId } = first;
      const parent = container === null ? objectKey(scope.name, scopeId) : keyOf(container);
      const sorted = [...members].sort((a, b) => a.rank - b.rank);
      return [
        {
          schema,
          scopeId,
          scope: idOf(objectKey(scope.name, scopeId), scopeId),
          ...(container === null
            ? {}
            : { container: idOf(keyOf(container), container.id), containerId: container.id }),
          ids: sorted.map((member) => idOf(keyOf(member), member.id)),
          ...(byKey.has(parent) ? { parent } : {}),
        },
      ];
    });
  });
}

/** Whether the service shows one order of these objects and can change it. */
function isOneOrder(
  members: readonly LiveObject[],
  ordered: ReadonlyMap<string, ResourceType>,
  { apiVersion }: Snapshot,
): boolean {
  const types = [...new Set(members.map(({ type }) => ordered.get(type) as ResourceType))];
  const sets = new Set(types.map((type) => siblingSetOf(type, apiVersion)));
  return sets.size === 1 && types.every((type) => isSortable(type, apiVersion));
}
