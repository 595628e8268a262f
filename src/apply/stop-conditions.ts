import { DocsformError } from "../model/errors.ts";
import { progressLimits } from "../model/time-limits.ts";
import type { Halt } from "./halt.ts";
import type { ApplyRuntime } from "./runtime.ts";

/** The client of a run that ends when going on would be for nothing: once the token is refused, or nothing has succeeded for long. */
export interface Watched {
  readonly client: ApplyRuntime["client"];
  /** Works while it is looked at whether anything succeeds. */
  during(work: () => Promise<void>): Promise<void>;
}

export function watchProgress(
  { client, clock }: Pick<ApplyRuntime, "client" | "clock">,
  halt: Halt,
): Watched {
  let succeededAt = clock.now();
  const look = () => {
    if (clock.now() - succeededAt >= progressLimits.mostMs) halt.end(withoutProgress());
  };
  const watched = async <Result>(answer: Promise<Result>): Promise<Result> => {
    try {
      const result = await answer;
      succeededAt = clock.now();
      return result;
    } catch (error) {
      if (error instanceof DocsformError && error.code === "http/unauthorised") halt.end(tokenRefused(error));
      throw error;
    }
  };
  return {
    client: {
      call: (call, options) => watched(client.call(call, options)),
      list: (call, options) => watched(client.list(call, options)),
      stats: client.stats,
    },
    during: async (work) => {
      succeededAt = clock.now();
      const stop = clock.every(progressLimits.lookMs, look);
      try {
        await work();
      } finally {
        stop();
      }
    },
  };
}

function tokenRefused(cause: DocsformError): DocsformError {
  return new DocsformError(
    "run/token-refused",
    "The service no longer accepts the API token: what had not begun by then was not tried.",
    { remedy: "Check the token: it may have expired or been revoked. Then run apply again to go on.", cause },
  );
}

function withoutProgress(): DocsformError {
  const minutes = progressLimits.mostMs / 60_000;
  return new DocsformError(
    "run/no-progress",
    `Nothing has succeeded for ${minutes} minutes: what had not begun by then was not tried.`,
    {
      remedy:
        "See what the service answers with --verbose, and whether others use the same token; then run apply again to go on.",
    },
  );
}
