import { type Client, createClient } from "../../src/contract/http/http-client.ts";
import type { Transport } from "../../src/contract/http/transport.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import { createEmulator, type Emulator } from "../../src/emulator/new-emulator.ts";
import { readLive } from "../../src/engine/live/read-live.ts";
import { allReads, type NeededReads, neededReads } from "../../src/engine/plan/needed-reads.ts";
import { hashSecret } from "../../src/engine/reconcile/hash-secret.ts";
import type { Random } from "../../src/engine/reconcile/setup.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import type { EmulatorPolicy } from "../../src/model/emulator-rules.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import { Secret } from "../../src/model/secret.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import type { State } from "../../src/model/state.ts";
import { registry } from "../../src/resources/registry.ts";
import type { Clock } from "../../src/util/clock.ts";
import { present } from "../../src/util/present.ts";
import { watchContract } from "./contract-watch.ts";
import { organizationId } from "./declare-world.ts";
import { createVirtualClock } from "./virtual-clock.ts";

/** An emulator in process, on a virtual clock, with a client. */
export interface TestService {
  readonly emulator: Emulator;
  readonly client: Client;
  readonly clock: Clock;
  readonly apiVersion: ApiVersion;
  /** Numbers without repetitions, the same in each run of a test. */
  readonly random: Random;
  read(
    desired: DesiredWorld | "everything",
    state?: State,
    owners?: NeededReads["owners"],
  ): Promise<Snapshot>;
}

export const testToken = "token-canary-5f1c";

export function createTestService(options: {
  readonly apiVersion: ApiVersion;
  readonly random: () => number;
  readonly policy?: EmulatorPolicy;
  readonly clock?: Clock;
  readonly organization?: string;
  /** `every` checks every exchange against the published contract, and `none` checks none. Undefined: large tests check a sample. */
  readonly watch?: "every" | "none";
  /** The maximum number of items on a page. */
  readonly pageCap?: number;
  /** A transport between the client and the emulator. */
  readonly transport?: (emulator: Emulator) => Transport;
}): TestService {
  const clock = options.clock ?? createVirtualClock(Date.parse("2026-01-01T00:00:00Z"));
  const emulator = createEmulator({
    types: registry,
    operations,
    organizationId: options.organization ?? organizationId,
    token: testToken,
    apiVersion: options.apiVersion,
    clock,
    random: options.random,
    ...(options.policy && { policy: options.policy }),
    ...present({ pageCap: options.pageCap }),
    ...(options.watch !== "none" && { observe: watchContract({ every: options.watch === "every" }) }),
  });
  const client = createClient({
    baseUrl: "http://127.0.0.1",
    token: new Secret(testToken, { kind: "literal" }),
    transport: (options.transport ?? emulatorTransport)(emulator),
    clock,
    random: options.random,
  });
  return {
    emulator,
    client,
    clock,
    apiVersion: options.apiVersion,
    random: countingRandom(),
    read: (desired, state, owners = []) =>
      readLive({
        client,
        types: registry,
        organizationId,
        apiVersion: options.apiVersion,
        contentsOf: (soFar) => {
          const input = { hash: planOptions.hash, state };
          const needed =
            desired === "everything"
              ? allReads(registry)(soFar)
              : neededReads(registry, desired, input)(soFar);
          const known = new Set(needed.owners.map((owner) => owner.id));
          return { ...needed, owners: [...needed.owners, ...owners.filter((owner) => !known.has(owner.id))] };
        },
        concurrency: 4,
      }),
  };
}

/** A small generator of numbers from 0 to 1. The same seed gives the same numbers. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function countingRandom(): Random {
  let drawn = 0;
  return {
    hex: (bytes) => {
      drawn += 1;
      return drawn.toString(16).padStart(2 * bytes, "0");
    },
  };
}

export const planOptions = { salt: "5a17", hash: hashSecret, temporarySuffix: "t1" };
