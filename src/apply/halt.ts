import { DocsformError } from "../model/errors.ts";
import type { ApplyRuntime } from "./runtime.ts";

/** Ends a run that nobody told to stop, but that is not to go on: it begins nothing more, and finishes what is under way. */
export interface Halt {
  /** Aborts with the reason, and when the run is told to stop. */
  readonly signal: AbortSignal;
  /** The first reason counts. */
  end(reason: DocsformError): void;
  /** Absent: the run was not ended, or was told to stop. */
  readonly reason: DocsformError | undefined;
}

export function haltOf(stop: AbortSignal | undefined): Halt {
  const controller = new AbortController();
  const signal = AbortSignal.any(stop === undefined ? [controller.signal] : [stop, controller.signal]);
  return {
    signal,
    end: (reason) => controller.abort(reason),
    get reason() {
      return reasonOf(signal);
    },
  };
}

/** Why a run was ended, other than that somebody told it to stop: a signal may say so itself. */
export function reasonOf({ aborted, reason }: AbortSignal): DocsformError | undefined {
  return aborted && reason instanceof DocsformError ? reason : undefined;
}

/** Whether the run may begin something more. */
export function mayContinue({ isAlone }: Pick<ApplyRuntime, "isAlone">, halt: Halt): boolean {
  if (!isAlone()) halt.end(lockLost());
  return !halt.signal.aborted;
}

/** The error of a run whose lock another one has. */
export function lockLost(): DocsformError {
  return new DocsformError(
    "run/lock-lost",
    "Another run has the lock of this layout, or a person released the lock. This run starts no more steps, and leaves the state and the journal to the other run.",
    { remedy: "Plan again when the other run has ended." },
  );
}
