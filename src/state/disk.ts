import type { JournalLine, JournalStore } from "../engine/apply/journal.ts";
import type { Address } from "../model/address.ts";
import type { OtherLayout, State } from "../model/state.ts";
import type { Clock } from "../util/clock.ts";

/** Stores what survives a run: the state, and the journal that an interrupted run leaves. */
export interface Disk {
  /**
   * Reads the state and the journal. Throws if the state is broken, or if it belongs to another organization or layout. It looks for
   * former states only with `isDeclared`.
   */
  read(organizationId: string, isDeclared?: (address: Address) => boolean): Promise<Remembered>;
  /**
   * Locks the disk for one run, which releases the lock at its end, with any result. Throws `run/locked` if another run has the lock for
   * longer than this one waits.
   */
  lock(request: LockRequest): Promise<Lock>;
}

/** What earlier runs left on the disk. */
export interface Remembered {
  /** Undefined: there is no state yet, or runs keep none. */
  readonly state: State | undefined;
  /** Whether runs save a state. */
  readonly keepsState: boolean;
  readonly journal: readonly JournalLine[];
  /** The end of the journal is missing, so the last actions of the interrupted run are unknown. */
  readonly isJournalCut?: true;
  /** Objects of the other layouts beside this one. Absent: there are no other layouts. */
  readonly otherLayouts?: readonly OtherLayout[];
  /** For a layout without a state: states that may be its own under a former name. */
  readonly formerStates?: readonly FormerState[];
}

/** The state of a layout that no longer exists, and whose objects another layout mostly declares. */
export interface FormerState {
  readonly path: string;
  readonly layout: string;
  /** Number of its objects, and number of these that the other layout declares. */
  readonly known: number;
  readonly declared: number;
}

/** A request for the lock of a disk. */
export interface LockRequest {
  /** Random id of this run. */
  readonly id: string;
  readonly clock: Clock;
  /** How long to wait while another run has the lock. Absent: no wait. */
  readonly waitMs?: number;
  /** Runs once when the wait starts, with the run that has the lock. */
  readonly onWait?: (lockedBy: string) => void;
  readonly signal?: AbortSignal;
}

/** The lock of a disk. Only the run that has it may write. */
export interface Lock {
  readonly journal: JournalStore;
  /**
   * Replaces the whole state or nothing. Throws `run/state-changed` unless the state on the disk is `expected`, as it was read;
   * undefined: the disk must have no state. Absent: runs keep no state.
   */
  readonly saveState?: (next: State, expected: State | undefined) => Promise<void>;
  /** False after another run has the lock, because this one was silent for too long or a person released its lock. */
  isValid(): boolean;
  release(): Promise<void>;
}
