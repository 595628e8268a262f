import type { Address } from "../../model/address.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import type { ApiVersion } from "../../model/endpoint.ts";
import { DiagnosticsError } from "../../model/errors.ts";
import { keyOf } from "../../model/object-key.ts";
import type { Purpose } from "../../model/plan/plan.ts";
import type { PlannedSelection } from "../../model/plan/selection.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { indexTypes } from "../../model/type-index.ts";
import type { Remembered } from "../../state/disk.ts";
import { present } from "../../util/present.ts";
import type { JournalLine } from "../apply/journal.ts";
import { attemptsIn } from "../live/create/attempts.ts";
import { type ReadLiveOptions, readLive } from "../live/read-live.ts";
import { waitFor } from "../live/wait-until-shown.ts";
import { findOutside } from "../plan/match/find-outside.ts";
import { allReads, neededReads } from "../plan/needed-reads.ts";
import type { PlanInputs } from "../plan/pipeline.ts";
import { neededLists } from "../plan/world/needed-lists.ts";
import { withoutIn } from "../plan/world/secret-texts.ts";
import { checkSerial } from "./check-serial.ts";
import { declaredIn } from "./declared-in.ts";
import { hashSecret } from "./hash-secret.ts";
import { type KnownById, knownObjects, placesToReread } from "./known-objects.ts";
import { movedState } from "./moved-state.ts";
import { recover } from "./recover.ts";
import { revealedSecretTexts } from "./reveal-secret.ts";
import { assumedApiVersion, readSettled } from "./settle-api-version.ts";
import type { Setup } from "./setup.ts";
import { waitBeforeReading } from "./wait-before-reading.ts";

/** Options of the methods that read the service. */
export interface ReadOptions {
  /** Former addresses of objects, and their addresses now. */
  readonly moves?: ReadonlyMap<Address, Address>;
  readonly signal?: AbortSignal;
  /** The selected part of the layout. Absent: all of it. */
  readonly selection?: PlannedSelection;
  /** Whether to read the whole organization, also what the layout does not need. */
  readonly everything?: true;
}

/** The inputs of a decision, and the contents of the disk. */
export type RunInputs = PlanInputs & { readonly remembered: Remembered; readonly readCalls: number };

/** Values of an earlier plan that the new one keeps. */
interface MadeBefore {
  readonly salt?: string;
  readonly temporarySuffix?: string;
  readonly apiVersion?: ApiVersion;
}

/** Reads everything that a decision about the layout needs: the state, the journal and the service. It writes nothing. */
export async function readInputs(
  setup: Setup,
  desired: DesiredWorld,
  { moves, signal, selection, purpose, everything }: ReadOptions & { readonly purpose?: Purpose },
  before: MadeBefore = {},
): Promise<RunInputs> {
  const { types, client } = setup;
  const callsBefore = client.stats.calls;
  const saved = await readRemembered(setup, desired.organizationId, {
    isDeclared: declaredIn(desired),
    signal,
  });
  const state = movedState(saved.state, moves ?? new Map());
  const isPinned = pinnedIn(desired);
  const recoverFrom = (live: Snapshot) =>
    saved.journal.length === 0
      ? undefined
      : recover(saved.journal, live, { types, hash: hashSecret, state, isPinned });
  const contentsOf =
    everything === true
      ? allReads(types)
      : neededReads(types, desired, {
          hash: hashSecret,
          state,
          recover: recoverFrom,
          attempted: [...attemptsIn(saved.journal).open.values()],
          purpose,
        });
  const known = knownObjects(desired, state, saved.journal, indexTypes(types));
  const { organizationId } = desired;
  const knownApiVersion = before.apiVersion ?? state?.knownApiVersion;
  const rememberedAddresses = [...Object.keys(state?.objects ?? {}), ...saved.journal.flatMap(addressesIn)];
  const only =
    everything === true
      ? undefined
      : neededLists(indexTypes(types), {
          desired,
          remembered: rememberedAddresses,
          appliedOf: (address) => state?.objects[address]?.applied,
          isDestroy: purpose === "destroy",
          isApiVersionAssumed: assumedApiVersion(setup, knownApiVersion) !== undefined,
        });
  const first = await readSettled(setup, knownApiVersion, (apiVersion) =>
    readWorld(setup, {
      organizationId,
      apiVersion,
      ...present({ only }),
      known,
      contentsOf,
      signal,
    }),
  );
  const { apiVersion } = first;
  const complete = await rereadMissing(setup, known, first, { organizationId, apiVersion, signal });
  // A layout can declare the title of its organization as a secret, and every heading has the title.
  const organization = withoutIn(complete.organization, ["title"], revealedSecretTexts(desired));
  const live = { ...complete, organization };
  const { salt = setup.random.hex(16), temporarySuffix = setup.random.hex(3) } = before;
  const options = { salt, hash: hashSecret, temporarySuffix, now: setup.clock.now() };
  const { keepsState, otherLayouts } = saved;
  const recovered = recoverFrom(live);
  const onDisk = { state, keepsState, otherLayouts, recovered, remembered: saved };
  const readCalls = client.stats.calls - callsBefore;
  const found = findOutside(indexTypes(types), desired, live, {
    isDestroy: purpose === "destroy",
    state,
  });
  if (found.diagnostics.length > 0) throw new DiagnosticsError(found.diagnostics);
  return { types, desired: found.desired, live, ...onDisk, options, selection, readCalls };
}

