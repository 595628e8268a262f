import type { ServiceClient } from "../live/service-client.ts";
import type { Clock } from "../model/clock.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { Secret, SecretSource } from "../model/secret.ts";
import type { State } from "../model/state.ts";
import type { Journal } from "./journal.ts";

/** What an apply works with. */
export interface ApplyRuntime {
  readonly types: readonly ResourceType[];
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** Nodes at work at once. */
  readonly concurrency: number;
  /** For how long the service may show what was before a write. */
  readonly consistencyWindowMs: number;
  /** Starts nothing new once it aborts; what was sent is waited for. */
  readonly signal?: AbortSignal;
  /** What is deleted was to go: an apply after a kill must know that. */
  readonly isDestroy: boolean;
  readonly state: State | undefined;
  /** False once another run writes to the disk: then this one begins nothing more, and writes nothing there. */
  readonly isAlone: () => boolean;
  /** Gives the number of the state that is there then. Absent: the run keeps no state. */
  readonly saveState?: (state: State) => Promise<number | undefined>;
  readonly journal: Journal;
  /** Reads a secret again. Throws when its hash, salted for the plan, is another one. */
  readonly revealSecret: (source: SecretSource, hash: string) => Secret | Promise<Secret>;
  /** The secrets of the layout: whatever the service says of them is not told, nor of those that the run reveals. */
  readonly secretTexts: readonly string[];
  readonly hash: (text: string, salt: string) => string;
  /** Names this run in the journal and salts its hashes there. */
  readonly runId: string;
  /** Ids of nodes that are not to be done, nor what waits for them. */
  readonly skipNodes?: ReadonlySet<string>;
}
