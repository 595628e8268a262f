import { unmanagedAddress } from "../../model/address.ts";
import type { DesiredObject, DesiredValue } from "../../model/desired-world.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import { type AppObjects, appObjects } from "./declared-objects.ts";
import { types } from "./registered.ts";

/** The objects of the service, as the kit shows those of an app. */
export function liveObjects(objects: readonly LiveObject[]): AppObjects {
  return appObjects({ objects: objects.map(asDeclared), constructPaths: new Map() });
}

/** The address by which the kit names a live object. */
export function liveAddress({ type, id }: Pick<LiveObject, "type" | "id">): string {
  return unmanagedAddress(type, id);
}

function asDeclared(object: LiveObject): DesiredObject {
  const { type, id, scopeId, container, attributes, isDefault, rank } = object;
  const { scope } = types.get(type);
  return {
    address: liveAddress(object),
    type,
    ...(scope === undefined || scopeId === undefined ? {} : { scope: unmanagedAddress(scope, scopeId) }),
    container: container === null ? null : { $ref: liveAddress(container) },
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, referenceOr(type, name, value)]),
    ),
    ...(isDefault ? { isDefault } : {}),
    pin: id,
    ignore: [],
    owns: [],
    rank,
  };
}

function referenceOr(type: string, name: string, value: DesiredValue): DesiredValue {
  const reference = types.get(type).attributes[name]?.reference;
  return reference !== undefined && typeof value === "string"
    ? { $ref: unmanagedAddress(reference.type, value) }
    : value;
}
