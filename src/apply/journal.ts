import type { Address } from "../model/address.ts";
import type { Clock } from "../model/clock.ts";

/** One line of the journal. Holds ids and hashes, never a value. */
export type JournalLine = IntentLine | PairLine | EndLine;

interface LineBase {
  readonly run: string;
  /** When, in milliseconds since the epoch. */
  readonly at: number;
}

/** A creating call is about to be sent. Written again for each attempt, because its effect may come as late as the last one's. */
export interface IntentLine extends LineBase {
  readonly kind: "intent";
  /** Written while the call waits for its turn, so that it need not wait for the disk then: it may never have been sent. */
  readonly ahead?: true;
  readonly address: Address;
  readonly type: string;
  readonly scopeId?: string;
  /** The fields of the birth key that the call carries. */
  readonly fields: readonly string[];
  /** Hash of the birth key over these fields, salted with the run. */
  readonly key: string;
  /** Ids of objects that have the same birth key and are other objects. */
  readonly knownIds: readonly string[];
}

/** It is certain which object an address is. */
export interface PairLine extends LineBase {
  readonly kind: "pair";
  readonly address: Address;
  readonly id: string;
}

/** The run ended by itself. */
export interface EndLine extends LineBase {
  readonly kind: "end";
}

/** The journal's file, handed in. */
export interface JournalFile {
  /** Appends; returns, or resolves, only when it is on the disk. */
  append(text: string): void | Promise<void>;
  /** Appends what outlives this process, but perhaps not the machine. Absent: as `append`. */
  note?(text: string): void;
  /** Nothing more is expected in this run. Absent: nothing is kept open. */
  close?(): void;
  clear(): void;
}

/** What a creating call is, as it is written down. */
export type Intent = Omit<IntentLine, "kind" | "run" | "at" | "ahead">;

/** What a run writes down so that the next one can finish it. */
export interface Journal {
  /** Must resolve before the call is sent: then it is on the disk. */
  ahead(intent: Intent): Promise<void>;
  /** The call is sent now, for the first time or once more. */
  intent(intent: Intent): void;
  pairs(pairs: readonly (readonly [Address, string])[]): void;
  end(): Promise<void>;
  /** Everything in it is in the lock. */
  clear(): Promise<void>;
}

export function createJournal(file: JournalFile, clock: Clock, run: string): Journal {
  const disk = groupCommit(file);
  const line = (fields: Omit<IntentLine, "run" | "at"> | Omit<PairLine, "run" | "at">) =>
    `${JSON.stringify({ ...fields, run, at: clock.now() })}\n`;
  const note = (text: string) => {
    if (text === "") return;
    if (file.note === undefined) void file.append(text);
    else file.note(text);
  };
  return {
    ahead: (intent) => disk.append(line({ kind: "intent", ...intent, ahead: true })),
    intent: (intent) => note(line({ kind: "intent", ...intent })),
    pairs: (pairs) => note(pairs.map(([address, id]) => line({ kind: "pair", address, id })).join("")),
    end: async () => {
      await disk.append(`${JSON.stringify({ kind: "end", run, at: clock.now() })}\n`);
      file.close?.();
    },
    clear: async () => {
      // A line that reached the disk after the file was cleared would be taken for one of an interrupted run.
      await disk.idle();
      file.clear();
    },
  };
}

/** Appends as much as has come together in one go: the disk takes as long for many lines as for one. */
function groupCommit(file: JournalFile) {
  let waiting = "";
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  const commit = async () => {
    const text = waiting;
    waiting = "";
    next = undefined;
    last = Promise.resolve(file.append(text));
    await last;
  };
  return {
    append(text: string): Promise<void> {
      waiting += text;
      next ??= last.then(commit, commit);
      return next;
    },
    idle: () =>
      (next ?? last).then(
        () => undefined,
        () => undefined,
      ),
  };
}

/** The lines of a journal. A line that a kill cut short is left out: nothing was sent after it. */
export function parseJournal(text: string): readonly JournalLine[] {
  return text.split("\n").flatMap((line) => {
    const parsed = parseLine(line);
    return parsed === undefined ? [] : [parsed];
  });
}

function parseLine(line: string): JournalLine | undefined {
  if (line === "") return undefined;
  try {
    const value = JSON.parse(line) as Partial<JournalLine>;
    return isLine(value) ? (value as JournalLine) : undefined;
  } catch {
    return undefined;
  }
}

function isLine(value: Partial<JournalLine> | null): boolean {
  if (value === null || typeof value.run !== "string" || typeof value.at !== "number") return false;
  switch (value.kind) {
    case "intent":
      return (
        [value.address, value.type, value.key].every(isText) &&
        isTexts(value.fields) &&
        isTexts(value.knownIds)
      );
    case "pair":
      return isText(value.address) && isText(value.id);
    case "end":
      return true;
    case undefined:
    default:
      return false;
  }
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}
