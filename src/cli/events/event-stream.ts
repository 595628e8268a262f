import { DocsformError } from "../../model/errors.ts";
import { explained } from "../../reconcile/disk/file-error.ts";
import type { Files } from "../files.ts";
import type { Io } from "../io.ts";
import type { RunEvent } from "./events.ts";
import { lineOf } from "./line.ts";

/** Tells what happens to whoever follows the run. Never throws. */
export type Emit = (event: RunEvent) => void;

/** Where events go. */
export interface EventStream {
  readonly emit: Emit;
  /** Gives what stood against writing, if anything did: what came after that was not written. */
  close(): DocsformError | undefined;
}

/** Opens what `--events` names; - is stdout. Throws where it cannot be written, or holds something else. */
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

/** Somebody may forget the file's name and so give the layout's: a file of other contents is not written to. */
function refuseOtherFile(files: Files, path: string): void {
  // A pipe would be waited for.
  const { system } = files;
  const found = explained(path, "written", () =>
    system.lstatSync(files.full(path), { throwIfNoEntry: false }),
  );
  if (found?.isFile() !== true) return;
  const there = files.read(path) ?? "";
  if (there === "" || there.startsWith('{"formatVersion":')) return;
  throw new DocsformError("cli/not-events", `${path} exists and contains no events.`, {
    remedy: "Name another file, such as --events events.ndjson, or remove that one.",
  });
}
