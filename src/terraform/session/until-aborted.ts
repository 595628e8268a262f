import { fail } from "../../model/codes/provider-words.ts";
import { DocsformError } from "../../model/errors.ts";

/** Waits for a shared promise until the signal aborts. Then it rejects, and the shared work continues. */
export function untilAborted<T>(signal: AbortSignal, shared: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(abortedError(signal));
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

/** The reason for an abort. A time limit brings its own error. Any other abort comes from Terraform. */
export function abortedError(signal: AbortSignal): DocsformError {
  const reason: unknown = signal.reason;
  if (reason instanceof DocsformError) return reason;
  return fail("terraform/interrupted", {}, { cause: reason });
}
