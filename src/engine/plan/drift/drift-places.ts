import { type Address, typeOfAddress, unmanagedAddress } from "../../../model/address.ts";
import { keyOf } from "../../../model/object-key.ts";
import type { NamesById } from "../../../model/plan/plan.ts";
import type { LiveObject, ObjectName } from "../../../model/snapshot.ts";
import type { StateEntry } from "../../../model/state.ts";
import { titleOfLive } from "../decide/object-names.ts";
import type { Who } from "../decide/who-changed.ts";
import type { Move } from "../order/moves.ts";
import type { ComparedLayout, DriftEntry } from "./drift-entry.ts";

/** The place of an object. */
export type DriftPlace = {
  /** The object around it. null: the top level of the organization or of its scope. */
  readonly parent: Address | null;
  /** The sibling that it directly follows. null: it is the first. Absent: the place is unknown, or the type has no order. */
  readonly after?: Address | null;
};

/** Drift of an object that a person moved to another container. A plan may leave it there, if the layout does not declare its container. */
export function movesInState(
  compared: ComparedLayout,
  { container }: StateEntry,
  object: LiveObject,
  base: Pick<DriftEntry, "address" | "type" | "title">,
): readonly DriftEntry[] {
  const changedIn = compared.who.container(base.address);
  if (container === undefined || (changedIn !== "live" && changedIn !== "both")) return [];
  const move = compared.moves.get(base.address);
  const after = livePlace(compared, object);
  const parent = container === null ? null : addressOfContainer(compared, object.type, container);
  const isBack = move !== undefined && changedIn === "live" && after.after !== undefined;
  const before: DriftPlace = { parent, ...(isBack && move.after !== undefined && { after: move.after }) };
  return [{ ...base, change: "moved", changedIn, before, after, ...titlesIn(compared, [before, after]) }];
}

/**
 * Drift of an object that the layout moved, or whose siblings are in another order than the declared one. `sideOf`: the side to report for
 * who changed the place. Undefined: none.
 */
export function moveDrift(
  compared: ComparedLayout,
  address: Address,
  sideOf: (who: Who) => DriftEntry["changedIn"] | undefined,
): readonly DriftEntry[] {
  const move = compared.moves.get(address);
  const object = compared.decisions.retained.get(address)?.live;
  const changedIn = move && sideOf(move.changedBy);
  if (object === undefined || changedIn === undefined) return [];
  const { from, to, after } = move as Move;
  // A move to another parent is reported with the object in the state.
  if (from !== to && compared.state !== undefined && changedIn !== "layout") return [];
  const declared: DriftPlace = { parent: to, ...(after !== undefined && { after }) };
  const now = livePlace(compared, object);
  const places = changedIn === "layout" ? ([now, declared] as const) : ([declared, now] as const);
  const base = { address, type: object.type, title: titleOfLive(compared.types, object) };
  const entry = { ...base, change: "moved" as const, changedIn, before: places[0], after: places[1] };
  return [{ ...entry, ...titlesIn(compared, places) }];
}

function livePlace(compared: ComparedLayout, object: LiveObject): DriftPlace {
  const parent = object.container && addressAt(compared, object.container);
  const previous = compared.previousOf(object);
  return { parent, ...(previous !== undefined && { after: previous && addressAt(compared, previous) }) };
}

function addressAt({ matches, inState }: ComparedLayout, object: ObjectName): Address {
  const key = keyOf(object);
  return (
    matches.byLive.get(key)?.desired.address ?? inState.get(key) ?? unmanagedAddress(object.type, object.id)
  );
}

/** The address of a container with a known id and nothing else. The container may no longer exist. */
function addressOfContainer(compared: ComparedLayout, type: string, id: string): Address {
  const { types, live, inState } = compared;
  const possible = types.get(type).container?.types ?? [];
  const named = possible.map((each) => ({ type: each, id }));
  const isKnown = (container: ObjectName) =>
    live.get(container.type, id) !== undefined || inState.has(keyOf(container));
  const found = named.find(isKnown) ?? named[0];
  return found === undefined ? id : addressAt(compared, found);
}

/** Names for people of the addresses in these places. */
function titlesIn(
  compared: ComparedLayout,
  places: readonly DriftPlace[],
): { readonly namesById?: NamesById } {
  const { matches, live, types, state } = compared;
  const addresses = places.flatMap(({ parent, after }) => [parent, after]);
  const titles = addresses.flatMap((address) => {
    if (typeof address !== "string") return [];
    const type = typeOfAddress(address);
    const id = state?.objects[address]?.id ?? address.slice(address.indexOf("@") + 1);
    const object = matches.byAddress.get(address)?.live ?? live.get(type, id);
    return object === undefined ? [] : [[address, titleOfLive(types, object)] as const];
  });
  return titles.length === 0 ? {} : { namesById: Object.fromEntries(titles) };
}
