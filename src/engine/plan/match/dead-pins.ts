import type { Address } from "../../../model/address.ts";
import type { DesiredObject, DesiredValue, DesiredWorld } from "../../../model/desired-world.ts";
import { isReference } from "../../../model/desired-world.ts";
import type { LiveIndex } from "../world/live-index.ts";

/** Objects with pins to objects that the service no longer has. If a list is incomplete, the object may still exist. */
export function deadPins(desired: DesiredWorld, live: LiveIndex): readonly DesiredObject[] {
  return desired.objects.filter(
    ({ type, pin }) =>
      pin !== undefined && live.get(type, pin) === undefined && live.incompleteList(type) === undefined,
  );
}

/** The layout without these objects and the objects in their scopes. Other objects refer to them by id instead of by address. */
export function withoutDead(desired: DesiredWorld, dead: readonly DesiredObject[]): DesiredWorld {
  const ids = new Map(dead.map(({ address, pin }) => [address, pin ?? ""]));
  const gone = new Set<Address>(ids.keys());
  for (const { address, scope } of desired.objects)
    if (scope !== undefined && gone.has(scope)) gone.add(address);
  const named = (value: DesiredValue): DesiredValue =>
    isReference(value) ? (ids.get(value.$ref) ?? value) : value;
  return {
    ...desired,
    objects: desired.objects
      .filter(({ address }) => !gone.has(address))
      .map(({ container, ...object }) => ({
        ...object,
        ...(container !== undefined && { container: named(container) as NonNullable<typeof container> }),
        attributes: Object.fromEntries(
          Object.entries(object.attributes).map(([name, value]) => [name, named(value)]),
        ),
      })),
  };
}
