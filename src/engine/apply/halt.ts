import { fail } from "../../model/codes/service-words.ts";
import { DocsformError } from "../../model/errors.ts";
import type { ApplyRuntime } from "./runtime.ts";

/** Stops a run for a reason of its own. The run starts nothing new, and finishes what is under way. */
export interface Halt {
  /** Aborts with the reason, and also when the caller stops the run. */
  readonly signal: AbortSignal;
  /** Stops the run. The first reason counts. */
  end(reason: DocsformError): void;
  /** Absent: the run was not stopped, or its caller stopped it without an error. */
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

/** The error for which a run was stopped. The caller's signal may contain one too. Undefined: there is none. */
export function reasonOf({ aborted, reason }: AbortSignal): DocsformError | undefined {
  return aborted && reason instanceof DocsformError ? reason : undefined;
}

/** Whether the run may start another node. */
export function mayContinue({ isAlone }: Pick<ApplyRuntime, "isAlone">, halt: Halt): boolean {
  if (!isAlone()) halt.end(lockLost());
  return !halt.signal.aborted;
}

/** The error of a run that has lost its lock. */
export function lockLost(): DocsformError {
  return fail("run/lock-lost");
}
