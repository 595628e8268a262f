import { DocsformError } from "../../model/errors.ts";
import { claimLimits } from "../../model/time-limits.ts";
import type { Claimant } from "./disk.ts";

/** What a claim says about who has it. */
export interface ClaimNote {
  readonly id: string;
  /** When it was taken, and when its holder last showed that it lives, in milliseconds since the epoch. */
  readonly since: number;
  readonly at: number;
  /** For people: a process and its machine. */
  readonly holder?: string;
}

/** Where a claim is written down. */
export interface ClaimPlace {
  /** Writes the note where there is none, or a dead one; else gives the one that is there. */
  take(note: ClaimNote, isDead: (found: ClaimNote) => boolean): ClaimHandle | ClaimNote;
}

/** A note that was written, in the hand of its writer. */
export interface ClaimHandle {
  /** False, and nothing is written: another has taken the place, or it is empty. */
  refresh(at: number): boolean;
  /** Empties the place, unless it is another's by now. */
  release(): void;
}

/** A claim as it is held, from when it was taken until it is released. */
export interface HeldClaim {
  isHeld(): boolean;
  release(): void;
}

/** Takes the claim, waiting for as long as the claimant wants to, and keeps it alive. Throws `run/busy`. */
export async function holdClaim(place: ClaimPlace, claimant: Claimant): Promise<HeldClaim> {
  const { id, clock, waitMs = 0, signal } = claimant;
  const until = clock.now() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    const now = clock.now();
    const taken = place.take({ id, since: now, at: now }, ({ at }) => now - at > claimLimits.deadMs);
    if ("refresh" in taken) return heldClaim(taken, claimant);
    const leftMs = until - now;
    if (leftMs <= 0) throw busy(taken, now, waitMs);
    if (isFirst) claimant.onWait?.(holderText(taken, now));
    await clock.sleep(Math.min(leftMs, claimLimits.lookMs), signal);
  }
}

function heldClaim(handle: ClaimHandle, { clock }: Claimant): HeldClaim {
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
      isOurs = now - seenAt <= claimLimits.deadMs;
    }
  };
  const stop = clock.every(claimLimits.refreshMs, refresh);
  return {
    isHeld: () => {
      // A process that was suspended goes on before its timers do.
      if (clock.now() - seenAt > claimLimits.refreshMs) refresh();
      return isOurs;
    },
    release: () => {
      stop();
      isOurs = false;
      if (!isReleased(handle)) isReleased(handle);
    },
  };
}

/** A claim that cannot be removed expires within a minute. */
function isReleased(handle: ClaimHandle): boolean {
  try {
    handle.release();
    return true;
  } catch {
    return false;
  }
}

function busy(note: ClaimNote, now: number, waitedMs: number): DocsformError {
  const waited = waitedMs === 0 ? "" : `, after waiting for ${Math.round(waitedMs / 1000)} s`;
  return new DocsformError(
    "run/busy",
    `Another run is applying this layout here${waited}: ${holderText(note, now)}. Nothing was written.`,
    {
      remedy: `Wait for it. If it was killed, its claim counts for nothing ${claimLimits.deadMs / 1000} s after it was last heard of; docsform lock release ends it at once.`,
    },
  );
}

/** Who has a claim, for people. */
export function holderText({ holder, since, at }: ClaimNote, now: number): string {
  const began = new Date(since).toISOString();
  const heard = Math.max(0, Math.round((now - at) / 1000));
  return `${holder ?? "a run in this program"}, begun ${began}, last heard of ${heard} s ago`;
}

/** A place in this program's memory. */
export function memoryPlace(): ClaimPlace {
  let there: ClaimNote | undefined;
  return {
    take: (note, isDead) => {
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
