import type { DesiredWorld } from "../../../src/model/desired-world.ts";
import type { Tally } from "../laws.ts";
import {
  consistencyWindowMs,
  everythingAllowed,
  planLayout,
  reconcilerOf,
  runLayout,
} from "../run-layout.ts";
import { isOwnWrite } from "../sent-writes.ts";
import { containersIn } from "./audience-judge.ts";
import {
  type AudienceWorld,
  editsText,
  type PreparedWorld,
  prepareWorld,
  type Twin,
  twinOf,
} from "./audience-world.ts";
import { arrange, type Cause, selectionFor } from "./causes.ts";
import { type Judged, judge, momentsText, type Watch, watchMoments } from "./watch-moments.ts";

/** A world, and the causes for which its run does not do everything at once: a run for each. */
export interface MomentsCase {
  readonly world: AudienceWorld;
  readonly causes: readonly Cause[];
}

/** Throws if a moment of a run shows what neither the world before nor the planned one shows. */
export async function checkMoments(
  { world, causes }: MomentsCase,
  tally: Tally,
  pairs: Tally,
): Promise<void> {
  const prepared = await prepareWorld(world);
  if (prepared === undefined) return tally.count("impossible");
  const planned = await planWorld(world, prepared);
  if (planned === undefined) return tally.count("not planned");
  tally.count("planned");
  if (planned.writes.length >= 20) tally.count("20 writes and more");
  for (const each of causes) await checkRun(world, { prepared, planned, cause: each }, tally, pairs);
}

interface Run {
  readonly prepared: PreparedWorld;
  readonly planned: PlannedWorld;
  readonly cause: Cause;
}

/** Runs it until the cause stops it, and then to the end. */
async function checkRun(
  world: AudienceWorld,
  { prepared, planned, cause }: Run,
  tally: Tally,
  pairs: Tally,
): Promise<void> {
  const twin = twinOf(world, prepared);
  const watch = watchMoments(twin.service.emulator, planned.known, planned.shown);
  watch.start();
  arrange(twin, cause, planned.writes);
  const hasEffect = await runCause(twin, prepared, cause);
  await runAgain(twin, prepared, watch);
  if (!hasEffect) return tally.count("without effect");
  tally.count(cause.kind);
  tally.count(world.apiVersion);
  for (const edit of prepared.edits) pairs.count(`${edit}, ${cause.kind}`);
  if (watch.moments.length > 0 && !planned.isOpenMeanwhile)
    throw new Error(brokenText(cause, prepared, watch));
}

/** What a whole run shows at its beginning and at its end, without a fault. */
interface PlannedWorld {
  readonly known: ReadonlySet<string>;
  readonly shown: readonly [before: Judged, after: Judged];
  readonly writes: Twin["service"]["emulator"]["log"];
  /** Whether the plan names moments that the API version cannot avoid. */
  readonly isOpenMeanwhile: boolean;
}

/** Undefined: the run is refused, or does not end. */
async function planWorld(given: AudienceWorld, prepared: PreparedWorld): Promise<PlannedWorld | undefined> {
  const { service, disk } = twinOf(given, prepared);
  const { emulator } = service;
  const known = containersIn(emulator.service);
  const before = judge(emulator.service, known);
  const end = await runLayout(service, prepared.desired, disk);
  if (end.kind !== "applied" || !["done", "nothing"].includes(end.result.outcome)) return undefined;
  const writes = emulator.log.filter(isOwnWrite);
  const isOpenMeanwhile = end.plan.notes.some(({ code }) => code === "plan/open-meanwhile");
  return { known, shown: [before, judge(emulator.service, known)], writes, isOpenMeanwhile };
}

/** Runs it as far as the cause lets it. Returns whether the cause changed anything. */
async function runCause(twin: Twin, { desired }: PreparedWorld, given: Cause): Promise<boolean> {
  if (given.kind === "selected") return await runSelected(twin, desired, given);
  const { service, disk, process } = twin;
  const skipDeletes = given.kind === "without deletes";
  const end = await runLayout(service, desired, disk, 4, { ...everythingAllowed, skipDeletes });
  if (skipDeletes) return end.kind === "applied" && end.plan.steps.some(({ action }) => action === "delete");
  const { fired } = service.emulator.faults;
  return (
    given.kind === "nothing" || process.kills > 0 || Object.keys(fired).some((kind) => kind !== "callback")
  );
}

async function runSelected({ service, disk }: Twin, desired: DesiredWorld, given: Cause): Promise<boolean> {
  const whole = await planLayout(service, desired, disk);
  const selection = whole.plan && selectionFor(given, whole.plan, desired);
  const reconciler = reconcilerOf(service, disk);
  const part = await reconciler.plan(desired, selection === undefined ? {} : { selection });
  if (part.plan === undefined || part.refusals(everythingAllowed).length > 0) return false;
  await reconciler.apply(part, everythingAllowed).result;
  return (part.plan.selection?.leftOut ?? []).length > 0;
}

/** Runs the rest later, as a person does. */
async function runAgain(
  { service, disk, process }: Twin,
  { desired }: PreparedWorld,
  watch: Watch,
): Promise<void> {
  process.start(null);
  service.emulator.faults.clear();
  watch.start();
  await service.clock.sleep(consistencyWindowMs);
  await runLayout(service, desired, disk);
}

function brokenText(given: Cause, prepared: PreparedWorld, { moments }: Watch): string {
  return [`cause: ${JSON.stringify(given)}`, editsText(prepared), momentsText(moments)].join("\n");
}
