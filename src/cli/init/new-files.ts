import { fail } from "../../model/codes/command-words.ts";
import { durableFiles } from "../../state/durable-file.ts";
import { endedAtQuestion } from "../ended-at-question.ts";
import type { Files } from "../files.ts";
import type { Io } from "../io.ts";

export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** Throws if one of these files already exists. */
export function refuseWhatIsThere(files: Files, paths: readonly string[]): void {
  const there = paths.filter((path) => files.read(path) !== undefined);
  if (there.length === 0) return;
  throw fail(
    "cli/file-exists",
    there.length === 1 ? { case: "one", path: there } : { case: "several", paths: there.join(" and ") },
  );
}

/** Writes all of the files or none: if a write fails, it undoes the earlier ones. */
export function writeTogether(
  { files, signal }: Pick<Io, "files" | "signal">,
  all: readonly NewFile[],
): void {
  for (const { path } of all) files.tryWriting(path);
  // Nothing below waits, so an interrupt cannot stop it halfway.
  if (signal.aborted) throw endedAtQuestion();
  const before = all.map(({ path }) => ({ path, text: files.read(path) }));
  let written = 0;
  try {
    for (const { path, text } of all) {
      files.write(path, text);
      written += 1;
    }
  } catch (error) {
    for (const { path, text } of before.slice(0, written)) restoreFile(files, path, text);
    throw error;
  }
}

function restoreFile(files: Files, path: string, text: string | undefined): void {
  if (text !== undefined) files.write(path, text);
  else durableFiles(files.system).remove(files.full(path));
}
