import { DocsformError } from "../../model/errors.ts";
import type { Invocation } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { failureOf } from "../render/failure.ts";
import type { EventSettings, OutputSettings } from "../settings.ts";
import { type Emit, type EventStream, openEvents } from "./event-stream.ts";

/** A run that is followed. */
interface Followed extends Invocation {
  readonly settings: Pick<OutputSettings, "json"> & EventSettings;
}

/** Works, and writes what happens to where `--events` says. Work is not held up by what cannot be written: that is told at its end. */
export async function followRun(
  io: Io,
  { settings, command, version, codeOf }: Followed,
  work: (io: Io, emit: Emit) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { events, json } = settings;
  if (events === "-" && json === true) throw bothOnStdout();
  const stream = openEvents(io, events);
  stream.emit({ kind: "run-started", command, version });
  try {
    const code = await work(events === "-" ? { ...io, stdout: io.stderr } : io, stream.emit);
    stream.emit({ kind: "run-ended", exitCode: code });
    return tellLost(io, stream) && isGood(code) ? exitCodes.error : code;
  } catch (error) {
    stream.emit({ kind: "run-ended", exitCode: codeOf(error), error: failureOf(error) });
    tellLost(io, stream);
    throw error;
  }
}

/** Whether events are missing. */
function tellLost({ stderr }: Io, stream: EventStream): boolean {
  const failure = stream.close();
  if (failure === undefined) return false;
  const { message, code, remedy = "" } = failure;
  stderr(
    `Error: Not every event was written: ${message} [${code}]\n  ${remedy} Nothing else was held up by it.\n`,
  );
  return true;
}

function isGood(code: ExitCode): boolean {
  return code === exitCodes.done || code === exitCodes.changesPending;
}

function bothOnStdout(): DocsformError {
  return new DocsformError("cli/wrong-usage", "--json and --events - would both write to stdout.", {
    remedy: "Name a file for the events: --events events.ndjson.",
  });
}
