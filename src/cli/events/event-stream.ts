import { DocsformError } from "../../model/errors.ts";
import type { Emit } from "../../report/events/events.ts";
import { lineOf } from "../../report/events/line.ts";
import { explained } from "../../state/file-error.ts";
import { fail } from "../fail-at-start.ts";
import type { Files } from "../files.ts";
import type { Io } from "../io.ts";

export interface EventStream {
  readonly emit: Emit;
  /** Returns the error if writing failed. Later events were then not written. */
  close(): DocsformError | undefined;
}

/** Opens the file of `--events`. `-` is stdout. Throws if it is not writable, or contains something other than events. */
export function openEvents({ files, stdout, clock }: Io, to: string | undefined): EventStream {
  if (to === undefined) return { emit: () => {}, close: () => undefined };
  if (to === "-") return { emit: (event) => stdout(lineOf(event, clock.now())), close: () => undefined };
  refuseOtherFile(files, to);
  files.uses.write(to, "--events");
  const file = files.lines(to);
  let failure: DocsformError | undefined;
  return {
    emit: (event) => {
      if (failure !== undefined) return;
      try {
        file.write(lineOf(event, clock.now()));
      } catch (error) {
        if (!(error instanceof DocsformError)) throw error;
        failure = error;
      }
    },
    close: () => {
      file.close();
      return failure;
    },
  };
}

/** Refuses a file with other contents: a user may omit the file's name, so that the option takes the layout's. */
function refuseOtherFile(files: Files, path: string): void {
  // Reading a pipe would block.
  const { system } = files;
  const found = explained(path, "written", () =>
    system.lstatSync(files.full(path), { throwIfNoEntry: false }),
  );
  if (found?.isFile() !== true) return;
  const there = files.read(path) ?? "";
  if (there === "" || there.startsWith('{"formatVersion":')) return;
  throw fail("cli/not-events", { path });
}
