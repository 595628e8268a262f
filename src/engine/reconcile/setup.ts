import type { Client } from "../../contract/http/http-client.ts";
import type { ApiVersion } from "../../model/endpoint.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { defaultConsistencyWindowMs } from "../../model/time-limits.ts";
import type { Disk } from "../../state/disk.ts";
import { createMemoryDisk } from "../../state/memory-disk.ts";
import type { Clock } from "../../util/clock.ts";
import type { SecretReader } from "./reveal-secret.ts";

/** Options of a reconciler. */
export interface ReconcilerOptions {
  readonly types: readonly ResourceType[];
  readonly client: Client;
  /** Stores the state and the journal. Absent: nothing survives the reconciler. */
  readonly disk?: Disk;
  /** Reads the secrets of a saved plan and of a state again. Absent: there are none. */
  readonly secrets?: SecretReader;
  readonly clock: Clock;
  readonly random: Random;
  /** Maximum number of calls at the same time. */
  readonly concurrency?: number;
  /** How long a read may still show the values from before a write, in milliseconds. */
  readonly consistencyWindowMs?: number;
  /**
   * Called before a wait, in milliseconds, until reads must show earlier writes, such as those of an interrupted run. `apply` reports its
   * waits as events instead.
   */
  readonly onWait?: (waitMs: number) => void;
  /**
   * API version of the service, if you know it. docsform then refuses responses that show another. Absent: the version of the client or
   * of the state, or else the one that the responses show, or else the current one.
   */
  readonly apiVersion?: ApiVersion;
}

export interface Random {
  /** Returns this number of random bytes as hexadecimal text, for salts. */
  hex(bytes: number): string;
}

/** The options with their defaults. */
export type Setup = Required<Omit<ReconcilerOptions, "apiVersion">> & {
  readonly apiVersion: ApiVersion | undefined;
};

export function setupOf({ apiVersion, ...given }: ReconcilerOptions): Setup {
  return {
    disk: createMemoryDisk({ keepsState: false }),
    secrets: () => undefined,
    concurrency: 10,
    consistencyWindowMs: defaultConsistencyWindowMs,
    onWait: () => undefined,
    ...given,
    apiVersion,
  };
}
