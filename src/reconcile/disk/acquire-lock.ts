import { DocsformError } from "../../model/errors.ts";
import { lockLimits } from "../../model/time-limits.ts";
import type { LockRequest } from "./disk.ts";

/** What a lock says about who has it. */
export interface LockNote {
  readonly id: string;
  /** When it was taken, and when its holder last showed that it lives, in milliseconds since the epoch. */
  readonly since: number;
  readonly at: number;
  /** For people: a process and its machine. */
  readonly holder?: string;
}

/** Where a lock is written down. */
export interface LockPlace {
  /** Writes the note where there is none, or a dead one; else gives the one that is there. */
  acquire(note: LockNote, isDead: (found: LockNote) => boolean): LockHandle | LockNote;
}

/** A note that was written, in the hand of its writer. */
export interface LockHandle {
  /** False, and nothing is written: another has taken the place, or it is empty. */
  refresh(at: number): boolean;
  /** Empties the place, unless it is another's by now. */
  release(): void;
}

/** A lock as it is held, from when it was taken until it is released. */
export interface AcquiredLock {
  isValid(): boolean;
  release(): void;
}

/** Takes the lock, waiting for as long as the run wants to, and keeps it alive. Throws `run/busy`. */
export async function acquireLock(place: LockPlace, request: LockRequest): Promise<AcquiredLock> {
  const { id, clock, waitMs = 0, signal } = request;
  const until = clock.now() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    const now = clock.now();
    const used = place.acquire({ id, since: now, at: now }, ({ at }) => now - at > lockLimits.deadMs);
    if ("refresh" in used) return acquiredLock(used, request);
    const leftMs = until - now;
    if (leftMs <= 0) throw busy(used, now, waitMs);
    if (isFirst) request.onWait?.(holderText(used, now));
    await clock.sleep(Math.min(leftMs, lockLimits.pollMs), signal);
  }
}

function acquiredLock(handle: LockHandle, { clock }: LockRequest): AcquiredLock {
  let seenAt = clock.now();
  let isOurs = true;
  const refresh = () => {
    if (!isOurs) return;
    const now = clock.now();
    try {
      isOurs = handle.refresh(now);
      seenAt = now;
    } catch {
      // Others see no sign of life, and take it for dead when its time has come.
      isOurs = now - seenAt <= lockLimits.deadMs;
    }
  };
  const stop = clock.every(lockLimits.refreshMs, refresh);
  return {
    isValid: () => {
      // A process that was suspended goes on before its timers do.
      if (clock.now() - seenAt > lockLimits.refreshMs) refresh();
      return isOurs;
    },
    release: () => {
      stop();
      isOurs = false;
      if (!isReleased(handle)) isReleased(handle);
    },
  };
}

/** A lock that cannot be removed expires within a minute. */
function isReleased(handle: LockHandle): boolean {
  try {
    handle.release();
    return true;
  } catch {
    return false;
  }
}

function busy(note: LockNote, now: number, waitedMs: number): DocsformError {
  const waited = waitedMs === 0 ? "" : `, after waiting for ${Math.round(waitedMs / 1000)} s`;
  return new DocsformError(
    "run/busy",
    `Another run has the lock of this layout${waited}: ${holderText(note, now)}. Nothing was written.`,
    {
      remedy: `Wait for it. If it was killed, its lock expires ${lockLimits.deadMs / 1000} s after its last sign of life; docsform unlock releases it at once.`,
    },
  );
}

/** Who has a lock, for people. */
export function holderText({ holder, since, at }: LockNote, now: number): string {
  const began = new Date(since).toISOString();
  const secondsSinceSign = Math.max(0, Math.round((now - at) / 1000));
  return `${holder ?? "a run in this program"}, started ${began}, last sign of life ${secondsSinceSign} s ago`;
}

/** A place in this program's memory. */
export function memoryPlace(): LockPlace {
  let there: LockNote | undefined;
  return {
    acquire: (note, isDead) => {
      if (there !== undefined && !isDead(there)) return there;
      there = note;
      const isOurs = () => there?.id === note.id;
      return {
        refresh: (at) => {
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
