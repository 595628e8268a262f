import { isDeepStrictEqual } from "node:util";
import { typeOfAddress } from "../../model/address.ts";
import { fail } from "../../model/codes/plan-words.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { deletesObject } from "../../model/plan/step-effects.ts";
import type { ObjectName } from "../../model/snapshot.ts";
import type { Lock, LockRequest, Remembered } from "../../state/disk.ts";
import { canonicalJson, type Json } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import { declaredIn } from "./declared-in.ts";
import type { PlannedRun } from "./planned.ts";
import { refuseOtherLayouts } from "./refuse-other-layouts.ts";
import type { Setup } from "./setup.ts";

/** How to wait for another run of the same layout. */
export type LockOptions = Pick<LockRequest, "waitMs" | "onWait" | "signal">;

/** A locked layout: no other run can apply it. */
export interface LayoutLock {
  release(): Promise<void>;
}

/** A lock, with the id of its run. The journal uses the same id. */
export interface NamedLock {
  readonly id: string;
  readonly lock: Lock;
}

/** Uses of the disk's lock by one reconciler. */
export interface Locking {
  lock(options: LockOptions): Promise<LayoutLock>;
  /** Does work under the current lock, or else under a new one. */
  whileLocked<Result>(options: LockOptions, work: (lock: NamedLock) => Promise<Result>): Promise<Result>;
}

export function lockingOf({ disk, clock, random }: Setup): Locking {
  let current: NamedLock | undefined;
  const acquire = async (options: LockOptions): Promise<NamedLock> => {
    const id = random.hex(8);
    return { id, lock: await disk.lock({ id, clock, ...options }) };
  };
  return {
    lock: async (options) => {
      const acquired = await acquire(options);
      current = acquired;
      return {
        release: async () => {
          current = undefined;
          await acquired.lock.release();
        },
      };
    },
    whileLocked: async (options, work) => {
      if (current !== undefined) return await work(current);
      const acquired = await acquire(options);
      try {
        return await work(acquired);
      } finally {
        await acquired.lock.release();
      }
    },
  };
}

/**
 * Throws if another run has applied the layout since the plan was made, or if another layout's state now has an object that the plan
 * manages or deletes.
 */
export async function refuseOvertaken(
  setup: Pick<Setup, "disk" | "types">,
  { plan, desired, remembered }: PlannedRun,
): Promise<void> {
  const now = await setup.disk.read(plan.organizationId, desired && declaredIn(desired));
  if (rememberedText(now) === rememberedText(remembered)) {
    if (!isDeepStrictEqual(now.otherLayouts, remembered.otherLayouts))
      refuseOtherLayouts(setup, now, namedIn(plan));
    return;
  }
  throw fail("run/state-changed", { case: "plan" });
}

/** The objects that the plan manages or deletes. */
function namedIn({ managed, steps }: Plan): readonly ObjectName[] {
  return [
    ...Object.entries(managed).flatMap(([address, { id }]) =>
      id === undefined ? [] : [{ type: typeOfAddress(address), id }],
    ),
    ...steps.flatMap((step) => (deletesObject(step) ? [{ type: step.type, id: step.id }] : [])),
  ];
}

function rememberedText({ state, journal }: Remembered): string {
  return canonicalJson({ ...present({ state }), journal } as unknown as Json);
}
