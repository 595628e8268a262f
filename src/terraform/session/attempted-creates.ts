import {
  type AttemptLine,
  type AttemptStore,
  type Attempts,
  attemptsIn,
  type CreateLine,
  isAttemptLine,
  type MatchLine,
  recordAttempts,
} from "../../engine/live/create/attempts.ts";
import { type Address, typeOfAddress } from "../../model/address.ts";
import { type ObjectKey, objectKey } from "../../model/object-key.ts";
import type { Clock } from "../../util/clock.ts";
import { append } from "../../util/groups.ts";
import { jsonEquals, parseShallow } from "../../util/json.ts";
import { once } from "../../util/once.ts";
import type { Notes } from "./notes.ts";

/** An attempted create of an earlier process. Terraform's state may lack its object. */
export interface LostAttempt {
  readonly attempt: CreateLine;
  /** The object in the response. Absent: no response arrived. */
  readonly match?: MatchLine;
}

/** What identifies attempts that could have created the same objects. */
export interface AttemptQuery extends Pick<CreateLine, "type" | "fields"> {
  readonly scopeId: string | undefined;
  readonly source: string | undefined;
  /** The key as an attempt of a run has it. */
  readonly keyIn: (run: string) => string;
}

/**
 * Records creates across processes, until Terraform's state contains the object: the process may be killed before it receives the response,
 * or before Terraform does.
 */
export interface AttemptedCreates extends Attempts {
  /** The salt of the keys of this process. */
  readonly run: string;
  /** Attempts of earlier processes that could have created the object. */
  lost(query: AttemptQuery): readonly LostAttempt[];
  /** Whether the object is that of another create of an earlier process. */
  isMatched(type: string, id: string): boolean;
  /** Closes the create of an object that Terraform's state contains. */
  confirm(type: string, id: string): void;
  /** Closes all creates of this process that have a response, because Terraform has received every response. */
  confirmAll(): void;
}

/** Attempted creates in notes, one note per open attempt. Without notes nothing is recorded, and nothing fails. */
export function openAttemptedCreates(notes: Notes | undefined, run: string, clock: Clock): AttemptedCreates {
  const load = once(() => new KnownAttempts(notes?.read() ?? []));
  const unconfirmed = new Set<Address>();
  const remove = (address: Address): void => {
    load().remove(address);
    notes?.remove(address);
  };
  const addMatch = (line: MatchLine): void => {
    unconfirmed.add(line.address);
    // The note of an open attempt says that this object is not its own, because the object's own note is removed earlier.
    for (const address of load().answer(line.address)) addIfPossible(address, line);
  };
  const addIfPossible = (address: Address, line: AttemptLine): void => {
    try {
      notes?.add(address, JSON.stringify(line));
    } catch {
      // A later process looks for the object, as if this had not happened.
    }
  };
  const store: AttemptStore = {
    append: async (lines) => {
      for (const line of lines) {
        if (line.kind === "create") load().open(line.address, line.key);
        await notes?.append(line.address, JSON.stringify(line));
      }
    },
    note: (lines) => {
      for (const line of lines) {
        if (line.kind === "not-created") remove(line.address);
        else if (line.kind === "match") addMatch(line);
        else addIfPossible(line.address, line);
      }
    },
  };
  return {
    ...recordAttempts(store, () => ({ run, at: clock.now() })),
    run,
    lost: (query) => load().alike(query, run),
    isMatched: (type, id) => load().matched.has(objectKey(type, id)),
    confirm: (type, id) => load().addressesOf(type, id).forEach(remove),
    confirmAll: () => {
      for (const address of unconfirmed) notes?.remove(address);
      unconfirmed.clear();
    },
  };
}

/** Attempts that earlier processes left, and those of this process that have no response. */
class KnownAttempts {
  readonly #earlier = new Map<Address, LostAttempt>();
  readonly #byKey = new Map<string, Address[]>();
  readonly #byObject = new Map<ObjectKey, Address[]>();
  readonly #runs = new Set<string>();
  /** The open attempts with the same key, which is the one in this run. */
  readonly #openAlike = new Map<string, Set<Address>>();
  readonly #keys = new Map<Address, string>();
  /** Objects that earlier processes knew as those of certain attempts. */
  readonly matched: ReadonlySet<ObjectKey>;

  constructor(texts: readonly string[]) {
    const lines = texts.flatMap(linesOf);
    // A match may stand in the note of another attempt too.
    const { open, answered, matches } = attemptsIn([
      ...lines.filter(({ kind }) => kind === "create"),
      ...lines.filter(({ kind }) => kind !== "create"),
    ]);
    this.matched = new Set([...matches.values()].map(keyOfMatch));
    for (const [address, attempt] of open) this.#earlier.set(address, { attempt });
    for (const [address, attempt] of answered) {
      const match = matches.get(address) as MatchLine;
      this.#earlier.set(address, { attempt, match });
      append(this.#byObject, keyOfMatch(match), address);
    }
    for (const [address, { attempt }] of this.#earlier) {
      append(this.#byKey, attempt.key, address);
      this.#runs.add(attempt.run);
    }
  }

  alike(query: AttemptQuery, ownRun: string): readonly LostAttempt[] {
    const lost = [...this.#runs]
      .flatMap((run) => this.#byKey.get(query.keyIn(run)) ?? [])
      .flatMap((address) => this.#earlier.get(address) ?? [])
      .filter(({ attempt }) => isLike(attempt, query));
    for (const { attempt, match } of lost)
      if (match === undefined) this.open(attempt.address, query.keyIn(ownRun));
    return lost;
  }

  /** The attempts that created this object. */
  addressesOf(type: string, id: string): readonly Address[] {
    if (this.#byObject.size === 0) return [];
    return (this.#byObject.get(objectKey(type, id)) ?? []).filter((address) => this.#earlier.has(address));
  }

  open(address: Address, key: string): void {
    this.#keys.set(address, key);
    const alike = this.#openAlike.get(key) ?? new Set();
    this.#openAlike.set(key, alike.add(address));
  }

  /** Notes that the attempt has a response. Returns its address, and those of open attempts that could have created the same object. */
  answer(address: Address): readonly Address[] {
    const alike = this.#openAlike.get(this.#keys.get(address) ?? "");
    alike?.delete(address);
    return [address, ...(alike ?? [])];
  }

  remove(address: Address): void {
    this.#earlier.delete(address);
    this.answer(address);
  }
}

function isLike({ type, scopeId, fields, source }: CreateLine, query: AttemptQuery): boolean {
  return (
    type === query.type &&
    scopeId === query.scopeId &&
    source === query.source &&
    jsonEquals(fields, query.fields)
  );
}

function keyOfMatch({ address, id }: MatchLine): ObjectKey {
  return objectKey(typeOfAddress(address), id);
}

function linesOf(text: string): readonly AttemptLine[] {
  return text.split("\n").flatMap((line) => attemptLine(line) ?? []);
}

/** A killed process may have written only a part of the last line. */
function attemptLine(text: string): AttemptLine | undefined {
  if (text === "") return undefined;
  try {
    const value = parseShallow(text) as Partial<AttemptLine> | null;
    return value !== null && isAttemptLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