/** Reads the state and the journal of earlier runs. Then it waits until the service must show what the last run did. */
export async function readRemembered(
  setup: Setup,
  organizationId: string,
  {
    isDeclared,
    signal,
  }: { readonly isDeclared?: (address: Address) => boolean; readonly signal: AbortSignal | undefined },
): Promise<Remembered> {
  const saved = await setup.disk.read(organizationId, isDeclared);
  checkSerial(saved.state, saved.journal);
  await waitBeforeReading(saved, setup, signal);
  return saved;
}

function addressesIn(line: JournalLine): readonly Address[] {
  if ("address" in line) return [line.address];
  return "addresses" in line ? line.addresses : [];
}

function pinnedIn({ objects }: DesiredWorld): (address: Address) => boolean {
  const pinned = new Set(objects.filter(({ pin }) => pin !== undefined).map(({ address }) => address));
  return (address) => pinned.has(address);
}

/**
 * Reads missing objects again that cannot be read by id. They count as gone if a second read, a consistency window later, does not show
 * them either.
 */
export async function rereadMissing(
  setup: Setup,
  known: readonly KnownById[],
  live: Snapshot,
  readContext: Pick<ReadWorld, "organizationId" | "apiVersion" | "signal">,
): Promise<Snapshot> {
  const places = placesToReread(known, live, indexTypes(setup.types));
  if (places === undefined) return live;
  await waitFor(setup.consistencyWindowMs, setup, readContext.signal);
  const { only, owners } = places;
  const again = await readWorld(setup, { ...readContext, only, contentsOf: () => ({ owners, details: [] }) });
  const liveKeys = new Set(live.objects.map(keyOf));
  const sought = new Set(known.map(keyOf));
  const foundAgain = again.objects.filter(
    (object) => sought.has(keyOf(object)) && !liveKeys.has(keyOf(object)),
  );
  if (foundAgain.length === 0) return live;
  const omitted = foundAgain.map(({ type, id }) => ({ type, id }));
  return {
    ...live,
    objects: [...live.objects, ...foundAgain],
    omittedObjects: [...(live.omittedObjects ?? []), ...omitted],
  };
}

interface ReadWorld extends Pick<ReadLiveOptions, "contentsOf" | "known" | "only" | "skipsForbidden"> {
  readonly organizationId: string;
  readonly apiVersion: Setup["apiVersion"];
  readonly signal: AbortSignal | undefined;
}

/** Reads the service through a client that cannot write. */
export async function readWorld(
  { client, types, concurrency }: Setup,
  { apiVersion, signal, ...what }: ReadWorld,
): Promise<Snapshot> {
  return await readLive({
    client: client.readOnly(),
    types,
    ...what,
    ...present({ apiVersion }),
    concurrency,
    ...present({ signal }),
  });
}
