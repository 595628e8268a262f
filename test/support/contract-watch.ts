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

/** After so many exchanges of a file only a sample is checked: thousands of random worlds ask the same again and again. */
const wholeUntil = 2000;
const sampleOf = 25;
let seen = 0;

/**
 * An observer for an emulator that holds every exchange against the published contract: a test during which one leaves it
 * fails. Importing this file is what arms that.
 */
export function watchContract(options: { readonly every?: boolean } = {}): (exchange: Exchange) => void {
  return (exchange) => {
    seen += 1;
    if (options.every !== true && seen > wholeUntil && seen % sampleOf !== 0) return;
    for (const { apiVersion, operation, what } of checkers[exchange.apiVersion].check(exchange))
      problems.add(`${apiVersion} ${operation}: ${what}`);
  };
}

/** A server whose every exchange is held against the published contract, for tests that speak HTTP to it. */
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
