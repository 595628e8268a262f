import { type Address, typeOfAddress } from "../../../model/address.ts";
import { type ObjectKey, objectKey } from "../../../model/object-key.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { State, StateEntry } from "../../../model/state.ts";
import { groupBy } from "../../../util/groups.ts";
import { once } from "../../../util/once.ts";

/** An object in the state. */
export interface AppliedObject {
  readonly address: Address;
  readonly type: string;
  readonly key: ObjectKey;
  readonly entry: StateEntry;
}

/** Returns the state's objects directly inside an object, in their order. */
export type AppliedInside = (live: Pick<LiveObject, "id" | "scopeId">) => readonly AppliedObject[];

/** The state's objects that left the layout, by the text of their last applied values. */
export type LeftAsApplied = () => ReadonlyMap<string, readonly AppliedObject[]>;

/** Looks up the state's objects inside an object. It indexes the state once, at the first call. */
export function appliedInside(state: State | undefined): AppliedInside {
  const byPlace = once(() => {
    const places = groupBy(appliedObjects(state), ({ entry }) =>
      placeKey(entry.scopeId, entry.container ?? ""),
    );
    for (const inside of places.values()) inside.sort((a, b) => (a.entry.rank ?? 0) - (b.entry.rank ?? 0));
    return places;
  });
  return ({ id, scopeId }) => byPlace().get(placeKey(scopeId, id)) ?? [];
}

export function appliedObjects(state: State | undefined): readonly AppliedObject[] {
  return Object.entries(state?.objects ?? {}).map(([address, entry]) => {
    const type = typeOfAddress(address);
    return { address, type, key: objectKey(type, entry.id), entry };
  });
}

function placeKey(scopeId: string | undefined, container: string): string {
  return `${scopeId ?? ""}\n${container}`;
}
