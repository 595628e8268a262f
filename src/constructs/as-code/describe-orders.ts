import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import { isSortable, siblingSetOf } from "../../model/resource-type/place.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import { orderSchema } from "../../model/terraform-schema.ts";
import { groupBy } from "../../util/groups.ts";
import type { Code, CodeId, CodeObject, CodeOrder } from "./code-objects.ts";
import { Reference } from "./code-value.ts";

interface Described {
  readonly types: readonly ResourceType[];
  readonly live: Snapshot;
  readonly byKey: ReadonlyMap<ObjectKey, CodeObject>;
  readonly parentsOfFirst: ReadonlyMap<ObjectKey, ObjectKey>;
}

type Orders = Pick<Code, "orders" | "unordered">;

/** The orders of siblings in the code. The service has no order of some siblings in some API versions. */
export function describeOrders(described: Described): Orders {
  const { types, live, byKey } = described;
  const orders: CodeOrder[] = [];
  const unordered = new Set<ObjectKey>();
  for (const scope of types) {
    const schema = orderSchema(types, scope);
    if (schema === undefined) continue;
    const ordered = new Map(schema.ordered.map((type) => [type.name, type]));
    const siblings = groupBy(
      live.objects.filter(({ type }) => ordered.has(type)),
      ({ scopeId = "", container }) => `${scopeId} ${container?.id ?? ""}`,
    );
    for (const members of siblings.values()) {
      const [first] = members;
      if (first?.scopeId === undefined || members.length < 2) continue;
      if (!members.some((member) => isInCode(described, keyOf(member)))) continue;
      const { container, scopeId } = first;
      const parent = container === null ? objectKey(scope.name, scopeId) : keyOf(container);
      if (!isOneOrder(members, ordered, live)) {
        unordered.add(parent);
        continue;
      }
      const sorted = [...members].sort((a, b) => a.rank - b.rank);
      orders.push({
        schema,
        scopeId,
        scope: idIfInCode(described, objectKey(scope.name, scopeId), scopeId),
        ...(container === null
          ? {}
          : { container: idIfInCode(described, keyOf(container), container.id), containerId: container.id }),
        ids: sorted.map((member) => idIfInCode(described, keyOf(member), member.id)),
        ...(byKey.has(parent) ? { parent } : {}),
      });
    }
  }
  return { orders, unordered };
}

function isInCode({ byKey, parentsOfFirst }: Described, key: ObjectKey): boolean {
  return byKey.has(parentsOfFirst.get(key) ?? key);
}

function idIfInCode(described: Described, key: ObjectKey, id: string): CodeId {
  return isInCode(described, key) ? new Reference(key) : id;
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
