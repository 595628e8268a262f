import type { Client } from "../http/client.ts";
import type { Clock } from "../model/clock.ts";
import type { ApiVersion } from "../model/endpoint.ts";
import type { ResourceType } from "../model/resource-type.ts";
import { defaultConsistencyWindowMs } from "../model/time-limits.ts";
import type { Disk } from "./disk/disk.ts";
import { createMemoryDisk } from "./disk/memory-disk.ts";
import type { SecretReader } from "./reveal-secret.ts";

/** What the reconciler works with. */
export interface ReconcilerOptions {
  readonly types: readonly ResourceType[];
  readonly client: Client;
  /** Absent: nothing outlives the reconciler, neither what was applied nor what an interrupted run began. */
  readonly disk?: Disk;
  /** Reads again the secrets of a saved plan, and of a state. Absent: there are none. */
  readonly secrets?: SecretReader;
  readonly clock: Clock;
  readonly random: Random;
  /** Calls at once. */
  readonly concurrency?: number;
  /** For how long the service may show what was before a write. */
  readonly consistencyWindowMs?: number;
  /**
   * Which contract the service speaks, as somebody says it: then no answer may show another. Absent: as the client or the state has it,
   * or else as the answers show, the current one where they do not.
   */
  readonly apiVersion?: ApiVersion;
}

export interface Random {
  /** So many random bytes as hexadecimal text, fit for salts. */
  hex(bytes: number): string;
}

/** The options with what holds where they say nothing. */
export type Setup = Required<Omit<ReconcilerOptions, "apiVersion">> & {
  readonly apiVersion: ApiVersion | undefined;
};

export function setupOf({ apiVersion, ...given }: ReconcilerOptions): Setup {
  return {
    disk: createMemoryDisk({ keepsState: false }),
    secrets: () => undefined,
    concurrency: 10,
    consistencyWindowMs: defaultConsistencyWindowMs,
    ...given,
    apiVersion,
  };
}
