import { type ObjectKey, objectKey } from "../../model/object-key.ts";
import { once } from "../../model/once.ts";

/**
 * A create that was sent. Notes on disk keep it until Terraform's state contains the object: the process may be killed before it receives
 * the response, or before Terraform does.
 */
export interface SentCreate {
  /** The id of the attempt, and the name of its note. `id` is the object's. */
  readonly attemptId: string;
  readonly type: string;
  readonly scopeId?: string;
  /** Hash of the create key. */
  readonly key: string;
  /** Ids of objects with the same create key that existed before the create. */
  readonly knownIds: readonly string[];
  /** The created object. Absent: no response arrived. */
  readonly id?: string;
}

/** Records creates across processes. */
export interface AttemptedCreates {
  /** Creates of earlier processes with unknown outcome, for this type, scope and create key. */
  lost(type: string, scopeId: string | undefined, key: string): readonly SentCreate[];
  open(attempt: SentCreate): void;
  /** Notes that the response arrived. Terraform may not have received the new state yet. */
  noteResponse(attemptId: string, id: string): void;
  /** Closes the create of an object that Terraform's state contains. */
  confirm(type: string, id: string): void;
  close(attemptId: string): void;
  /** Closes all creates of this process that have a response, because Terraform has received every response. */
  confirmAll(): void;
}

/** Notes by name. Each is stored separately, so that several processes can write notes at once. */
export interface Notes {
  /** The text of every existing note. */
  read(): readonly string[];
  /** Adds a line to a note, and ensures that it outlives the process. */
  add(name: string, line: string): void;
  remove(name: string): void;
}

/** Attempted creates in notes, one note per open attempt. Without notes nothing is recorded, and nothing fails. */
export function openAttemptedCreates(notes: Notes | undefined): AttemptedCreates {
  const load = once(() => new EarlierAttempts(notes?.read() ?? []));
  const unconfirmed = new Set<string>();
  const close = (attemptId: string): void => {
    load().delete(attemptId);
    notes?.remove(attemptId);
  };
  return {
    lost: (type, scopeId, key) => load().alike(type, scopeId, key),
    open: (attempt) => {
      // Loads the earlier attempts first, so that they do not include this one.
      load();
      notes?.add(attempt.attemptId, JSON.stringify(attempt));
    },
    noteResponse: (attemptId, id) => {
      unconfirmed.add(attemptId);
      try {
        notes?.add(attemptId, JSON.stringify({ answered: attemptId, id }));
      } catch {
        // The object exists. A later process looks for it, as if no response had arrived.
      }
    },
    confirm: (type, id) => load().attemptIdsOf(type, id).forEach(close),
    close,
    confirmAll: () => {
      for (const attemptId of unconfirmed) notes?.remove(attemptId);
      unconfirmed.clear();
    },
  };
}

/** Attempts that earlier processes left open. */
class EarlierAttempts {
  readonly #byAttemptId = new Map<string, SentCreate>();
  readonly #byObject = new Map<ObjectKey, string[]>();

  constructor(texts: readonly string[]) {
    for (const text of texts)
      for (const attempt of attemptsIn(text)) this.#byAttemptId.set(attempt.attemptId, attempt);
    for (const { attemptId, type, id } of this.#byAttemptId.values()) {
      if (id === undefined) continue;
      const key = objectKey(type, id);
      this.#byObject.set(key, [...(this.#byObject.get(key) ?? []), attemptId]);
    }
  }

  alike(type: string, scopeId: string | undefined, key: string): readonly SentCreate[] {
    return [...this.#byAttemptId.values()].filter(
      (attempt) => attempt.type === type && attempt.scopeId === scopeId && attempt.key === key,
    );
  }

  /** The attempts that created this object. */
  attemptIdsOf(type: string, id: string): readonly string[] {
    if (this.#byObject.size === 0) return [];
    const attemptIds = this.#byObject.get(objectKey(type, id)) ?? [];
    return attemptIds.filter((attemptId) => this.#byAttemptId.has(attemptId));
  }

  delete(attemptId: string): void {
    this.#byAttemptId.delete(attemptId);
  }
}

/** The open attempts of a note. */
function attemptsIn(text: string): readonly SentCreate[] {
  const open = new Map<string, SentCreate>();
  for (const line of text.split("\n")) {
    const entry = parsed(line);
    if (entry === undefined) continue;
    if ("closed" in entry) open.delete(entry.closed);
    else if ("answered" in entry) {
      const attempt = open.get(entry.answered);
      if (attempt) open.set(attempt.attemptId, { ...attempt, id: entry.id });
    } else open.set(entry.attemptId, entry);
  }
  return [...open.values()];
}

type AttemptEntry =
  | SentCreate
  | { readonly closed: string }
  | { readonly answered: string; readonly id: string };

/** A killed process may have written only a part of the last line. */
function parsed(line: string): AttemptEntry | undefined {
  if (line === "") return undefined;
  try {
    const entry = JSON.parse(line) as Partial<SentCreate & { closed: string; answered: string }>;
    const isEntry = [entry.attemptId, entry.closed, entry.answered].some((name) => typeof name === "string");
    return isEntry ? (entry as AttemptEntry) : undefined;
  } catch {
    return undefined;
  }
}
