import { type ObjectKey, objectKey } from "../../model/object-key.ts";
import { once } from "../../model/once.ts";

/**
 * A create that was sent. It is remembered on disk until Terraform is seen to know the object: the process may be killed before
 * it hears the answer, or before Terraform does.
 */
export interface SentCreate {
  /** The id of the attempt, as notes name it; `id` is the object's. */
  readonly attemptId: string;
  readonly type: string;
  readonly scopeId?: string;
  /** Hash of the create key. */
  readonly key: string;
  /** Objects with the same create key that were there before it. */
  readonly knownIds: readonly string[];
  /** The object that it made, where the answer came. */
  readonly id?: string;
}

/** Remembers creates across processes. */
export interface AttemptedCreates {
  /** Creates of earlier processes of which nobody knows what became, of this type, scope and create key. */
  lost(type: string, scopeId: string | undefined, key: string): readonly SentCreate[];
  open(attempt: SentCreate): void;
  /** The answer came; whether Terraform heard of it is not known yet. */
  answered(attemptId: string, id: string): void;
  /** Terraform has the object in its state: its create is over. */
  confirm(type: string, id: string): void;
  close(attemptId: string): void;
  /** Terraform has heard every answer of this process. */
  confirmAll(): void;
}

/** Notes by name, each apart from the others, so that several processes can keep them at once. */
export interface Notes {
  /** The text of every note that is there. */
  read(): readonly string[];
  /** Adds a line to a note, and makes sure that it survives the process. */
  add(name: string, line: string): void;
  remove(name: string): void;
}

/** Attempted creates in notes, one for each that is not over. Without notes nothing is remembered, and nothing fails. */
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
      // What this process opens is not of an earlier one.
      load();
      notes?.add(attempt.attemptId, JSON.stringify(attempt));
    },
    answered: (attemptId, id) => {
      unconfirmed.add(attemptId);
      try {
        notes?.add(attemptId, JSON.stringify({ answered: attemptId, id }));
      } catch {
        // The object is there. A next process that has to looks for it, as if the answer had not come.
      }
    },
    confirm: (type, id) => load().thatMade(type, id).forEach(close),
    close,
    confirmAll: () => {
      for (const attemptId of unconfirmed) notes?.remove(attemptId);
      unconfirmed.clear();
    },
  };
}

/** What earlier processes left open. */
class EarlierAttempts {
  readonly #byIntent = new Map<string, SentCreate>();
  readonly #byObject = new Map<ObjectKey, string[]>();

  constructor(texts: readonly string[]) {
    for (const text of texts)
      for (const attempt of attemptsIn(text)) this.#byIntent.set(attempt.attemptId, attempt);
    for (const { attemptId, type, id } of this.#byIntent.values()) {
      if (id === undefined) continue;
      const key = objectKey(type, id);
      this.#byObject.set(key, [...(this.#byObject.get(key) ?? []), attemptId]);
    }
  }

  alike(type: string, scopeId: string | undefined, key: string): readonly SentCreate[] {
    return [...this.#byIntent.values()].filter(
      (attempt) => attempt.type === type && attempt.scopeId === scopeId && attempt.key === key,
    );
  }

  /** Those that made this object. */
  thatMade(type: string, id: string): readonly string[] {
    if (this.#byObject.size === 0) return [];
    const intents = this.#byObject.get(objectKey(type, id)) ?? [];
    return intents.filter((attemptId) => this.#byIntent.has(attemptId));
  }

  delete(attemptId: string): void {
    this.#byIntent.delete(attemptId);
  }
}

/** The attempts of a note that are not over. */
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

/** The last line of a killed process may be cut off. */
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
