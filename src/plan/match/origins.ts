import { typeOfAddress } from "../../model/address.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import { isOnlyImported } from "../../model/resource-type.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { Origin, Recovered, State } from "../../model/state.ts";
import type { TypeIndex } from "../../model/type-index.ts";

/** How live objects came under management. */
export interface Origins {
  /** Undefined: the state, the journal and pins do not say. */
  of(live: LiveObject): Origin | undefined;
  /** Whether somebody has said that the object is this layout's. What a scope holds follows its scope. */
  isConfirmed(live: LiveObject): boolean;
}

interface OriginInputs {
  readonly types: TypeIndex;
  readonly desired: Pick<DesiredWorld, "objects">;
  readonly state?: State | undefined;
  readonly recovered?: Recovered | undefined;
}

/** An origin belongs to an id, whatever the layout calls the object by now. */
export function originsOf({ types, desired, state, recovered }: OriginInputs): Origins {
  const known = new Map<ObjectKey, Origin>();
  const learn = (type: string, id: string, origin: Origin | undefined) => {
    const key = objectKey(type, id);
    if (origin !== undefined && !known.has(key)) known.set(key, origin);
  };
  for (const [address, { id, origin, replaces }] of Object.entries(state?.objects ?? {})) {
    learn(typeOfAddress(address), id, origin);
    // Whoever let it be replaced has confirmed it.
    if (replaces !== undefined) learn(typeOfAddress(address), replaces, "imported");
  }
  for (const [address, id] of Object.entries(recovered?.matches ?? {}))
    learn(typeOfAddress(address), id, recovered?.origins[address]);
  for (const { type, pin } of desired.objects) if (pin !== undefined) learn(type, pin, "imported");

  const isConfirmedAs = (type: string, id: string): boolean =>
    isOnlyImported(types.get(type)) || known.has(objectKey(type, id));
  return {
    // Declaring what nobody can create always asks for it.
    of: (live) => known.get(keyOf(live)) ?? (isOnlyImported(types.get(live.type)) ? "imported" : undefined),
    isConfirmed({ type, id, scopeId }) {
      const { scope } = types.get(type);
      return scope === undefined ? isConfirmedAs(type, id) : isConfirmedAs(scope, scopeId ?? "");
    },
  };
}
