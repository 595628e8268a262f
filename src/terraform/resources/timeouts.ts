import { fail } from "../../model/codes/provider-words.ts";
import { DocsformError } from "../../model/errors.ts";
import type { Clock } from "../../util/clock.ts";
import { providerErrorAt } from "../plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import { type CtyObject, isCtyObject } from "../plugin/values/cty-value.ts";
import { parseDuration } from "./parse-duration.ts";

/** The operations that can have a time limit. */
export const timeoutNames = ["create", "read", "update", "delete"] as const;
export type TimeoutName = (typeof timeoutNames)[number];

/** Errors in a `timeouts` block. Unknown values pass. */
export function validateTimeouts(config: CtyObject): readonly ProviderDiagnostic[] {
  const timeouts = config["timeouts"] ?? null;
  if (!isCtyObject(timeouts)) return [];
  return Object.entries(timeouts).flatMap(([name, text]) =>
    typeof text !== "string" || parseDuration(text) !== undefined
      ? []
      : [
          providerErrorAt(
            ["timeouts", name],
            `\`timeouts.${name}\` is not a duration`,
            "Write it as `30s`, `5m` or `1h30m`.",
          ),
        ],
  );
}

/** The time limit of an operation. */
export interface TimeLimit extends CallScope {
  /** Aborts with the call of the operation, or when the time limit has passed. */
  readonly signal: AbortSignal;
  /** Replaces an error that the time limit caused with one that says so. Returns other errors unchanged. */
  explain(error: unknown): unknown;
  /** Ends the limit when the operation is over, so that no timer remains. */
  end(): void;
}

/** Starts the time limit that a configuration or a state sets for an operation. */
export function beginTimeLimit(
  clock: Clock,
  values: CtyObject,
  operation: TimeoutName,
  scope: CallScope,
): TimeLimit {
  const timeout = timeoutIn(values, operation);
  if (timeout === undefined) return new NoTimeLimit(scope);
  const expiry = new AbortController();
  const waiting = new AbortController();
  const expire = (): void => expiry.abort(timedOut(operation, timeout.text));
  clock.sleep(timeout.ms, waiting.signal).then(expire, () => undefined);
  return {
    signal: AbortSignal.any([scope.signal, expiry.signal]),
    explain: (error) =>
      expiry.signal.aborted && error !== expiry.signal.reason
        ? timedOut(operation, timeout.text, error)
        : error,
    end: () => waiting.abort(),
  };
}

/** Runs an operation within the time limit that a configuration or a state sets. */
export async function withinTimeLimit<T>(
  clock: Clock,
  values: CtyObject,
  operation: TimeoutName,
  scope: CallScope,
  run: (limit: CallScope) => Promise<T>,
): Promise<T> {
  const limit = beginTimeLimit(clock, values, operation, scope);
  try {
    return await run(limit);
  } catch (error) {
    throw limit.explain(error);
  } finally {
    limit.end();
  }
}

/** Without a limit, only the end of its call ends the operation. */
class NoTimeLimit implements TimeLimit {
  readonly #scope: CallScope;

  constructor(scope: CallScope) {
    this.#scope = scope;
  }

  get signal(): AbortSignal {
    return this.#scope.signal;
  }

  explain(error: unknown): unknown {
    return error;
  }

  end(): void {}
}

interface Timeout {
  /** The duration as written. */
  readonly text: string;
  readonly ms: number;
}

function timeoutIn(values: CtyObject, operation: TimeoutName): Timeout | undefined {
  const timeouts = values["timeouts"] ?? null;
  const text = isCtyObject(timeouts) ? timeouts[operation] : null;
  const ms = typeof text === "string" ? parseDuration(text) : undefined;
  return typeof text !== "string" || ms === undefined ? undefined : { text, ms };
}

function timedOut(operation: TimeoutName, limit: string, cause?: unknown): DocsformError {
  const last = cause instanceof DocsformError ? `: ${cause.message}` : ".";
  return fail("terraform/timed-out", { case: operation, limit, last }, { cause });
}
