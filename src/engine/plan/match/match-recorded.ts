import type { DesiredObject } from "../../../model/desired-world.ts";
import { keyOf, objectKey } from "../../../model/object-key.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { addressInState } from "./former-addresses.ts";
import { addMatch, isOpen, liveById, type Matching } from "./matches.ts";

/** Matches the objects that the state or the journal of an interrupted run records. */
export function matchRecorded(matching: Matching, objects: readonly DesiredObject[]): void {
  for (const object of objects) {
    if (!isOpen(matching, object)) continue;
    const inState = objectInState(matching, object);
    // The state comes first: if the journal records another object as its replacement, the replace is unfinished.
    const live = inState ?? objectInJournal(matching, object);
    if (live !== undefined) addMatch(matching, object, live, inState === undefined ? "journal" : "state");
  }
}

/** The object that the state records under the address. Undefined: it has none, or the object is gone or in another scope. */
export function objectInState(matching: Matching, object: DesiredObject): LiveObject | undefined {
  const address = addressInState(matching, object);
  const { id, replaces } = (address === undefined ? undefined : matching.state?.objects[address]) ?? {};
  for (const each of [replaces, id]) {
    const live =
      each === undefined || isReused(matching, object, each) ? undefined : liveById(matching, object, each);
    if (live !== undefined) return live;
  }
  return undefined;
}

function objectInJournal(matching: Matching, object: DesiredObject): LiveObject | undefined {
  const id = matching.recovered?.matches[object.address];
  return id === undefined ? undefined : liveById(matching, object, id);
}

/**
 * Whether an interrupted run has matched the object with this id with another address, or created it for that. An id that comes from a key is
 * free again after a delete.
 */
function isReused({ inJournal, desired }: Matching, { address, type }: DesiredObject, id: string): boolean {
  const other = inJournal.get(objectKey(type, id));
  return other !== undefined && other !== address && desired.get(other) !== undefined;
}

/** Whether the object has no match, and neither the state nor the journal names it for an address that has no match yet. */
export function isFree(matching: Matching, live: LiveObject): boolean {
  const { inState, inJournal, desired, byLive } = matching;
  const key = keyOf(live);
  return (
    !byLive.has(key) &&
    ![inState, inJournal].some((addresses) => {
      const object = desired.get(addresses.get(key) ?? "");
      if (object === undefined || !isOpen(matching, object)) return false;
      return (objectInState(matching, object) ?? objectInJournal(matching, object)) === live;
    })
  );
}
