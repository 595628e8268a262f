import { fail } from "../../model/codes/service-words.ts";
import { DocsformError } from "../../model/errors.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { progressLimits } from "../../model/time-limits.ts";
import { idleTime } from "../live/idle-time.ts";
import { changedApiVersion } from "../live/other-api-version.ts";
import type { Halt } from "./halt.ts";
import type { ApplyRuntime } from "./runtime.ts";

/**
 * The client of a run. It stops the run when going on is useless or unsafe: the service rejects the token, a response shows another API
 * version than the run's, or no call has succeeded for a long time.
 */
export interface Watched {
  readonly client: ApplyRuntime["client"];
  /** Runs the work, and watches meanwhile whether calls succeed. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function watchProgress(
  { client, clock }: Pick<ApplyRuntime, "client" | "clock">,
  halt: Halt,
  { apiVersion }: Pick<Plan, "apiVersion">,
): Watched {
  const idle = idleTime({ client, clock });
  const check = () => {
    if (idle.ms() >= progressLimits.mostMs) halt.end(withoutProgress());
  };
  const watched = async <Result>(pending: Promise<Result>): Promise<Result> => {
    try {
      const result = await pending;
      idle.begin();
      return result;
    } catch (error) {
      if (error instanceof DocsformError) {
        if (error.code === "http/unauthorized") halt.end(tokenRefused(error));
        if (error.code === "http/rate-limited") idle.gaveUpWaiting();
      }
      throw error;
    } finally {
      const { announced = apiVersion } = client.stats;
      if (announced !== apiVersion) halt.end(changedApiVersion(apiVersion, announced));
    }
  };
  return {
    client: {
      call: (call, options) => watched(client.call(call, options)),
      list: (call, options) => watched(client.list(call, options)),
      stats: client.stats,
      serviceClock: client.serviceClock,
    },
    during: async (work) => {
      idle.begin();
      const stop = clock.every(progressLimits.pollMs, check);
      try {
        return await work();
      } finally {
        stop();
      }
    },
  };
}

function tokenRefused(cause: DocsformError): DocsformError {
  return fail("run/token-refused", {}, { cause });
}

function withoutProgress(): DocsformError {
  const minutes = progressLimits.mostMs / 60_000;
  return fail("run/no-progress", { minutes });
}
