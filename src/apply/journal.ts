import type { Address } from "../model/address.ts";
import type { Clock } from "../model/clock.ts";
import { present } from "../model/present.ts";
import type { Origin } from "../model/state.ts";

/** One line of the journal. Holds ids and hashes, never a value. */
export type JournalLine = BeginLine | CreateLine | NotCreatedLine | MatchLine | DeleteLine | EndLine;

interface LineBase {
  readonly run: string;
  /** When, in milliseconds since the epoch. */
  readonly at: number;
}

/** A creating call is about to be sent. Written again for each attempt, because its effect may come as late as the last one's. */
export interface CreateLine extends LineBase {
  readonly kind: "create";
  /** Written while the call waits for its turn, so that it need not wait for the disk then: it may never have been sent. */
  readonly queued?: true;
  readonly address: Address;
  readonly type: string;
  readonly scopeId?: string;
  /** The fields of the create key that the call carries. */
  readonly fields: readonly string[];
  /** Hash of the create key over these fields, salted with the run. */
  readonly key: string;
  /** Ids of objects that have the same create key and are other objects. */
  readonly knownIds: readonly string[];
  /** It is created where no reader sees it, and to be shown later in the run. */
  readonly createdHidden?: true;
  /** Id of what it is to be a copy of: it is recognised by what that is like. */
  readonly source?: string;
}

/** The creating call of an address made nothing: the service refused it, or it was not sent. An object like it is not this run's. */
export interface NotCreatedLine extends LineBase {
  readonly kind: "not-created";
  readonly address: Address;
}

/** The run works with this object as that of the address. */
export interface MatchLine extends LineBase {
  readonly kind: "match";
  readonly address: Address;
  readonly id: string;
  /** Absent: unconfirmed. */
  readonly origin?: Origin;
}

/** Which object an address is, and how it came under management. */
export type JournalledMatch = Pick<MatchLine, "address" | "id" | "origin">;

/** A run begins to write. */
export interface BeginLine extends LineBase {
  readonly kind: "begin";
  /** The serial of the state that the run has read; 0: there was none. */
  readonly serial: number;
}

/** What a destroy is about to delete. */
export interface DeleteLine extends LineBase {
  readonly kind: "delete";
  readonly addresses: readonly Address[];
}

/** The run ended by itself. */
export interface EndLine extends LineBase {
  readonly kind: "end";
  /** The serial of the state that the run saved, or would have saved, had anything changed. */
  readonly serial?: number;
}

/** Where a journal's lines are kept. */
export interface JournalStore {
  /** Resolves only when the lines are on the disk. */
  append(lines: readonly JournalLine[]): Promise<void>;
  /** For what outlives this process, but perhaps not the machine. */
  note(lines: readonly JournalLine[]): void;
  /** Forgets all lines, those that are still on their way to the disk included. */
  clear(): Promise<void>;
}

/** A creating call, as it is written down. */
export type JournalledCreate = Omit<CreateLine, "kind" | "run" | "at" | "queued">;

/** What a run writes down so that the next one can finish it. */
export interface Journal {
  /** Must resolve before the call is sent: then it is on the disk. */
  beforeCreate(attempt: JournalledCreate): Promise<void>;
  /** The call is sent now, for the first time or once more. */
  attempt(attempt: JournalledCreate): void;
  /** The call made nothing. */
  notCreated(address: Address): void;
  matches(pairs: readonly JournalledMatch[]): void;
  /** A run begins to write, with a state of this serial. */
  begin(serial: number): void;
  /** Must resolve before the first of them is deleted. */
  deleting(addresses: readonly Address[]): Promise<void>;
  end(serial?: number): Promise<void>;
  /** Everything in it is in the state. */
  clear(): Promise<void>;
}

export function createJournal(store: JournalStore, clock: Clock, run: string): Journal {
  const stamp = () => ({ run, at: clock.now() });
  return {
    beforeCreate: (attempt) => store.append([{ kind: "create", ...attempt, queued: true, ...stamp() }]),
    attempt: (attempt) => store.note([{ kind: "create", ...attempt, ...stamp() }]),
    notCreated: (address) => store.note([{ kind: "not-created", address, ...stamp() }]),
    matches: (matches) => {
      if (matches.length > 0) store.note(matches.map((pair) => ({ kind: "match", ...pair, ...stamp() })));
    },
    begin: (serial) => store.note([{ kind: "begin", serial, ...stamp() }]),
    deleting: (addresses) => store.append([{ kind: "delete", addresses, ...stamp() }]),
    end: (serial) => store.append([{ kind: "end", ...present({ serial }), ...stamp() }]),
    clear: () => store.clear(),
  };
}
