import type { JournalLine, JournalStore } from "../../apply/journal.ts";
import type { Lock } from "../../model/lock.ts";

/** What outlives a run: the lock, and the journal that an interrupted run leaves behind. */
export interface Disk {
  /** Throws when the lock is broken, or another organization's. */
  read(organizationId: string): Promise<Remembered>;
  /** What a run needs to write to the disk; it releases it at its end, whatever that is. */
  claim(): Promise<Claim>;
}

/** What the runs before have left. */
export interface Remembered {
  /** Undefined: there is none yet, or none is kept. */
  readonly lock: Lock | undefined;
  readonly journal: readonly JournalLine[];
}

/** The right to write to a disk. */
export interface Claim {
  readonly journal: JournalStore;
  /** Replaces the lock as a whole or not at all. Absent: none is kept. */
  readonly saveLock?: (next: Lock) => Promise<void>;
  release(): Promise<void>;
}
