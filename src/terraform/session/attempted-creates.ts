/**
 * A create that was sent. It is remembered on disk until Terraform is seen to know the object: the process may be killed before
 * it hears the answer, or before Terraform does.
 */
export interface AttemptedCreate {
  /** Its id. */
  readonly intent: string;
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
  lost(type: string, scopeId: string | undefined, key: string): readonly AttemptedCreate[];
  open(attempt: AttemptedCreate): void;
  /** The answer came; whether Terraform heard of it is not known yet. */
  answered(intent: string, id: string): void;
  /** Terraform has the object in its state: its create is over. */
  confirm(type: string, id: string): void;
  close(intent: string): void;
  /** Terraform has heard every answer of this process. */
  confirmAll(): void;
}

/** A file that is only ever added to. */
export interface AppendOnlyFile {
  read(): string | undefined;
  /** Adds a line, and makes sure that it survives the process. */
  append(line: string): void;
}

/** Attempted creates in a file. Without a file nothing is remembered, and nothing fails. */
export function openAttemptedCreates(file: AppendOnlyFile | undefined): AttemptedCreates {
  let earlier: Map<string, AttemptedCreate> | undefined;
  const load = (): Map<string, AttemptedCreate> => (earlier ??= unresolvedIn(file?.read() ?? ""));
  const unconfirmed = new Set<string>();
  return {
    lost: (type, scopeId, key) =>
      [...load().values()].filter(
        (attempt) => attempt.type === type && attempt.scopeId === scopeId && attempt.key === key,
      ),
    open: (attempt) => {
      load();
      file?.append(JSON.stringify(attempt));
    },
    answered: (intent, id) => {
      unconfirmed.add(intent);
      file?.append(JSON.stringify({ answered: intent, id }));
    },
    confirm: (type, id) => {
      for (const attempt of load().values()) {
        if (attempt.id !== id || attempt.type !== type) continue;
        load().delete(attempt.intent);
        file?.append(JSON.stringify({ closed: attempt.intent }));
      }
    },
    close: (intent) => {
      load().delete(intent);
      file?.append(JSON.stringify({ closed: intent }));
    },
    confirmAll: () => {
      for (const intent of unconfirmed) file?.append(JSON.stringify({ closed: intent }));
      unconfirmed.clear();
    },
  };
}

const closedLine = /^\{"closed":"([^"\\]*)"\}$/gm;
const lineOfAttempt = /^\{"(?:intent|answered|closed)":"([^"\\]*)"/;

function unresolvedIn(text: string): Map<string, AttemptedCreate> {
  const open = new Map<string, AttemptedCreate>();
  // The file only grows, and nearly all that it tells of is over: that need not be parsed.
  const over = new Set(Array.from(text.matchAll(closedLine), ([, intent]) => intent));
  for (const line of text.split("\n")) {
    const intent = lineOfAttempt.exec(line)?.[1];
    if (intent !== undefined && over.has(intent)) continue;
    const entry = parsed(line);
    if (entry === undefined) continue;
    if ("closed" in entry) open.delete(entry.closed);
    else if ("answered" in entry) {
      const attempt = open.get(entry.answered);
      if (attempt) open.set(attempt.intent, { ...attempt, id: entry.id });
    } else open.set(entry.intent, entry);
  }
  return open;
}

type Entry =
  | AttemptedCreate
  | { readonly closed: string }
  | { readonly answered: string; readonly id: string };

/** The last line of a killed process may be cut off. */
function parsed(line: string): Entry | undefined {
  try {
    const entry = JSON.parse(line) as Partial<AttemptedCreate & { closed: string; answered: string }>;
    const isEntry = [entry.intent, entry.closed, entry.answered].some((name) => typeof name === "string");
    return isEntry ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}
