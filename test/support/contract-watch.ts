import { afterEach } from "vitest";
import { type RunningEmulator, startEmulator } from "../../src/emulator/server.ts";
import type { Exchange } from "../../src/emulator/wire.ts";
import { type ApiVersion, apiVersions } from "../../src/model/endpoint.ts";
import { createContractChecker } from "./contract.ts";

const checkers = {
  classic: createContractChecker("classic"),
  current: createContractChecker("current"),
  "classic-minimal": createContractChecker("classic-minimal"),
};
const problems = new Set<string>();

/** After this many exchanges of a file, the observer checks only a sample, because thousands of random worlds repeat the same requests. */
const wholeUntil = 2000;
const sampleOf = 25;
let seen = 0;

/**
 * An observer for an emulator that checks every exchange against the published contract and fails the test of a violation. Importing this
 * file activates it.
 */
export function watchContract(options: { readonly every?: boolean } = {}): (exchange: Exchange) => void {
  return (exchange) => {
    seen += 1;
    if (options.every !== true && seen > wholeUntil && seen % sampleOf !== 0) return;
    for (const { apiVersion, operation, what } of checkers[exchange.apiVersion].check(exchange))
      problems.add(`${apiVersion} ${operation}: ${what}`);
  };
}

/** A server with every exchange checked against the published contract, for tests over HTTP. */
export function startWatchedEmulator(options: Parameters<typeof startEmulator>[0]): Promise<RunningEmulator> {
  const watch = watchContract({ every: true });
  const observe = (exchange: Exchange) => {
    watch(exchange);
    options.observe?.(exchange);
  };
  return startEmulator({ ...options, observe });
}

/** Differences that excused something in this process so far. */
export function excusedDifferences(): ReadonlySet<unknown> {
  return new Set(apiVersions.flatMap((apiVersion: ApiVersion) => [...checkers[apiVersion].excused]));
}

afterEach(() => {
  const found = [...problems];
  problems.clear();
  if (found.length > 0) throw new Error(`Exchanges leave the published contract:\n${found.join("\n")}`);
});
