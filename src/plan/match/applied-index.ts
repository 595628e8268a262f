import { type Address, typeOfAddress } from "../../model/address.ts";
import { groupBy } from "../../model/groups.ts";
import { type ObjectKey, objectKey } from "../../model/object-key.ts";
import { once } from "../../model/once.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { State, StateEntry } from "../../model/state.ts";

/** An object as the state has it. */
export interface AppliedObject {
  readonly address: Address;
  readonly type: string;
  readonly key: ObjectKey;
  readonly entry: StateEntry;
}

/** What the state has directly inside an object, in its order. */
export type AppliedInside = (live: Pick<LiveObject, "id" | "scopeId">) => readonly AppliedObject[];

/** What has left the layout, by what was last applied of it. */
export type LeftAsApplied = () => ReadonlyMap<string, readonly AppliedObject[]>;

/** Looks up what the state has inside each object. The state is read through once, when somebody first asks. */
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
