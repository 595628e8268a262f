import { DocsformError } from "../../model/errors.ts";

/**
 * Waits for what others may wait for too, until the signal aborts: then it rejects, and what was waited for goes on.
 */
export function untilAborted<T>(signal: AbortSignal, shared: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(abortedError(signal));
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

/** Why a signal aborted, for people: a time limit says so itself, and else it was Terraform. */
export function abortedError(signal: AbortSignal): DocsformError {
  const reason: unknown = signal.reason;
  if (reason instanceof DocsformError) return reason;
  return new DocsformError(
    "terraform/interrupted",
    "Terraform was interrupted before the service answered.",
    {
      remedy: "Run the command again.",
      cause: reason,
    },
  );
}
