import { DocsformError } from "../model/errors.ts";
import type { LiveWorld } from "../model/live-world.ts";
import { neededReads } from "../plan/needed-reads.ts";
import { readWorld } from "./read-inputs.ts";
import type { Setup } from "./setup.ts";

export interface PullOptions {
  readonly organizationId: string;
  readonly signal?: AbortSignal;
}

export interface Pulled {
  readonly live: LiveWorld;
}

/** Reads the whole organization. */
export async function pull(setup: Setup, { organizationId, signal }: PullOptions): Promise<Pulled> {
  const live = await readWorld(setup, {
    organizationId,
    generation: setup.generation,
    contentsOf: neededReads(setup.types, "everything"),
    signal,
  });
  refuseHalf(live);
  return { live };
}

/** What is not in a layout looks to the next reader as if it were not there. */
function refuseHalf({ incomplete = [] }: LiveWorld): void {
  const [list] = incomplete;
  if (list === undefined) return;
  throw new DocsformError(
    "cli/incomplete-list",
    `The service counts ${list.expected} where its list holds ${list.got}, however often it is read: the layout would not hold everything.`,
    { remedy: "Run it again. If that does not help, ask the service's support for what it counts." },
  );
}
