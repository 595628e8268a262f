import type { Address } from "../../model/address.ts";
import type { Clock } from "../../util/clock.ts";
import { present } from "../../util/present.ts";
import {
  type AttemptLine,
  type AttemptStore,
  type Attempts,
  type MatchLine,
  recordAttempts,
} from "../live/create/attempts.ts";

/** One line of the journal. It contains ids and hashes, never a value. */
export type JournalLine = BeginLine | KnownLine | AttemptLine | HiddenLine | DeleteLine | EndLine;

type LineBase = Pick<AttemptLine, "run" | "at">;

/** An address, its object, and how that came under management. */
export type JournaledMatch = Pick<MatchLine, "address" | "id" | "origin">;

/** A run starts to write. */
export interface BeginLine extends LineBase {
  readonly kind: "begin";
  /** Serial of the state that the run read. 0: there was none. */
  readonly serial: number;
}

/** Objects that existed before the run, so none of its creates created them. */
export interface KnownLine extends LineBase, KnownObjects {
  readonly kind: "known";
}

/** Ids of all objects of a type, in the organization or in a scope. */
export interface KnownObjects {
  readonly type: string;
  readonly scopeId?: string;
  readonly ids: readonly string[];
}

/** The run is about to hide an object from readers, until its own write shows it again. */
export interface HiddenLine extends LineBase {
  readonly kind: "hidden";
  readonly address: Address;
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
export interface JournalStore extends AttemptStore {
  append(lines: readonly JournalLine[]): Promise<void>;
  note(lines: readonly JournalLine[]): void;
  /** Removes all lines, also those that are not on the disk yet. */
  clear(): Promise<void>;
}

/** Records what a run does, so that the next run can continue after a kill. */
export interface Journal extends Attempts {
  matches(matches: readonly JournaledMatch[]): void;
  /** The run starts to write, with a state of this serial. */
  begin(serial: number): void;
  /** These objects existed before the run. */
  known(lists: readonly KnownObjects[]): void;
  /** Resolves when the line is on the disk. The write that hides the object must wait for it. */
  hiding(address: Address): Promise<void>;
  /** Resolves when the line is on the disk. The first delete must wait for it. */
  deleting(addresses: readonly Address[]): Promise<void>;
  end(serial?: number): Promise<void>;
  /** Removes all lines, because the state has everything in them. */
  clear(): Promise<void>;
}

export function createJournal(store: JournalStore, clock: Clock, run: string): Journal {
  const stamp = () => ({ run, at: clock.now() });
  return {
    ...recordAttempts(store, stamp),
    matches: (matches) => {
      if (matches.length > 0) store.note(matches.map((match) => ({ kind: "match", ...match, ...stamp() })));
    },
    begin: (serial) => store.note([{ kind: "begin", serial, ...stamp() }]),
    known: (lists) => {
      if (lists.length > 0) store.note(lists.map((list) => ({ kind: "known", ...list, ...stamp() })));
    },
    hiding: (address) => store.append([{ kind: "hidden", address, ...stamp() }]),
    deleting: (addresses) => store.append([{ kind: "delete", addresses, ...stamp() }]),
    end: (serial) => store.append([{ kind: "end", ...present({ serial }), ...stamp() }]),
    clear: () => store.clear(),
  };
}
