import { resolve } from "node:path";
import type { JournalLine, JournalStore } from "../../apply/journal.ts";
import type { Address } from "../../model/address.ts";
import { DocsformError } from "../../model/errors.ts";
import type { DurableFiles } from "./durable-file.ts";
import { groupCommit } from "./group-commit.ts";
import {
  headText,
  type JournalHead,
  journalText,
  layoutsIn,
  looksLikeJournal,
  parseJournal,
} from "./journal-text.ts";
import { refuseOtherSource } from "./other-source.ts";
import type { Places } from "./places.ts";

/** What interrupted runs left, and whether some of it is where version 1 kept it. */
interface FoundJournal {
  readonly lines: readonly JournalLine[];
  readonly isFormer: boolean;
}

/** Throws for the journal of another layout. What names no layout is this one's where it knows all that stands in it. */
export function readJournal(
  files: DurableFiles,
  folder: string,
  places: Places,
  isKnown: (address: Address) => boolean,
): FoundJournal {
  const { layout, journal, former } = places;
  const text = (path: string) => files.text(resolve(folder, path)) ?? "";
  const own = text(journal);
  // When nothing in it is needed any more, it is removed.
  if (!looksLikeJournal(own)) throw noJournal(journal);
  const heads = layoutsIn(own);
  const stranger = heads.find((head) => head.layout !== layout);
  if (stranger !== undefined) throw ofAnother(journal, stranger.layout, layout);
  for (const head of heads)
    refuseOtherSource(files, folder, { path: journal, what: "journal" }, head, places);
  const formerText = former === undefined || former.journal === journal ? "" : text(former.journal);
  const isOthers = layoutsIn(formerText).some((head) => head.layout !== layout);
  const before = isOthers ? [] : parseJournal(formerText);
  const isFormer = before.length > 0 && before.every((line) => !("address" in line) || isKnown(line.address));
  return { lines: [...(isFormer ? before : []), ...parseJournal(own)], isFormer };
}

function noJournal(path: string): DocsformError {
  return new DocsformError("apply/bad-journal", `${path} is not a journal of docsform.`, {
    remedy: "Give the journal another file, which docsform makes and removes itself.",
  });
}

function ofAnother(path: string, stranger: string, layout: string): DocsformError {
  return new DocsformError(
    "apply/journal-of-another-layout",
    `${path} is the journal of the layout ${stranger}, and this is ${layout}.`,
    { remedy: "Give each layout a journal of its own." },
  );
}

/** The journal for writing. `onClear` is called when nothing in it is needed any more. */
export function openJournal(
  files: DurableFiles,
  file: string,
  head: JournalHead,
  onClear: () => void,
): { readonly store: JournalStore; readonly close: () => void } {
  const tail = files.tail(file);
  const disk = groupCommit((text) => tail.append(text));
  let isHeaded = false;
  const textOf = (lines: readonly JournalLine[]) => {
    const text = `${isHeaded ? "" : headText(head)}${journalText(lines)}`;
    isHeaded = true;
    return text;
  };
  return {
    store: {
      append: (lines) => disk.append(textOf(lines)),
      note: (lines) => tail.note(textOf(lines)),
      clear: async () => {
        // A line that reached the disk after the file was cleared would be taken for one of an interrupted run.
        await disk.idle();
        tail.close();
        files.remove(file);
        isHeaded = false;
        onClear();
      },
    },
    close: () => tail.close(),
  };
}
