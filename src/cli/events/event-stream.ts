import { DocsformError } from "../../model/errors.ts";
import type { Emit } from "../../report/events/events.ts";
import { lineOf } from "../../report/events/line.ts";
import type { Io } from "../io.ts";
import { refuseOtherFile } from "../outputs/output-files.ts";

export interface EventStream {
  readonly emit: Emit;
  /** Returns the error if writing failed. Later events were then not written. */
  close(): DocsformError | undefined;
}

/** Opens the file of `--events`. `-` is stdout. Throws if it is not writable, or contains something other than events. */
export function openEvents({ files, stdout, clock }: Io, to: string | undefined): EventStream {
  if (to === undefined) return { emit: () => {}, close: () => undefined };
  if (to === "-") return { emit: (event) => stdout(lineOf(event, clock.now())), close: () => undefined };
  refuseOtherFile(files, to, "events");
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
