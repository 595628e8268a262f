import type { Address } from "../model/address.ts";
import type { Clock } from "../model/clock.ts";
import { present } from "../model/present.ts";
import type { Origin } from "../model/state.ts";

/** One line of the journal. It contains ids and hashes, never a value. */
export type JournalLine = BeginLine | CreateLine | NotCreatedLine | MatchLine | DeleteLine | EndLine;

interface LineBase {
  readonly run: string;
  /** Time of the line, in milliseconds since the epoch. */
  readonly at: number;
}

/** The run is about to send a create call. It writes a line for each attempt, because any attempt can still have an effect later. */
export interface CreateLine extends LineBase {
  readonly kind: "create";
  /** The line was written while the call waited for its turn. The call may never have been sent. */
  readonly queued?: true;
  readonly address: Address;
  readonly type: string;
  readonly scopeId?: string;
  /** The fields of the create key that the call contains. */
  readonly fields: readonly string[];
  /** Hash of the create key over these fields, salted with the run. */
  readonly key: string;
  /** Ids of other objects with the same create key. */
  readonly knownIds: readonly string[];
  /** The object is created hidden from readers, and shown to them later in the run. */
  readonly createdHidden?: true;
  /** Id of the object that it copies. The next run recognizes the copy by that object's values. */
  readonly source?: string;
}

/** The create call of an address created nothing: the service refused it, or it was not sent. A similar object is not this run's. */
export interface NotCreatedLine extends LineBase {
  readonly kind: "not-created";
  readonly address: Address;
}

/** The run uses this object as the object of the address. */
export interface MatchLine extends LineBase {
  readonly kind: "match";
  readonly address: Address;
  readonly id: string;
  /** Absent: unconfirmed. */
  readonly origin?: Origin;
}

/** An address, its object, and how that came under management. */
export type JournalledMatch = Pick<MatchLine, "address" | "id" | "origin">;

/** A run starts to write. */
export interface BeginLine extends LineBase {
  readonly kind: "begin";
  /** Serial of the state that the run read. 0: there was none. */
  readonly serial: number;
}

/** Addresses that a destroy is about to delete. */
export interface DeleteLine extends LineBase {
  readonly kind: "delete";
  readonly addresses: readonly Address[];
}

/** The run ended normally. */
export interface EndLine extends LineBase {
  readonly kind: "end";
  /** Serial of the state that the run saved, or would have saved if anything had changed. */
  readonly serial?: number;
}

/** Stores the lines of a journal. */
export interface JournalStore {
  /** Resolves only when the lines are on the disk. */
  append(lines: readonly JournalLine[]): Promise<void>;
  /** Writes lines that survive the end of this process, but perhaps not a crash of the machine. */
  note(lines: readonly JournalLine[]): void;
  /** Removes all lines, also those that are not on the disk yet. */
  clear(): Promise<void>;
}

/** A creating call, as the journal records it. */
export type JournalledCreate = Omit<CreateLine, "kind" | "run" | "at" | "queued">;

/** Records what a run does, so that the next run can continue after a kill. */
export interface Journal {
  /** Resolves when the line is on the disk. The call must wait for it. */
  beforeCreate(attempt: JournalledCreate): Promise<void>;
  /** The call is sent now, for the first time or again. */
  attempt(attempt: JournalledCreate): void;
  /** The call created nothing. */
  notCreated(address: Address): void;
  matches(matches: readonly JournalledMatch[]): void;
  /** The run starts to write, with a state of this serial. */
  begin(serial: number): void;
  /** Resolves when the line is on the disk. The first delete must wait for it. */
  deleting(addresses: readonly Address[]): Promise<void>;
  end(serial?: number): Promise<void>;
  /** Removes all lines, because the state has everything in them. */
  clear(): Promise<void>;
}

export function createJournal(store: JournalStore, clock: Clock, run: string): Journal {
  const stamp = () => ({ run, at: clock.now() });
  return {
    beforeCreate: (attempt) => store.append([{ kind: "create", ...attempt, queued: true, ...stamp() }]),
    attempt: (attempt) => store.note([{ kind: "create", ...attempt, ...stamp() }]),
    notCreated: (address) => store.note([{ kind: "not-created", address, ...stamp() }]),
    matches: (matches) => {
      if (matches.length > 0) store.note(matches.map((match) => ({ kind: "match", ...match, ...stamp() })));
    },
    begin: (serial) => store.note([{ kind: "begin", serial, ...stamp() }]),
    deleting: (addresses) => store.append([{ kind: "delete", addresses, ...stamp() }]),
    end: (serial) => store.append([{ kind: "end", ...present({ serial }), ...stamp() }]),
    clear: () => store.clear(),
  };
}
