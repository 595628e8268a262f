import { typeOfAddress } from "../../../model/address.ts";
import type { DesiredWorld } from "../../../model/desired-world.ts";
import { type ObjectKey, objectKey } from "../../../model/object-key.ts";
import { isOnlyImported } from "../../../model/resource-type/creation.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { isCertain, type Origin, type Recovered, type State } from "../../../model/state.ts";
import type { TypeIndex } from "../../../model/type-index.ts";

/** How live objects came under management. */
export interface Origins {
  /** Undefined: neither the state, the journal nor a pin records it. */
  of(live: LiveObject): Origin | undefined;
  /** Whether a run or a person confirmed that this layout manages the object. The contents of a scope follow their scope. */
  isConfirmed(live: LiveObject): boolean;
  /** Whether an interrupted run probably created the object. Nobody has confirmed it. */
  isRecovered(live: LiveObject): boolean;
}

interface OriginInputs {
  readonly types: TypeIndex;
  readonly desired: Pick<DesiredWorld, "objects">;
  readonly state?: State | undefined;
  readonly recovered?: Recovered | undefined;
}

/** An origin belongs to an id, whatever address the layout gives the object now. */
export function originsOf({ types, desired, state, recovered }: OriginInputs): Origins {
  const known = new Map<ObjectKey, Origin>();
  const learn = (type: string, id: string, origin: Origin | undefined) => {
    const key = objectKey(type, id);
    if (origin !== undefined && !isCertain(known.get(key))) known.set(key, origin);
  };
  for (const [address, { id, origin, replaces }] of Object.entries(state?.objects ?? {})) {
    learn(typeOfAddress(address), id, origin);
    // The run that replaced the object had confirmed it.
    if (replaces !== undefined) learn(typeOfAddress(address), replaces, "imported");
  }
  for (const [address, id] of Object.entries(recovered?.matches ?? {}))
    learn(typeOfAddress(address), id, recovered?.origins[address]);
  for (const { type, pin } of desired.objects) if (pin !== undefined) learn(type, pin, "imported");

  // A type that docsform cannot create is always imported: its declaration asks for it.
  const originOf = (type: string, id: string): Origin | undefined =>
    known.get(objectKey(type, id)) ?? (isOnlyImported(types.get(type)) ? "imported" : undefined);
  const withScope = ({ type, id, scopeId }: LiveObject): Origin | undefined => {
    const { scope } = types.get(type);
    return scope === undefined ? originOf(type, id) : originOf(scope, scopeId ?? "");
  };
  return {
    of: ({ type, id }) => originOf(type, id),
    isConfirmed: (live) => isCertain(withScope(live)),
    isRecovered: (live) => withScope(live) === "recovered",
  };
}
