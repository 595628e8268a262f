import { fail } from "../../model/codes/start-words.ts";
import type { Emit } from "../../report/events/events.ts";
import { failureOf } from "../../report/failure.ts";
import type { Invocation } from "../command-context.ts";
import { codeOfIncompleteOutput, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import type { EventSettings, OutputSettings } from "../option-table.ts";
import { renderFailedOutput } from "../render/render-failure.ts";
import { type EventStream, openEvents } from "./event-stream.ts";

/** A run that `--events` follows. */
interface Followed extends Invocation {
  readonly settings: Pick<OutputSettings, "json"> & EventSettings;
}

/** Runs `work`, and writes its events to `--events`. A failed write does not stop the work: docsform reports it at the end. */
export async function streamRunEvents(
  io: Io,
  { settings, command, version, codeOf }: Followed,
  work: (io: Io, emit: Emit) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { events, json } = settings;
  if (events === "-" && json === true) throw fail("cli/wrong-usage", { case: "stdout" });
  const stream = openEvents(io, events);
  stream.emit({ kind: "run-started", command, version });
  try {
    const workCode = await work(events === "-" ? { ...io, stdout: io.stderr } : io, stream.emit);
    const code = io.unprinted?.() === undefined ? workCode : codeOfIncompleteOutput(workCode);
    stream.emit({ kind: "run-ended", exitCode: code });
    return reportLostEvents(io, stream) ? codeOfIncompleteOutput(code) : code;
  } catch (error) {
    stream.emit({ kind: "run-ended", exitCode: codeOf(error), error: failureOf(error) });
    reportLostEvents(io, stream);
    throw error;
  }
}

/** Reports a failed write. Returns whether events are missing. */
function reportLostEvents({ stderr }: Io, stream: EventStream): boolean {
  const failure = stream.close();
  if (failure === undefined) return false;
  stderr(renderFailedOutput("some events were not written", failure));
  return true;
}
