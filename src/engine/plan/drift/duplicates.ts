import type { Address } from "../../../model/address.ts";
import { typeOfAddress } from "../../../model/address.ts";
import { keyOf, type ObjectKey, objectKey } from "../../../model/object-key.ts";
import type { LiveObject, Snapshot } from "../../../model/snapshot.ts";
import { indexTypes } from "../../../model/type-index.ts";
import { groupBy } from "../../../util/groups.ts";
import { titleOfLive } from "../decide/object-names.ts";
import { liveKey } from "../match/keys.ts";
import type { PlanInputs } from "../pipeline.ts";
import { indexDesired } from "../world/desired-index.ts";
import { indexLive } from "../world/live-index.ts";

/** An object that another user created, renamed or moved while a run created the same one. */
export interface Duplicate {
  /** Address of the object that the run created. */
  readonly address: Address;
  readonly type: string;
  readonly title: string;
  /** Id of the object that the run created. */
  readonly id: string;
  /** Id of the other object. */
  readonly duplicateId: string;
}

/** What a search for duplicates needs to know of a run. */
export interface DuplicateSearch extends Pick<PlanInputs, "types" | "desired"> {
  /** Objects that existed before and are managed by the layout. A partial plan does not contain all of them. */
  readonly retained: ReadonlySet<ObjectKey>;
  /** Ids of the objects that the run created. */
  readonly created: Readonly<Record<Address, string>>;
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/**
 * Finds objects that the same call could have created as an object of the run. They did not look like that before the run, and the layout
 * does not manage them.
 */
export function findDuplicates(search: DuplicateSearch): readonly Duplicate[] {
  const { types, retained, created, before, after } = search;
  const made = new Map(
    Object.entries(created).map(([address, id]) => [objectKey(typeOfAddress(address), id), address]),
  );
  if (made.size === 0) return [];
  const [likeness, likenessBefore] = [likenessIn(search, after), likenessIn(search, before)];
  const formerly = new Map(before.objects.map((object) => [keyOf(object), object]));
  const wasSo = (object: LiveObject) => {
    const former = formerly.get(keyOf(object));
    return former !== undefined && likenessBefore(former) === likeness(object);
  };
  const ours = new Set([...made.keys(), ...retained]);
  const madeTypes = new Set(Object.keys(created).map(typeOfAddress));
  const others = groupBy(
    after.objects.filter((object) => madeTypes.has(object.type) && !ours.has(keyOf(object))),
    likeness,
  );
  const index = indexTypes(types);
  return after.objects.flatMap((object) => {
    const address = made.get(keyOf(object));
    if (address === undefined) return [];
    const { type, id } = object;
    const title = titleOfLive(index, object);
    const alike = (others.get(likeness(object)) ?? []).filter((other) => !wasSo(other));
    return alike.map((other) => ({ address, type, title, id, duplicateId: other.id }));
  });
}

/** Returns a text that is equal for objects that the same call could have created. */
function likenessIn({ types, desired }: DuplicateSearch, world: Snapshot): (object: LiveObject) => string {
  const index = indexTypes(types);
  const live = indexLive(world, index);
  const worlds = { types: index, desired: indexDesired(desired), live, byAddress: new Map() };
  return (object) => `${object.type} ${liveKey(worlds, object, index.get(object.type).identity.createKey)}`;
}
