import { resolve } from "node:path";
import type { JournalLine, JournalStore } from "../engine/apply/journal.ts";
import { fail } from "../model/codes/plan-words.ts";
import type { DocsformError } from "../model/errors.ts";
import { present } from "../util/present.ts";
import type { DurableFiles } from "./durable-file.ts";
import { groupCommit } from "./group-commit.ts";
import {
  headText,
  type JournalHead,
  type JournalRead,
  journalText,
  journalVersion,
  readJournalText,
  renamedHead,
} from "./journal-text.ts";
import { refuseOtherSource } from "./other-source.ts";
import type { StatePlaces } from "./state-places.ts";

/** The journal of interrupted runs. */
interface FoundJournal {
  readonly lines: readonly JournalLine[];
  /** The last action of the last run is unknown. */
  readonly isCut: boolean;
}

/** Reads the layout's journal. Throws if it belongs to another layout, or has lines that cannot be read. */
export function readJournal(files: DurableFiles, folder: string, places: StatePlaces): FoundJournal {
  const own = ownJournal(files, folder, places);
  if (own.damaged > 0) throw damagedJournal(places.journal, own.damaged);
  return { lines: own.lines, isCut: own.isCut };
}

function textAt(files: DurableFiles, folder: string, path: string): string {
  return files.text(resolve(folder, path)) ?? "";
}

/** Reads the layout's journal. Throws if the file is no journal, or belongs to another layout. */
function ownJournal(files: DurableFiles, folder: string, places: StatePlaces): JournalRead {
  const { layout, journal } = places;
  const own = readJournalText(textAt(files, folder, journal));
  // A file that docsform did not write must not be read as a journal, because the end of a run removes the journal.
  if (!own.isJournal) throw noJournal(journal);
  refuseOtherVersions(own, journal);
  const stranger = own.layouts.find((head) => head.layout !== layout);
  if (stranger !== undefined) throw ofAnother(journal, stranger.layout, layout);
  for (const head of own.layouts)
    refuseOtherSource(files, folder, { path: journal, what: "journal" }, head, places);
  return own;
}

/** The readable lines of a journal, and the number of the others. */
export interface ReadableJournal {
  readonly lines: readonly JournalLine[];
  readonly dropped: number;
}

/** Returns the readable lines of the layout's journal. Throws if the file is no journal, or belongs to another layout. */
export function readableJournal(files: DurableFiles, folder: string, places: StatePlaces): ReadableJournal {
  const { lines, damaged, isCut } = ownJournal(files, folder, places);
  return { lines, dropped: damaged + (isCut ? 1 : 0) };
}

/** Writes the layout's journal again, without the lines that cannot be read. */
export function putJournal(
  files: DurableFiles,
  folder: string,
  places: StatePlaces,
  { lines, dropped }: ReadableJournal,
): void {
  if (dropped === 0) return;
  const path = resolve(folder, places.journal);
  const [first] = lines;
  if (first === undefined) return files.remove(path);
  const { layout, source, environment } = places;
  const head = { layout, ...present({ source, environment }), run: first.run, at: first.at };
  files.replace(path, headText(head) + journalText(lines));
}

/** Moves a layout's journal to the path of the renamed layout's journal. Only the layout in its heads changes. */
export function renameJournal(
  files: DurableFiles,
  folder: string,
  from: { readonly path: string; readonly layout: string },
  places: StatePlaces,
): void {
  const text = textAt(files, folder, from.path);
  if (text === "") return;
  const read = readJournalText(text);
  const isHere = from.path === places.journal;
  // The journal at the layout's own path can belong to another layout, or have the new name already.
  if (isHere && !read.layouts.every(({ layout }) => layout === from.layout)) return;
  if (!isHere && textAt(files, folder, places.journal) !== "") throw thereAlready(places.journal);
  refuseOtherVersions(read, from.path);
  const lines = text.split("\n").map((line) => renamedHead(line, places));
  files.replace(resolve(folder, places.journal), lines.join("\n"));
  if (!isHere) files.remove(resolve(folder, from.path));
}

function thereAlready(path: string): DocsformError {
  return fail("state/already-exists", { case: "journal", path });
}

function damagedJournal(path: string, lines: number): DocsformError {
  return fail(
    "apply/damaged-journal",
    lines === 1 ? { case: "one", path } : { case: "several", path, lines },
  );
}

/** Throws if another version of docsform wrote the journal. */
function refuseOtherVersions({ otherVersions }: JournalRead, path: string): void {
  if (otherVersions.length === 0) return;
  const [found] = otherVersions;
  const facts = { path, version: journalVersion };
  throw fail(
    "apply/journal-version",
    typeof found === "number" ? { case: "other", found, ...facts } : { case: "unknown", ...facts },
  );
}

function noJournal(path: string): DocsformError {
  return fail("apply/bad-journal", { path });
}

function ofAnother(path: string, stranger: string, layout: string): DocsformError {
  return fail("apply/journal-of-another-layout", { case: "name", path, other: stranger, layout });
}

/** Opens the journal for writing. */
export function openJournal(
  files: DurableFiles,
  file: string,
  head: JournalHead,
): { readonly store: JournalStore; readonly close: () => void } {
  const tail = files.tail(file);
  const disk = groupCommit((text) => tail.append(text));
  let isHeaded = false;
  const textOf = (lines: readonly JournalLine[]) => {
    const start = isHeaded ? "" : `${startAfter(files.text(file) ?? "")}${headText(head)}`;
    isHeaded = true;
    return start + journalText(lines);
  };
  return {
    store: {
      append: (lines) => disk.append(textOf(lines)),
      note: (lines) => tail.note(textOf(lines)),
      clear: async () => {
        // A line that reached the disk after the file was removed would look like the line of an interrupted run.
        await disk.idle();
        tail.close();
        files.remove(file);
        isHeaded = false;
      },
    },
    close: () => tail.close(),
  };
}

/** A line break if an earlier run left an incomplete line, so that the next run starts in a new line. */
function startAfter(text: string): string {
  return text === "" || text.endsWith("\n") ? "" : "\n";
}
