import type { Address } from "../../model/address.ts";
import { ownerOf } from "../../model/desired-world.ts";
import type { LiveObject } from "../../model/live-world.ts";
import type { StateEntry } from "../../model/state.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { Who, WhoChanged } from "../decide/who-changed.ts";
import type { DesiredIndex } from "../desired-index.ts";
import type { KnownName } from "../known-names.ts";
import type { LiveIndex } from "../live-index.ts";
import { titleOfLive } from "../names.ts";
import type { Plan } from "../plan.ts";
import type { PlanInputs } from "../plan-changes.ts";
import type { Asked, Difference, LeftAlone } from "./asked.ts";

/** What deciding looks at, and what it has found so far. */
export interface Deciding {
  readonly inputs: PlanInputs;
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly plan: Plan;
  readonly asked: Asked;
  /** Pinned to what is gone. */
  readonly dead: ReadonlySet<Address>;
  readonly liveOf: (address: Address) => LiveObject | undefined;
  readonly addressOf: (object: { readonly type: string; readonly id: string }) => Address | undefined;
  readonly who: WhoChanged;
  /** What people call what an id stands for. */
  readonly nameOf: KnownName;
  readonly secrets: readonly string[];
  readonly taken: Difference[];
  readonly left: LeftAlone[];
}

const whyLeft = {
  both: "the layout has changed too, to another value",
  unknown: "no apply has recorded its value yet, so docsform does not know who changed it",
} as const;

export function entryOf({ inputs }: Deciding, address: Address): StateEntry | undefined {
  return inputs.state?.objects[address];
}

/** Whether a difference is among what was asked for: `taken`, told and left, or nobody's business here. */
export function judged(deciding: Deciding, address: Address, who: Who, found: Difference): boolean {
  const { asked } = deciding;
  if (who === "none") return false;
  if (!isAskedFor(deciding, address)) return false;
  const isWanted =
    asked.what === "everything" || who === "live" || (who !== "layout" && asked.only !== undefined);
  if (isWanted) deciding.taken.push(found);
  else if (who !== "layout") deciding.left.push({ ...found, why: whyLeft[who] });
  return isWanted;
}

/** Whether everything was asked for, or the object, or what it is in. */
export function isAskedFor(
  { asked, desired }: Pick<Deciding, "asked" | "desired">,
  address: Address,
): boolean {
  if (asked.only === undefined || asked.only.includes(address)) return true;
  const object = desired.get(address);
  const outer = object === undefined ? undefined : ownerOf(object);
  return outer !== undefined && isAskedFor({ asked, desired }, outer);
}

export function differenceOf(
  { types }: Deciding,
  address: Address,
  live: LiveObject,
  what: Difference["what"],
): Pick<Difference, "address" | "type" | "title" | "what"> {
  return { address, type: live.type, title: titleOfLive(types, live), what };
}
