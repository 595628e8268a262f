import type { Address } from "../../model/address.ts";
import { fail } from "../../model/codes/service-words.ts";
import type { Call } from "../../model/endpoint.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { ServiceClient } from "../live/service-client.ts";

/** What the token's user may do, as far as this run has shown it. */
export interface Permitted {
  /** Returns the client for the work on one object. It refuses to start with an operation that the service has repeatedly refused. */
  clientFor(address: Address, client: ServiceClient): ServiceClient;
  /** Why the run did not try some nodes. */
  readonly reason: DocsformError | undefined;
}

/** Number of objects on which an operation must be refused, and on none allowed, before the run stops trying it. */
const mostRefused = 3;

export function permittedInRun(): Permitted {
  const done = new Set<string>();
  const refusedOn = new Map<string, Set<Address>>();
  const stopped = new Set<string>();
  const isStopped = (operation: string) =>
    !done.has(operation) && (refusedOn.get(operation)?.size ?? 0) >= mostRefused;
  const noteRefused = (operation: string, address: Address) => {
    const addresses = refusedOn.get(operation) ?? new Set();
    refusedOn.set(operation, addresses.add(address));
  };
  return {
    clientFor: (address, client) => {
      let hasBegun = false;
      const attempt = async <Result>({ endpoint }: Call, send: () => Promise<Result>): Promise<Result> => {
        const { operation, method } = endpoint;
        // If a node has already written something, the run finishes it. Otherwise half of a move would remain.
        if (!hasBegun && isStopped(operation)) {
          stopped.add(operation);
          throw notPermitted([operation]);
        }
        try {
          const result = await send();
          done.add(operation);
          hasBegun ||= method !== "GET";
          return result;
        } catch (error) {
          if (isForbidden(error)) noteRefused(operation, address);
          else hasBegun ||= method !== "GET";
          throw error;
        }
      };
      return {
        call: (call, options) => attempt(call, () => client.call(call, options)),
        list: (call, options) => attempt(call, () => client.list(call, options)),
        stats: client.stats,
        serviceClock: client.serviceClock,
      };
    },
    get reason() {
      return stopped.size === 0 ? undefined : notPermitted([...stopped]);
    },
  };
}

function isForbidden(error: unknown): boolean {
  // If an earlier attempt of the refused call may have succeeded, the refusal does not show what is permitted.
  const { code, outcome } = error as { readonly code?: unknown; readonly outcome?: unknown };
  return code === "http/forbidden" && outcome === "refused";
}

/** Whether a node was not tried because the token's user lacks a permission. */
export function isNotPermitted({ code }: DocsformError): boolean {
  return code === "run/not-permitted";
}

function notPermitted(operations: readonly string[]): DocsformError {
  return fail("run/not-permitted", { operations: operations.join(" and "), count: mostRefused });
}
