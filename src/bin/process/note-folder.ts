import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { DocsformError } from "../../model/errors.ts";
import { attemptsIn, type Notes } from "../../terraform/session/attempted-creates.ts";

const ending = ".jsonl";

/** Notes as files of a folder. What is older than `keptMs` is removed when the folder is read. */
export function noteFolder(folder: string, keptMs = Number.POSITIVE_INFINITY): Notes {
  const pathOf = (name: string): string => join(folder, `${name}${ending}`);
  return {
    read: () => (isFolder(folder) ? notesIn(folder, keptMs) : []),
    add: (name, line) => {
      try {
        mkdirSync(folder, { recursive: true });
        appendFileSync(pathOf(name), `${line}\n`, { mode: 0o600 });
      } catch (error) {
        throw notNoted(folder, error);
      }
    },
    // What cannot be removed is read once more, and found to be over.
    remove: (name) => ignoringFaults(() => rmSync(pathOf(name), { force: true })),
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function notesIn(folder: string, keptMs: number): readonly string[] {
  const oldest = Date.now() - keptMs;
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .flatMap((file) => {
      const path = join(folder, file);
      try {
        if (statSync(path).mtimeMs >= oldest) return [readFileSync(path, "utf8")];
        rmSync(path, { force: true });
      } catch {
        // Another process has removed it.
      }
      return [];
    });
}

/** The notes of attempted creates, with those of the one file in which they were before. */
export function attemptFolder(dataFolder: string): Notes {
  const notes = noteFolder(join(dataFolder, "docsform-creates"));
  return {
    ...notes,
    read: () => {
      takeOver(join(dataFolder, "docsform-creates.jsonl"), notes);
      return notes.read();
    },
  };
}

function takeOver(path: string, notes: Notes): void {
  if (!existsSync(path)) return;
  for (const attempt of attemptsIn(linesOf(path))) notes.add(attempt.intent, JSON.stringify(attempt));
  ignoringFaults(() => rmSync(path, { force: true }));
}

/** The lines of a file of any size: one that is too long to be one text as well. */
function* linesOf(path: string): Generator<string> {
  const descriptor = openSync(path, "r");
  const chunk = Buffer.alloc(1 << 20);
  try {
    let rest: Buffer = Buffer.alloc(0);
    for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk)) {
      rest = Buffer.concat([rest, chunk.subarray(0, length)]);
      const end = rest.lastIndexOf("\n");
      if (end < 0) continue;
      yield* rest.toString("utf8", 0, end).split("\n");
      rest = rest.subarray(end + 1);
    }
    yield rest.toString("utf8");
  } finally {
    closeSync(descriptor);
  }
}

function notNoted(folder: string, cause: unknown): DocsformError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new DocsformError(
    "terraform/not-noted",
    `Nothing was sent: what is to be created cannot be noted (${why}).`,
    {
      remedy: `Make ${folder} a folder that can be written, or give Terraform another one with TF_DATA_DIR.`,
      cause,
    },
  );
}

function ignoringFaults(run: () => void): void {
  try {
    run();
  } catch {
    // Nothing depends on it.
  }
}
