import { fail } from "../model/codes/plan-words.ts";
import type { DocsformError } from "../model/errors.ts";
import { lockLimits } from "../model/time-limits.ts";
import type { LockRequest } from "./disk.ts";

/** The run that has a lock. */
export interface LockNote {
  readonly id: string;
  /** When the run got the lock, in milliseconds since the epoch. */
  readonly since: number;
  /** Last sign of life of the run, in milliseconds since the epoch. */
  readonly at: number;
  /** For people: a process and its machine. */
  readonly lockedBy?: string;
}

/** The place of a lock: a file, or the memory of this program. */
export interface LockPlace {
  /** Writes the note if there is none or a dead one. Otherwise returns the existing one. */
  acquire(note: LockNote, isDead: (found: LockNote) => boolean): LockHandle | LockNote;
}

/** A note that this run has written. */
export interface LockHandle {
  /** Renews the sign of life. False, without a write: another run has the place, or it is empty. */
  renew(at: number): boolean;
  /** Empties the place, unless another run has it. */
  release(): void;
}

/** A lock that this run has. */
export interface AcquiredLock {
  isValid(): boolean;
  release(): void;
}

/** Gets the lock, waits for it as long as the request allows, and renews it. Throws `run/locked`. */
export async function acquireLock(place: LockPlace, request: LockRequest): Promise<AcquiredLock> {
  const { id, clock, waitMs = 0, signal } = request;
  const until = clock.now() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    const now = clock.now();
    const handleOrNote = place.acquire({ id, since: now, at: now }, ({ at }) => now - at > lockLimits.deadMs);
    if ("renew" in handleOrNote) return acquiredLock(handleOrNote, request);
    const leftMs = until - now;
    if (leftMs <= 0) throw busy(handleOrNote, now, waitMs);
    if (isFirst) request.onWait?.(lockedByText(handleOrNote, now));
    await clock.sleep(Math.min(leftMs, lockLimits.pollMs), signal);
  }
}

function acquiredLock(handle: LockHandle, { clock }: LockRequest): AcquiredLock {
  let renewedAt = clock.now();
  let isOurs = true;
  const renew = () => {
    if (!isOurs) return;
    const now = clock.now();
    try {
      isOurs = handle.renew(now);
      renewedAt = now;
    } catch {
      // Other runs see no sign of life. They treat the lock as dead after its time is over.
      isOurs = now - renewedAt <= lockLimits.deadMs;
    }
  };
  const stop = clock.every(lockLimits.renewMs, renew);
  return {
    isValid: () => {
      // A process that was suspended continues before its timers do.
      if (clock.now() - renewedAt > lockLimits.renewMs) renew();
      return isOurs;
    },
    release: () => {
      stop();
      isOurs = false;
      if (!tryRelease(handle)) tryRelease(handle);
    },
  };
}

/** Returns whether the release succeeded. A lock that cannot be removed expires within a minute. */
function tryRelease(handle: LockHandle): boolean {
  try {
    handle.release();
    return true;
  } catch {
    return false;
  }
}

function busy(note: LockNote, now: number, waitedMs: number): DocsformError {
  const facts = { holder: lockedByText(note, now), expiryS: lockLimits.deadMs / 1000 };
  return fail(
    "run/locked",
    waitedMs === 0
      ? { case: "now", ...facts }
      : { case: "waited", seconds: Math.round(waitedMs / 1000), ...facts },
  );
}

/** Describes the run that has a lock, for people. */
export function lockedByText({ lockedBy, since, at }: LockNote, now: number): string {
  const began = new Date(since).toISOString();
  const secondsSinceSign = Math.max(0, Math.round((now - at) / 1000));
  return `${lockedBy ?? "a run in this program"}, started ${began}, last sign of life ${secondsSinceSign} s ago`;
}

/** A place in the memory of this program. */
export function memoryPlace(): LockPlace {
  let there: LockNote | undefined;
  return {
    acquire: (note, isDead) => {
      if (there !== undefined && !isDead(there)) return there;
      there = note;
      const isOurs = () => there?.id === note.id;
      return {
        renew: (at) => {
          if (!isOurs()) return false;
          there = { ...note, at };
          return true;
        },
        release: () => {
          if (isOurs()) there = undefined;
        },
      };
    },
  };
}
