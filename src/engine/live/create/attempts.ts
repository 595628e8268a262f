import { bothWindows, type CallWindow } from "../../../contract/http/service-clock.ts";
import type { Address } from "../../../model/address.ts";
import { fieldText } from "../../../model/key-field.ts";
import { type Origin, origins } from "../../../model/state.ts";
import { present } from "../../../util/present.ts";
import type { CallKeys } from "./create-key.ts";

interface LineBase {
  readonly run: string;
  /** Time of the line, in milliseconds since the epoch. */
  readonly at: number;
}

/** Values of a creating call, as a record has them. */
export interface RecordedValues {
  /** Names of the values. */
  readonly fields: readonly string[];
  /** Hash of the values, salted with the run. */
  readonly key: string;
}

/** A creating call, as it is recorded before docsform sends it. It contains ids and hashes, never a value. `fields`, `key`: its create key. */
export interface Attempt extends RecordedValues {
  /** The address of the object. Terraform does not pass addresses to a provider, so each attempt there has its own. */
  readonly address: Address;
  readonly type: string;
  readonly scopeId?: string;
  /** Everything that the call contains and that a read shows. Absent: the create key is all of that. */
  readonly sent?: RecordedValues;
  /** Ids of other objects with the same create key. Absent: the journal of the run has all ids. */
  readonly knownIds?: readonly string[];
  /** The object is created hidden from readers, and shown to them later in the run. */
  readonly createdHidden?: true;
  /** Id of the object that it copies. The next run recognizes the copy by that object's values. */
  readonly source?: string;
}

/** The values of a call, as its attempt has them. `hash`: the hash of the run. */
export function recordedValues(
  { fields, key, sent }: CallKeys,
  hash: (text: string) => string,
): Pick<Attempt, keyof RecordedValues | "sent"> {
  const recorded = (values: CallKeys["sent"]): RecordedValues => ({
    fields: values.fields.map(fieldText),
    key: hash(values.key),
  });
  return { ...recorded({ fields, key }), ...(sent.key !== key && { sent: recorded(sent) }) };
}

/** The run is about to send a create call. It writes a line for each attempt, because any attempt can still have an effect later. */
export interface CreateLine extends Attempt, LineBase {
  readonly kind: "create";
  /** The call waits for its turn: it was not sent. */
  readonly queued?: true;
  /** When the call can take effect. Absent: the service's clock is not usable. */
  readonly window?: CallWindow;
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
  /** Records a call before its turn. Resolves when the attempt is on the disk. */
  queue(attempt: Attempt): Promise<void>;
  /** Records that the call is sent next. Resolves when the attempt is on the disk. The call must wait for it. */
  open(attempt: Attempt, window: CallWindow | undefined): Promise<void>;
  /** The call is sent now, for the first time or again. */
  sent(attempt: Attempt, window: CallWindow | undefined): void;
  /** The call created these objects: that of its address, and perhaps the first child. */
  answered(created: readonly Omit<MatchLine, "kind" | keyof LineBase>[]): void;
  /** The call created nothing. */
  close(address: Address): void;
  /** The service's clock is no longer usable, also not for the calls without a response. */
  clockLost(): void;
}

export function recordAttempts(store: AttemptStore, stamp: () => LineBase): Attempts {
  const unanswered = new Map<Address, Attempt>();
  const lineOf = (attempt: Attempt, window?: CallWindow): CreateLine => {
    unanswered.set(attempt.address, attempt);
    return { kind: "create", ...attempt, ...present({ window }), ...stamp() };
  };
  return {
    queue: (attempt) => store.append([{ kind: "create", ...attempt, queued: true, ...stamp() }]),
    open: (attempt, window) => store.append([lineOf(attempt, window)]),
    sent: (attempt, window) => store.note([lineOf(attempt, window)]),
    answered: (created) => {
      for (const { address } of created) unanswered.delete(address);
      store.note(created.map((match) => ({ kind: "match", ...match, ...stamp() })));
    },
    close: (address) => {
      unanswered.delete(address);
      store.note([{ kind: "not-created", address, ...stamp() }]);
    },
    clockLost: () => {
      if (unanswered.size > 0) store.note([...unanswered.values()].map((attempt) => lineOf(attempt)));
    },
  };
}

/** The attempted creates in the lines of earlier processes. */
export interface RecordedAttempts {
  /** Attempts of unknown outcome. The window of one is that of all its calls. */
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
        open.set(line.address, withEarlierCalls(line, open.get(line.address)));
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

/** Any of several calls may have created the object. */
function withEarlierCalls(line: CreateLine, earlier: CreateLine | undefined): CreateLine {
  if (earlier === undefined || earlier.queued === true) return line;
  const { queued, window: own, ...attempt } = line;
  const window = queued === true ? earlier.window : bothWindows(earlier.window, own);
  return { ...attempt, ...present({ window }) };
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

function isCreate({ address, type, sent, knownIds, window, ...createKey }: Partial<CreateLine>): boolean {
  return (
    [address, type].every(isText) &&
    [createKey, sent ?? createKey].every(areValues) &&
    isTexts(knownIds ?? []) &&
    [window?.from ?? 0, window?.until ?? 0].every(Number.isFinite)
  );
}

function areValues(values: Partial<RecordedValues> | undefined): boolean {
  return isText(values?.key) && isTexts(values?.fields);
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
