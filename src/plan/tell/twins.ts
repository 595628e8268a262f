import type { Address } from "../../model/address.ts";
import { typeOfAddress } from "../../model/address.ts";
import type { LiveObject, LiveWorld } from "../../model/live-world.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import { indexTypes } from "../../model/type-index.ts";
import { indexDesired } from "../desired-index.ts";
import { indexLive } from "../live-index.ts";
import { titleOfLive } from "../names.ts";
import { liveKey } from "../pair/keys.ts";
import type { PlanInputs } from "../plan-changes.ts";

/** Something that somebody else made while a run made the same. */
export interface Twin {
  /** Of what the run made. */
  readonly address: Address;
  readonly type: string;
  readonly title: string;
  /** Of what the run made. */
  readonly id: string;
  /** Of what somebody else made. */
  readonly twinId: string;
}

/**
 * Objects that look as if they had been created by the same call as what a run created, that were not there before it, and
 * that it did not create.
 */
export function findTwins(
  { types, desired, live }: Pick<PlanInputs, "types" | "desired" | "live">,
  before: LiveWorld,
  created: Readonly<Record<Address, string>>,
): readonly Twin[] {
  const ours = Object.entries(created).map(
    ([address, id]) => [address, objectKey(typeOfAddress(address), id)] as const,
  );
  const known = new Set<ObjectKey>([...before.objects.map(keyOf), ...ours.map(([, key]) => key)]);
  const others = live.objects.filter((object) => !known.has(keyOf(object)));
  if (others.length === 0) return [];
  const index = indexTypes(types);
  const worlds = {
    types: index,
    desired: indexDesired(desired),
    live: indexLive(live, index),
    byAddress: new Map(),
  };
  const likeness = (object: LiveObject) => liveKey(worlds, object, index.get(object.type).identity.createKey);
  return ours.flatMap(([address, key]) => {
    const made = live.objects.find((object) => keyOf(object) === key);
    if (made === undefined) return [];
    return others
      .filter((other) => other.type === made.type && likeness(other) === likeness(made))
      .map((other) => ({
        address,
        type: made.type,
        title: titleOfLive(index, made),
        id: made.id,
        twinId: other.id,
      }));
  });
}
