import { isDeepStrictEqual } from "node:util";
import { typeOfAddress } from "../model/address.ts";
import { DocsformError } from "../model/errors.ts";
import { canonicalJson, type Json } from "../model/json.ts";
import type { ObjectName } from "../model/live-world.ts";
import { present } from "../model/present.ts";
import type { Plan } from "../plan/plan.ts";
import { declaredIn } from "./declared-in.ts";
import type { Claim, Claimant, Remembered } from "./disk/disk.ts";
import { refuseHeldElsewhere } from "./held-elsewhere.ts";
import type { PlannedRun } from "./planned.ts";
import type { Setup } from "./setup.ts";

/** How to wait for another run of the same layout. */
export type HoldOptions = Pick<Claimant, "waitMs" | "onWait" | "signal">;

/** A layout that no other run applies. */
export interface Hold {
  release(): Promise<void>;
}

/** A claim, and the name under which it was taken: the run is called by it in the journal too. */
export interface NamedClaim {
  readonly id: string;
  readonly claim: Claim;
}

/** The disk's claim, as long as a reconciler has it. */
export interface Holding {
  hold(options: HoldOptions): Promise<Hold>;
  /** Works with the claim that is held, or else with one that it takes for the work. */
  whileHeld<Result>(options: HoldOptions, work: (held: NamedClaim) => Promise<Result>): Promise<Result>;
}

export function holdingOf({ disk, clock, random }: Setup): Holding {
  let held: NamedClaim | undefined;
  const take = async (options: HoldOptions): Promise<NamedClaim> => {
    const id = random.hex(8);
    return { id, claim: await disk.claim({ id, clock, ...options }) };
  };
  return {
    hold: async (options) => {
      const taken = await take(options);
      held = taken;
      return {
        release: async () => {
          held = undefined;
          await taken.claim.release();
        },
      };
    },
    whileHeld: async (options, work) => {
      if (held !== undefined) return await work(held);
      const taken = await take(options);
      try {
        return await work(taken);
      } finally {
        await taken.claim.release();
      }
    },
  };
}

/**
 * Throws where another run has applied the layout since the plan was made, or another layout's lock has come to hold what the plan
 * manages or deletes.
 */
export async function refuseOvertaken(
  setup: Pick<Setup, "disk" | "types">,
  { plan, desired, remembered }: PlannedRun,
): Promise<void> {
  const now = await setup.disk.read(plan.organizationId, desired && declaredIn(desired));
  if (textOf(now) === textOf(remembered)) {
    if (!isDeepStrictEqual(now.otherLayouts, remembered.otherLayouts))
      refuseHeldElsewhere(setup, now, namedIn(plan));
    return;
  }
  throw new DocsformError(
    "run/overtaken",
    "Another run has applied this layout since the plan was made. Nothing was written.",
    { remedy: "Plan again." },
  );
}

/** What the plan manages, and what it deletes. */
function namedIn({ managed, steps }: Plan): readonly ObjectName[] {
  return [
    ...Object.entries(managed).flatMap(([address, { id }]) =>
      id === undefined ? [] : [{ type: typeOfAddress(address), id }],
    ),
    ...steps.flatMap((step) =>
      step.action === "delete" || step.action === "replace" ? [{ type: step.type, id: step.id }] : [],
    ),
  ];
}

function textOf({ lock, journal }: Remembered): string {
  return canonicalJson({ ...present({ lock }), journal } as unknown as Json);
}
