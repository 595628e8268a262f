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

/** After this many exchanges of a test file, only a sample is checked, because thousands of random worlds repeat the same requests. */
const checkedWholly = 2000;
const sampleOf = 25;
let seen = 0;

/**
 * An observer for an emulator. It checks exchanges against the published contract, and a violation fails the test. Importing this file activates
 * it.
 */
export function watchContract(options: { readonly every?: boolean } = {}): (exchange: Exchange) => void {
  return (exchange) => {
    seen += 1;
    if (options.every !== true && seen > checkedWholly && seen % sampleOf !== 0) return;
    for (const { apiVersion, operation, what } of checkers[exchange.apiVersion].check(exchange))
      problems.add(`${apiVersion} ${operation}: ${what}`);
  };
}

/** Starts an emulator behind a port. Every exchange is checked against the published contract. */
export function startWatchedEmulator(options: Parameters<typeof startEmulator>[0]): Promise<RunningEmulator> {
  const watch = watchContract({ every: true });
  const observe = (exchange: Exchange) => {
    watch(exchange);
    options.observe?.(exchange);
  };
  return startEmulator({ ...options, observe });
}

/** The differences that have excused a problem in this process. */
export function excusedDifferences(): ReadonlySet<unknown> {
  return new Set(apiVersions.flatMap((apiVersion: ApiVersion) => [...checkers[apiVersion].excused]));
}

afterEach(() => {
  const found = [...problems];
  problems.clear();
  if (found.length > 0) throw new Error(`Exchanges leave the published contract:\n${found.join("\n")}`);
});
