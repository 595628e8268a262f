/**
 * A create that was sent: kept until Terraform is seen to know the object, so that a process that was killed, before it heard
 * the answer or before Terraform did, leaves a trace of it.
 */
export interface Intent {
  readonly intent: string;
  readonly type: string;
  readonly scopeId?: string;
  /** Hash of the birth key. */
  readonly key: string;
  /** Objects with the same birth key that were there before. */
  readonly knownIds: readonly string[];
  /** The object that it made, where the answer came. */
  readonly id?: string;
}

/** Remembers creates across processes. */
export interface IntentLog {
  /** Creates of earlier processes of which nobody knows what became, of this type, scope and birth key. */
  lost(type: string, scopeId: string | undefined, key: string): readonly Intent[];
  open(intent: Intent): void;
  /** The answer came; whether Terraform heard of it is not known yet. */
  answered(intent: string, id: string): void;
  /** Terraform has the object in its state: its create is over. */
  confirm(type: string, id: string): void;
  close(intent: string): void;
  /** Terraform has heard every answer of this process. */
  settle(): void;
}

/** A file that is only ever added to. */
export interface AppendOnlyFile {
  read(): string | undefined;
  /** Adds a line, and makes sure that it survives the process. */
  append(line: string): void;
}

/** A log of creates in a file. Without a file nothing is remembered, and nothing fails. */
export function createIntentLog(file: AppendOnlyFile | undefined): IntentLog {
  let earlier: Map<string, Intent> | undefined;
  const load = (): Map<string, Intent> => (earlier ??= unresolvedIn(file?.read() ?? ""));
  const untold = new Set<string>();
  return {
    lost: (type, scopeId, key) =>
      [...load().values()].filter(
        (intent) => intent.type === type && intent.scopeId === scopeId && intent.key === key,
      ),
    open: (intent) => {
      load();
      file?.append(JSON.stringify(intent));
    },
    answered: (intent, id) => {
      untold.add(intent);
      file?.append(JSON.stringify({ answered: intent, id }));
    },
    confirm: (type, id) => {
      for (const intent of load().values()) {
        if (intent.id !== id || intent.type !== type) continue;
        load().delete(intent.intent);
        file?.append(JSON.stringify({ closed: intent.intent }));
      }
    },
    close: (intent) => {
      load().delete(intent);
      file?.append(JSON.stringify({ closed: intent }));
    },
    settle: () => {
      for (const intent of untold) file?.append(JSON.stringify({ closed: intent }));
      untold.clear();
    },
  };
}

const closedLine = /^\{"closed":"([^"\\]*)"\}$/gm;
const lineOfIntent = /^\{"(?:intent|answered|closed)":"([^"\\]*)"/;

function unresolvedIn(text: string): Map<string, Intent> {
  const open = new Map<string, Intent>();
  // The file only grows, and nearly all that it tells of is over: that need not be parsed.
  const over = new Set(Array.from(text.matchAll(closedLine), ([, intent]) => intent));
  for (const line of text.split("\n")) {
    const intent = lineOfIntent.exec(line)?.[1];
    if (intent !== undefined && over.has(intent)) continue;
    const entry = parsed(line);
    if (entry === undefined) continue;
    if ("closed" in entry) open.delete(entry.closed);
    else if ("answered" in entry) {
      const intent = open.get(entry.answered);
      if (intent) open.set(intent.intent, { ...intent, id: entry.id });
    } else open.set(entry.intent, entry);
  }
  return open;
}

type Entry = Intent | { readonly closed: string } | { readonly answered: string; readonly id: string };

/** The last line of a killed process may be cut off. */
function parsed(line: string): Entry | undefined {
  try {
    const entry = JSON.parse(line) as Partial<Intent & { closed: string; answered: string }>;
    const isEntry = [entry.intent, entry.closed, entry.answered].some((name) => typeof name === "string");
    return isEntry ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}
