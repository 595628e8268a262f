import type { Address } from "../../../model/address.ts";
import { type Origin, origins } from "../../../model/state.ts";

interface LineBase {
  readonly run: string;
  /** Time of the line, in milliseconds since the epoch. */
  readonly at: number;
}

/** A creating call, as it is recorded before docsform sends it. It contains ids and hashes, never a value. */
export interface Attempt {
  /** The address of the object. Terraform does not pass addresses to a provider, so each attempt there has its own. */
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

/** The run is about to send a create call. It writes a line for each attempt, because any attempt can still have an effect later. */
export interface CreateLine extends Attempt, LineBase {
  readonly kind: "create";
  /** The line was written before the call was sent. The call may never have been sent. */
  readonly queued?: true;
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

/** One line about attempted creates. */
export type AttemptLine = CreateLine | NotCreatedLine | MatchLine;

/** Stores the lines of attempted creates. */
export interface AttemptStore {
  /** Resolves only when the lines are on the disk. */
  append(lines: readonly AttemptLine[]): Promise<void>;
  /** Writes lines that survive the end of this process, but perhaps not a crash of the machine. */
  note(lines: readonly AttemptLine[]): void;
}

/** Records attempted creates, so that a later process can find their objects. */
export interface Attempts {
  /** Resolves when the attempt is on the disk. The call must wait for it. */
  open(attempt: Attempt): Promise<void>;
  /** The call is sent now, for the first time or again. */
  sent(attempt: Attempt): void;
  /** The call created these objects: that of its address, and perhaps the first child. */
  answered(created: readonly Pick<MatchLine, "address" | "id">[]): void;
  /** The call created nothing. */
  close(address: Address): void;
}

export function recordAttempts(store: AttemptStore, stamp: () => LineBase): Attempts {
  return {
    open: (attempt) => store.append([{ kind: "create", ...attempt, queued: true, ...stamp() }]),
    sent: (attempt) => store.note([{ kind: "create", ...attempt, ...stamp() }]),
    answered: (created) =>
      store.note(
        created.map(({ address, id }) => ({ kind: "match", address, id, origin: "created", ...stamp() })),
      ),
    close: (address) => store.note([{ kind: "not-created", address, ...stamp() }]),
  };
}

/** The attempted creates in the lines of earlier processes. */
export interface RecordedAttempts {
  /** Attempts of unknown outcome, each with the time of its first call. */
  readonly open: ReadonlyMap<Address, CreateLine>;
  /** Attempts whose response arrived. Their objects are in `matches`. */
  readonly answered: ReadonlyMap<Address, CreateLine>;
  /** The objects that addresses are for certain. */
  readonly matches: ReadonlyMap<Address, MatchLine>;
}

export function attemptsIn(lines: readonly { readonly kind: string }[]): RecordedAttempts {
  const open = new Map<Address, CreateLine>();
  const answered = new Map<Address, CreateLine>();
  const matches = new Map<Address, MatchLine>();
  for (const line of lines as readonly AttemptLine[]) {
    switch (line.kind) {
      case "create":
        // Any of several calls may have created the object, so the time of the first one counts.
        open.set(line.address, { ...line, at: open.get(line.address)?.at ?? line.at });
        break;
      case "not-created":
        open.delete(line.address);
        matches.delete(line.address);
        break;
      case "match": {
        const attempt = open.get(line.address);
        if (attempt !== undefined) answered.set(line.address, attempt);
        open.delete(line.address);
        matches.set(line.address, line);
      }
    }
  }
  // A create that began after a match was certain supersedes the match: the object no longer existed.
  for (const [address, { queued }] of open) if (queued === undefined) matches.delete(address);
  return { open, answered, matches };
}

/** Whether a parsed line of a file is a line about an attempted create. */
export function isAttemptLine(value: Partial<AttemptLine>): value is AttemptLine {
  if (typeof value.run !== "string" || typeof value.at !== "number") return false;
  switch (value.kind) {
    case "create":
      return isCreate(value);
    case "not-created":
      return isText(value.address);
    case "match":
      return isMatch(value);
    case undefined:
    default:
      return false;
  }
}

function isCreate({ address, type, key, fields, knownIds }: Partial<CreateLine>): boolean {
  return [address, type, key].every(isText) && isTexts(fields) && isTexts(knownIds);
}

function isMatch({ address, id, origin }: Partial<MatchLine>): boolean {
  const isOrigin = origin === undefined || origins.some((each) => each === origin);
  return [address, id].every(isText) && isOrigin;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}
