import { DocsformError } from "../model/errors.ts";
import { canonicalJson, type Json } from "../model/json.ts";
import { present } from "../model/present.ts";
import type { Claim, Claimant, Disk, Remembered } from "./disk/disk.ts";
import type { PlannedRun } from "./planned.ts";
import type { Setup } from "./setup.ts";
import { declaredIn } from "./whose-lock.ts";

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

/** Throws where another run has applied the layout since the plan was made. */
export async function refuseOvertaken(disk: Disk, { plan, desired, remembered }: PlannedRun): Promise<void> {
  const now = await disk.read(plan.organizationId, desired && declaredIn(desired));
  if (textOf(now) === textOf(remembered)) return;
  throw new DocsformError(
    "run/overtaken",
    "Another run has applied this layout since the plan was made. Nothing was written.",
    { remedy: "Plan again." },
  );
}

function textOf({ lock, journal }: Remembered): string {
  return canonicalJson({ ...present({ lock }), journal } as unknown as Json);
}
