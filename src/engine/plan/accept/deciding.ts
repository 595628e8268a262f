import type { Address } from "../../../model/address.ts";
import { ownerOf } from "../../../model/desired-world.ts";
import type { Plan } from "../../../model/plan/plan.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { StateEntry } from "../../../model/state.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import type { KnownName } from "../decide/known-names.ts";
import { titleOfLive } from "../decide/object-names.ts";
import type { Who, WhoChanged } from "../decide/who-changed.ts";
import type { PlanInputs } from "../pipeline.ts";
import type { DesiredIndex } from "../world/desired-index.ts";
import type { LiveIndex } from "../world/live-index.ts";
import type { AcceptedDifference, AcceptRequest, NotAccepted } from "./accept-request.ts";

/** The inputs of an accept, and its decisions so far. */
export interface Deciding {
  readonly inputs: PlanInputs;
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly plan: Plan;
  readonly request: AcceptRequest;
  /** Objects whose pins are to objects that no longer exist. */
  readonly dead: ReadonlySet<Address>;
  readonly liveOf: (address: Address) => LiveObject | undefined;
  readonly addressOf: (object: { readonly type: string; readonly id: string }) => Address | undefined;
  readonly who: WhoChanged;
  /** Returns the name for people of the object with an id. */
  readonly nameOf: KnownName;
  readonly secrets: readonly string[];
  readonly accepted: AcceptedDifference[];
  readonly remaining: NotAccepted[];
}

const reasonsToRemain = {
  both: "the layout has changed too, to another value",
  unknown: "no apply has recorded its value yet, so docsform does not know who changed it",
} as const;

export function entryOf({ inputs }: Deciding, address: Address): StateEntry | undefined {
  return inputs.state?.objects[address];
}

/**
 * Returns whether the request accepts a difference. Records an accepted one in `accepted`, and one that a person should know in
 * `remaining`.
 */
export function acceptDifference(
  deciding: Deciding,
  address: Address,
  who: Who,
  found: AcceptedDifference,
): boolean {
  const { request } = deciding;
  if (who === "none") return false;
  if (!isRequested(deciding, address)) return false;
  const isWanted =
    request.changes === "everything" || who === "live" || (who !== "layout" && request.only !== undefined);
  if (isWanted) deciding.accepted.push(found);
  else if (who !== "layout") deciding.remaining.push({ ...found, reason: reasonsToRemain[who] });
  return isWanted;
}

/** Whether the request includes the object: it asks for everything, for the object or for one around it. */
export function isRequested(
  { request, desired }: Pick<Deciding, "request" | "desired">,
  address: Address,
): boolean {
  if (request.only === undefined || request.only.includes(address)) return true;
  const object = desired.get(address);
  const outer = object === undefined ? undefined : ownerOf(object);
  return outer !== undefined && isRequested({ request, desired }, outer);
}

export function differenceOf(
  { types }: Deciding,
  address: Address,
  live: LiveObject,
  change: AcceptedDifference["change"],
): Pick<AcceptedDifference, "address" | "type" | "title" | "change"> {
  return { address, type: live.type, title: titleOfLive(types, live), change };
}
