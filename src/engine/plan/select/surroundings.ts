import { type Address, typeOfAddress, unmanagedAddress } from "../../../model/address.ts";
import { isReference } from "../../../model/desired-world.ts";
import { type ObjectKey, objectKey } from "../../../model/object-key.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { State } from "../../../model/state.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { append } from "../../../util/groups.ts";
import { once } from "../../../util/once.ts";
import type { Matches } from "../match/match-objects.ts";
import type { DesiredIndex } from "../world/desired-index.ts";
import type { LiveIndex } from "../world/live-index.ts";

/** The inputs that show where objects are. */
export interface KnownPlaces {
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly matches: Matches;
  readonly state: State | undefined;
}

/** Returns the direct parents of an object: as declared, as live and as in the state. */
export function surroundings(known: KnownPlaces): (address: Address) => readonly Address[] {
  const nameOf = namesIn(known);
  const live = once(() => liveSurroundings(known, nameOf));
  return (address) => [
    ...declaredAround(known, address),
    ...(live().get(address) ?? []),
    ...aroundInState(known, nameOf, address),
  ];
}

type NameOf = (type: string, id: string) => Address;

/** The address in the layout, or else in the state, or else the address with the id. */
export function namesIn({ matches, state, desired }: KnownPlaces): NameOf {
  const inState = new Map<ObjectKey, Address>();
  for (const [address, { id }] of Object.entries(state?.objects ?? {}))
    if (desired.get(address) === undefined) inState.set(objectKey(typeOfAddress(address), id), address);
  return (type, id) => {
    const key = objectKey(type, id);
    return matches.byLive.get(key)?.desired.address ?? inState.get(key) ?? unmanagedAddress(type, id);
  };
}

function declaredAround({ desired }: KnownPlaces, address: Address): readonly Address[] {
  const { container, scope } = desired.get(address) ?? {};
  return [...(isReference(container) ? [container.$ref] : []), ...(scope === undefined ? [] : [scope])];
}

function liveSurroundings(
  { types, live }: KnownPlaces,
  nameOf: NameOf,
): ReadonlyMap<Address, readonly Address[]> {
  const places = new Map<Address, Address[]>();
  for (const object of live.world.objects)
    for (const { type, id } of aroundLive(types, object))
      append(places, nameOf(object.type, object.id), nameOf(type, id));
  return places;
}

function aroundLive(
  types: TypeIndex,
  { type, scopeId, container }: LiveObject,
): readonly { readonly type: string; readonly id: string }[] {
  const { scope } = types.get(type);
  return [
    ...(container === null ? [] : [container]),
    ...(scope === undefined || scopeId === undefined ? [] : [{ type: scope, id: scopeId }]),
  ];
}

/** The scope of an object that no longer exists: only the state has it. */
function aroundInState({ state, types }: KnownPlaces, nameOf: NameOf, address: Address): readonly Address[] {
  const scopeId = state?.objects[address]?.scopeId;
  const scope = types.find(typeOfAddress(address))?.scope;
  return scopeId === undefined || scope === undefined ? [] : [nameOf(scope, scopeId)];
}
