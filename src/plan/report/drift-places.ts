import { type Address, typeOfAddress, unmanagedAddress } from "../../model/address.ts";
import { keyOf } from "../../model/object-key.ts";
import { siblingSetOf } from "../../model/resource-type/place.ts";
import type { LiveObject, ObjectName } from "../../model/snapshot.ts";
import type { StateEntry } from "../../model/state.ts";
import { parentOf } from "../../model/type-index.ts";
import type { Who } from "../decide/who-changed.ts";
import { titleOfLive } from "../names.ts";
import type { MoveStep, NamesById, PlanStep } from "../plan.ts";
import type { DriftEntry, DriftInputs } from "./drift-entry.ts";

/** The place of an object. */
export type DriftPlace = {
  /** The object around it. null: the top level of the organization or of its scope. */
  readonly parent: Address | null;
  /** The sibling that it directly follows. null: it is the first. Absent: the place is unknown, or the type has no order. */
  readonly after?: Address | null;
};

/** Drift of an object that a person moved to another container. A plan may leave it there, if the layout does not declare its container. */
export function movesInState(
  compared: DriftInputs,
  { container }: StateEntry,
  object: LiveObject,
  base: Pick<DriftEntry, "address" | "type" | "title">,
): readonly DriftEntry[] {
  const changedIn = compared.who.container(base.address);
  if (container === undefined || (changedIn !== "live" && changedIn !== "both")) return [];
  const step = compared.plan.steps.find(
    (each): each is MoveStep => each.action === "move" && each.address === base.address,
  );
  const after = livePlace(compared, object);
  const parent = container === null ? null : addressOfContainer(compared, object.type, container);
  const isBack = step !== undefined && changedIn === "live" && after.after !== undefined;
  const before: DriftPlace = { parent, ...(isBack && step.after !== undefined && { after: step.after }) };
  return [{ ...base, change: "moved", changedIn, before, after, ...titlesIn(compared, [before, after]) }];
}

/**
 * Drift of the objects that the steps move, because the layout moved them or because their siblings are in another order than the declared
 * one.
 */
export function movesIn(
  compared: DriftInputs,
  steps: readonly PlanStep[],
  sideOf: (who: Who) => DriftEntry["changedIn"] | undefined,
): readonly DriftEntry[] {
  return steps.flatMap((step) => {
    const object = step.action === "move" ? compared.live.get(step.type, step.id) : undefined;
    if (step.action !== "move" || object === undefined) return [];
    const changedIn = sideOf(whoMoves(compared, step, object));
    const isReported = step.from !== step.to && compared.inputs.state !== undefined && changedIn !== "layout";
    if (changedIn === undefined || isReported) return [];
    const declared: DriftPlace = { parent: step.to, ...(step.after !== undefined && { after: step.after }) };
    const now = livePlace(compared, object);
    const [before, after] = changedIn === "layout" ? [now, declared] : [declared, now];
    const { address, type, title } = step;
    const titles = titlesIn(compared, [before, after]);
    return [{ address, type, title, change: "moved" as const, changedIn, before, after, ...titles }];
  });
}

function whoMoves({ who, desired, types, inputs }: DriftInputs, step: MoveStep, object: LiveObject): Who {
  if (step.from !== step.to || step.after === undefined) return who.container(step.address);
  const { apiVersion } = inputs.live;
  const set = siblingSetOf(types.get(step.type), apiVersion);
  const parent = step.to ?? desired.get(step.address)?.scope;
  const siblings = parent === undefined ? [] : desired.inside(parent);
  const ordered = siblings.filter(
    ({ type, isUnordered }) => isUnordered !== true && siblingSetOf(types.get(type), apiVersion) === set,
  );
  return who.order(
    ordered.map(({ address }) => address),
    object.container?.id ?? null,
  );
}

function livePlace(compared: DriftInputs, object: LiveObject): DriftPlace {
  const { types, live, inputs } = compared;
  const { apiVersion } = inputs.live;
  const parent = object.container && addressAt(compared, object.container);
  const set = siblingSetOf(types.get(object.type), apiVersion);
  const around = parentOf(types, object);
  if (set === undefined || around === undefined) return { parent };
  const siblings = live
    .inside(around.type, around.id)
    .filter(({ type }) => siblingSetOf(types.get(type), apiVersion) === set);
  const previous = siblings[siblings.findIndex(({ id }) => id === object.id) - 1];
  return { parent, after: previous === undefined ? null : addressAt(compared, previous) };
}

function addressAt({ matches, inputs }: DriftInputs, object: ObjectName): Address {
  const inState = Object.entries(inputs.state?.objects ?? {}).find(
    ([address, { id }]) => id === object.id && typeOfAddress(address) === object.type,
  );
  return (
    matches.byLive.get(keyOf(object))?.desired.address ??
    inState?.[0] ??
    unmanagedAddress(object.type, object.id)
  );
}

/** The address of a container of which only the id is known. The container may no longer exist. */
function addressOfContainer(compared: DriftInputs, type: string, id: string): Address {
  const { types, inputs } = compared;
  const possible = types.get(type).container?.types ?? [];
  const named = possible.map((each) => ({ type: each, id }));
  const isKnown = (container: ObjectName) =>
    compared.live.get(container.type, id) !== undefined ||
    Object.entries(inputs.state?.objects ?? {}).some(
      ([address, entry]) => entry.id === id && typeOfAddress(address) === container.type,
    );
  const found = named.find(isKnown) ?? named[0];
  return found === undefined ? id : addressAt(compared, found);
}

/** Names for people of the addresses in these places. */
function titlesIn(compared: DriftInputs, places: readonly DriftPlace[]): { readonly namesById?: NamesById } {
  const { matches, live, types, inputs } = compared;
  const addresses = places.flatMap(({ parent, after }) => [parent, after]);
  const titles = addresses.flatMap((address) => {
    if (typeof address !== "string") return [];
    const type = typeOfAddress(address);
    const id = inputs.state?.objects[address]?.id ?? address.slice(address.indexOf("@") + 1);
    const object = matches.byAddress.get(address)?.live ?? live.get(type, id);
    return object === undefined ? [] : [[address, titleOfLive(types, object)] as const];
  });
  return titles.length === 0 ? {} : { namesById: Object.fromEntries(titles) };
}
