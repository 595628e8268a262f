import { ApiError, callName } from "../../contract/http/api-error.ts";
import type { CallOptions } from "../../contract/http/call-options.ts";
import type { Client } from "../../contract/http/http-client.ts";
import { idleTime } from "../../engine/live/idle-time.ts";
import { fail } from "../../model/codes/provider-words.ts";
import { progressLimits } from "../../model/time-limits.ts";
import type { Clock } from "../../util/clock.ts";

/**
 * The client of a session. It ends all reads, or all writes, and every later one, when none has succeeded for minutes and one gave up waiting
 * for the rate limit. Otherwise Terraform would begin each of its resources, and wait again for each.
 */
export function endingWithoutProgress(client: Client, clock: Clock): Client {
  const [reads, writes] = [new Watch(client, clock), new Watch(client, clock)];
  return {
    ...client,
    call: (call, options) =>
      (call.endpoint.method === "GET" ? reads : writes).run(options, (given) => client.call(call, given)),
    list: (call, options) => reads.run(options, (given) => client.list(call, given)),
  };
}

/** The progress of calls of one kind. */
class Watch {
  readonly #clock: Clock;
  readonly #idle: ReturnType<typeof idleTime>;
  readonly #ended = new AbortController();
  #inFlight = 0;
  #isInVain = false;
  #stopChecking = () => {};

  constructor(client: Client, clock: Clock) {
    this.#clock = clock;
    this.#idle = idleTime({ client, clock });
  }

  async run<Result>(
    options: CallOptions = {},
    send: (options: CallOptions) => Promise<Result>,
  ): Promise<Result> {
    const { signal: ended } = this.#ended;
    this.#begin();
    try {
      const signal = options.signal === undefined ? ended : AbortSignal.any([ended, options.signal]);
      const result = await send({ ...options, signal });
      this.#idle.begin();
      this.#isInVain = false;
      return result;
    } catch (error) {
      if (error instanceof ApiError && error.code === rateLimited) this.#gaveUp();
      throw ended.aborted ? explained(error) : error;
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#stopChecking();
    }
  }

  #begin(): void {
    this.#inFlight += 1;
    if (this.#inFlight > 1) return;
    // Terraform may have done something else for a long time.
    if (!this.#isInVain) this.#idle.begin();
    this.#stopChecking = this.#clock.every(progressLimits.pollMs, () => {
      if (this.#isInVain && this.#idle.ms() >= progressLimits.mostMs) this.#ended.abort();
    });
  }

  #gaveUp(): void {
    this.#idle.gaveUpWaiting();
    this.#isInVain = true;
  }
}

const rateLimited = "http/rate-limited";

function explained(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== "http/interrupted") return error;
  const { message, remedy } = fail("terraform/no-progress", {
    call: callName(error),
    minutes: progressLimits.mostMs / 60_000,
  });
  const { operation, method, path, outcome, status, serviceMessage } = error;
  const facts = { operation, method, path, outcome, status, serviceMessage };
  return new ApiError({ code: rateLimited, message, remedy: remedy ?? "" }, facts);
}
