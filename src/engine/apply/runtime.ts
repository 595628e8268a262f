import type { ResourceType } from "../../model/resource-type.ts";
import type { Secret, SecretSource } from "../../model/secret.ts";
import type { State } from "../../model/state.ts";
import type { Clock } from "../../util/clock.ts";
import type { ServiceClient } from "../live/service-client.ts";
import type { Journal } from "./journal.ts";

/** What an apply needs. */
export interface ApplyRuntime {
  readonly types: readonly ResourceType[];
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** Maximum number of nodes at the same time. */
  readonly concurrency: number;
  /** How long a read may still show the values from before a write, in milliseconds. */
  readonly consistencyWindowMs: number;
  /** Once it aborts, the run starts nothing new. Calls that were sent finish. */
  readonly signal?: AbortSignal;
  /** The run is a destroy. The journal records that, because an apply after a kill must know it. */
  readonly isDestroy: boolean;
  readonly state: State | undefined;
  /** False once another run has the lock: then this run starts nothing new, and writes neither state nor journal. */
  readonly isAlone: () => boolean;
  /** The state on the disk. It still has the former addresses of objects that moved. Absent: the same as `state`. */
  readonly savedState?: State;
  /** Saves the state, and returns its serial. Absent: the run keeps no state. */
  readonly saveState?: (state: State) => Promise<number | undefined>;
  readonly journal: Journal;
  /** Reads a secret again. Throws if its hash, salted for the plan, differs. */
  readonly revealSecret: (source: SecretSource, hash: string) => Secret | Promise<Secret>;
  /** The secrets of the layout. No message shows them, nor the secrets that the run reveals. */
  readonly secretTexts: readonly string[];
  readonly hash: (text: string, salt: string) => string;
  /** Identifies this run in the journal, and salts its hashes there. */
  readonly runId: string;
  /** Ids of nodes to skip. Nodes that wait for them are skipped too. */
  readonly skipNodes?: ReadonlySet<string>;
}
