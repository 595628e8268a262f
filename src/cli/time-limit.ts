import { fail } from "../model/codes/start-words.ts";
import { DocsformError } from "../model/errors.ts";
import type { Io } from "./io.ts";

/**
 * Runs `work` with a process whose signal aborts when the time is over, whatever `work` waits for. As after an interrupt, it waits for
 * calls in flight and saves their results.
 */
export async function withinTime<Result>(
  io: Io,
  seconds: number | undefined,
  work: (io: Io) => Promise<Result>,
): Promise<Result> {
  if (seconds === undefined) return await work(io);
  const finished = new AbortController();
  const over = new AbortController();
  io.clock.sleep(seconds * 1000, finished.signal).then(
    () => over.abort(timeIsOver(seconds)),
    () => undefined,
  );
  try {
    return await work({ ...io, signal: AbortSignal.any([io.signal, over.signal]), ...askingUntil(io, over) });
  } catch (error) {
    throw over.signal.aborted && isInterruption(error) ? over.signal.reason : error;
  } finally {
    finished.abort();
  }
}

function askingUntil({ ask }: Io, { signal }: AbortController): Pick<Io, "ask"> {
  return ask === undefined ? {} : { ask: (question) => ask(question, signal) };
}

function isInterruption(error: unknown): boolean {
  return error instanceof DocsformError && ["http/interrupted", "cli/interrupted"].includes(error.code);
}

function timeIsOver(seconds: number): DocsformError {
  return fail("run/timeout", { seconds });
}
