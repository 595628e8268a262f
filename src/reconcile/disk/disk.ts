import type { JournalLine, JournalStore } from "../../apply/journal.ts";
import type { Address } from "../../model/address.ts";
import type { Clock } from "../../model/clock.ts";
import type { OtherLayout, State } from "../../model/state.ts";

/** What outlives a run: the state, and the journal that an interrupted run leaves behind. */
export interface Disk {
  /**
   * Throws when the state is broken, or another organization's or layout's. Former states are looked for where it is known what the
   * layout declares.
   */
  read(organizationId: string, isDeclared?: (address: Address) => boolean): Promise<Remembered>;
  /**
   * Takes what a run needs to write to the disk, which only one has at a time; the run releases it at its end, whatever that is.
   * Throws `run/busy` where another has it for longer than the run waits.
   */
  lock(request: LockRequest): Promise<Lock>;
}

/** What the runs before have left. */
export interface Remembered {
  /** Undefined: there is none yet, or none is kept. */
  readonly state: State | undefined;
  /** Whether what a run does will be remembered in a state. */
  readonly keepsState: boolean;
  readonly journal: readonly JournalLine[];
  /** The end of the journal did not come to the disk: what the interrupted run did last is not known. */
  readonly isJournalCut?: true;
  /** What belongs to the layouts beside this one. Absent: there are none. */
  readonly otherLayouts?: readonly OtherLayout[];
  /** Where the layout has no state: those that would be its own if it was called otherwise before. */
  readonly formerStates?: readonly FormerState[];
}

/** The state of a layout that is gone, of which another layout declares a good part. */
export interface FormerState {
  readonly path: string;
  readonly layout: string;
  /** How many objects it knows, and how many of these the other layout declares. */
  readonly known: number;
  readonly declared: number;
}

/** Who wants to write to a disk. */
export interface LockRequest {
  /** Random: tells this run from any other. */
  readonly id: string;
  readonly clock: Clock;
  /** For how long it waits while another has the lock. Absent: not at all. */
  readonly waitMs?: number;
  /** Told once, where it begins to wait, what it waits for. */
  readonly onWait?: (holder: string) => void;
  readonly signal?: AbortSignal;
}

/** The right to write to a disk. */
export interface Lock {
  readonly journal: JournalStore;
  /**
   * Replaces the state as a whole or not at all. Throws `run/overtaken` unless the state that is there is `expected`, as it was read;
   * undefined: there is to be none. Absent: no state is kept.
   */
  readonly saveState?: (next: State, expected: State | undefined) => Promise<void>;
  /** False once another run has the lock, because this one gave no sign of life for too long, or a person released it. */
  isValid(): boolean;
  release(): Promise<void>;
}
