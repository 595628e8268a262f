import { parseJournal } from "../apply/journal.ts";
import type { Client } from "../http/client.ts";
import { readLive } from "../live/read-live.ts";
import type { LiveWorld } from "../model/live-world.ts";
import type { Lock } from "../model/lock.ts";
import { neededReads } from "../plan/needed-reads.ts";
import type { PlanInputs } from "../plan/plan-changes.ts";
import { readLock } from "../reconcile/disk/lock-file.ts";
import { hashSecret } from "../reconcile/hash-secret.ts";
import { movedLock } from "../reconcile/moved-lock.ts";
import { recover, scopesToRecover } from "../reconcile/recover.ts";
import { waitBeforeReading } from "../reconcile/wait-before-reading.ts";
import { lockFiles } from "./companions.ts";
import type { Context } from "./context.ts";
import type { LoadedLayout } from "./load-layout.ts";
import type { Places } from "./places.ts";
import type { ServiceSettings } from "./settings.ts";

/** Reads all that a decision about the layout takes, writing nothing: the lock, the journal and the live service. */
export async function survey(
  { io, types }: Context,
  settings: ServiceSettings,
  {
    client,
    layout: { desired, moves },
    places,
  }: {
    readonly client: Client;
    readonly layout: Pick<LoadedLayout, "desired" | "moves">;
    readonly places: Places;
  },
): Promise<PlanInputs> {
  const { organizationId } = desired;
  const saved =
    places.lock === undefined ? undefined : await readLock(lockFiles(io.files), places.lock, organizationId);
  const lock = movedLock(saved, moves);
  const lines = parseJournal(io.files.read(places.journal) ?? "");
  await waitBeforeReading(lines, io.clock, settings.horizonMs, io.signal);
  const needed = neededReads(types, desired, lock);
  const lost = scopesToRecover(lines, types);
  const live = await readWorld({ io, types }, settings, client, {
    organizationId,
    lock,
    contentsOf: (soFar) => {
      const { owners, details } = needed(soFar);
      return { owners: [...owners, ...missing(lost, owners, soFar)], details };
    },
  });
  const pinned = new Set(
    desired.objects.filter(({ pin }) => pin !== undefined).map(({ address }) => address),
  );
  const recovered =
    lines.length === 0
      ? undefined
      : recover(lines, live, { types, hash: hashSecret, lock, isPinned: (address) => pinned.has(address) });
  const options = { salt: io.random.hex(16), hash: hashSecret, temporarySuffix: io.random.hex(3) };
  return { types, desired, live, lock, recovered, options };
}

type Owners = readonly { readonly type: string; readonly id: string }[];

// An interrupted run may have created things in an object that the layout no longer names, or that is gone.
function missing(lost: Owners, owners: Owners, soFar: LiveWorld): Owners {
  const known = new Set(owners.map(({ id }) => id));
  const alive = new Set(soFar.objects.map(({ id }) => id));
  return lost.filter(({ id }) => !known.has(id) && alive.has(id));
}

/** Reads the service through a client that cannot write. */
export async function readWorld(
  { io, types }: Pick<Context, "io" | "types">,
  settings: ServiceSettings,
  client: Client,
  what: {
    readonly organizationId: string;
    readonly lock?: Lock | undefined;
    readonly contentsOf: Parameters<typeof readLive>[0]["contentsOf"];
  },
): Promise<LiveWorld> {
  const reader = client.readOnly();
  const generation = settings.generation ?? what.lock?.generation;
  return readLive({
    client: reader,
    types,
    organizationId: what.organizationId,
    ...(generation === undefined ? {} : { generation }),
    contentsOf: what.contentsOf,
    concurrency: settings.concurrency,
    signal: io.signal,
  });
}
