import fc from "fast-check";
import { expect, test } from "vitest";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { registry } from "../../src/resources/registry.ts";
import type { MemoryDisk } from "../../src/state/memory-disk.ts";
import { createKillable, type Killable } from "../support/killable.ts";
import { createTally, type Tally, timeoutOf, worldsOf } from "../support/laws.ts";
import { faults, type Kill, kill } from "../support/random-faults.ts";
import {
  consistencyWindowMs,
  planLayout,
  type RunEnd,
  runLayout,
  writingSteps,
} from "../support/run-layout.ts";
import { prepare, type Scenario, scenarioFields, withDeletableLastSection } from "../support/scenario.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";

const usual = 2600;
const worlds = worldsOf(usual);
const mostRuns = 12;

const scenario = fc
  .record({
    ...scenarioFields,
    keepsJournal: fc.boolean(),
    pageCap: fc.constantFrom(1000, 2),
    faults,
    kills: fc.tuple(kill, kill),
  })
  .map(withDeletableLastSection);

test("after any faults and kills, reruns converge, and nothing is duplicated, lost or deleted without being listed", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(scenario, async (given) => {
      const process = createKillable();
      const { apiVersion, policy, pageCap } = given;
      const service = createTestService({
        apiVersion,
        policy,
        pageCap,
        random: seededRandom(given.seed),
        transport: process.transport,
      });
      const { desired, disk } = prepare(
        service,
        given.keepsJournal ? given : withoutCopies(given),
        process.disk,
      );
      const initial = idsOf(service);
      const first = await planLayout(service, desired, disk);
      for (const spec of given.faults) service.emulator.faults.add(spec);
      const listed = new Set<string>();
      const end = await runUntilDone({ service, desired, disk, process, tally, listed, ...given });
      countWhatHappened(tally, service, process);
      if (end?.kind === "refused") return tally.count("refused");
      if (end?.kind === "invalid" && first.plan === undefined) return tally.count("invalid");
      if (!isDone(end)) throw unfinished(end);
      tally.count("converged");
      service.emulator.faults.clear();
      await expectNothingToPlan(service, desired, disk);
      expectAsPlanned(service, initial, listed, first.plan, given.keepsJournal || process.kills === 0);
    }),
    worlds,
  );
  await tally.report("random faults", worlds, ["converged"], 0.5);
  await tally.report(
    "random faults",
    worlds,
    ["kills", "recovered", "drop-after", "error-after", "truncate", "rate-limit", "stale-reads"],
    0.05,
  );
  await tally.report("random faults", worlds, ["shift-pages", "name-taken"], 0.01);
});

/** A copy without its own name has the key of its source. Without a journal, only a person can tell them apart. */
function withoutCopies<T extends Pick<Scenario, "wanted">>(given: T): T {
  const spaces = given.wanted.spaces.map((space) => ({ ...space, copyOf: null }));
  return { ...given, wanted: { ...given.wanted, spaces } };
}

interface Running {
  readonly service: TestService;
  readonly desired: DesiredWorld;
  readonly disk: MemoryDisk;
  readonly process: Killable;
  readonly tally: Tally;
  /** Receives the deletes of each plan. */
  readonly listed: Set<string>;
  readonly kills: readonly (Kill | null)[];
  readonly keepsJournal: boolean;
  readonly concurrency: number;
}

/** Repeats apply, as a person or a pipeline does, until a run reports that everything is done. */
async function runUntilDone(running: Running): Promise<RunEnd | undefined> {
  const { service, desired, disk, process } = running;
  let end: RunEnd | undefined;
  for (let run = 0; run < mostRuns; run += 1) {
    process.start(running.kills[run] ?? null);
    if (run === mostRuns - 2) service.emulator.faults.clear();
    end = await runLayout(service, desired, disk, running.concurrency);
    noteListed(running, end);
    if (end.kind === "refused" || end.kind === "invalid" || isDone(end)) break;
    if (running.keepsJournal) continue;
    // Without a journal, the next run does not know when the killed run ended. So a person waits before the next run.
    disk.journal = [];
    await service.clock.sleep(consistencyWindowMs);
  }
  process.start(null);
  return end;
}

function noteListed({ listed, tally }: Running, end: RunEnd): void {
  if (end.kind !== "applied") return;
  for (const step of end.plan.steps)
    if (step.action === "delete" || step.action === "replace") listed.add(`${step.type} ${step.id}`);
  tally.count("recovered", end.events.filter((event) => event.kind === "recovered").length);
}

function isDone(end: RunEnd | undefined): boolean {
  return end?.kind === "applied" && (end.result.outcome === "done" || end.result.outcome === "nothing");
}

function countWhatHappened(tally: Tally, service: TestService, process: Killable): void {
  tally.count("kills", process.kills);
  for (const [kind, many] of Object.entries(service.emulator.faults.fired)) tally.count(kind, many);
}

async function expectNothingToPlan(
  service: TestService,
  desired: DesiredWorld,
  disk: MemoryDisk,
): Promise<void> {
  const again = await planLayout(service, desired, disk);
  expect(again.diagnostics).toEqual([]);
  expect(again.plan && writingSteps(again.plan)).toEqual([]);
}

/**
 * No object has disappeared unless a plan listed it, and the result is the one that the first plan predicted. Exactly the planned objects are new,
 * except that a run without a journal may keep the other one of two equal objects.
 */
function expectAsPlanned(
  service: TestService,
  initial: ReadonlySet<string>,
  listed: ReadonlySet<string>,
  plan: Plan | undefined,
  exactly: boolean,
): void {
  const final = idsOf(service);
  const steps = plan?.steps ?? [];
  const comes = steps.flatMap((step) =>
    step.action === "create" || step.action === "replace" ? [step.type] : [],
  );
  const goes = new Set(
    steps.flatMap((step) =>
      step.action === "delete" || step.action === "replace" ? [`${step.type} ${step.id}`] : [],
    ),
  );
  expect([...initial].filter((id) => !final.has(id) && !listed.has(id))).toEqual([]);
  const stays = [...initial].filter((id) => !goes.has(id));
  expect(sorted([...final].map(typeOf))).toEqual(sorted([...stays.map(typeOf), ...comes]));
  if (!exactly) return;
  expect(sorted([...final].filter((id) => !stays.includes(id)).map(typeOf))).toEqual(sorted(comes));
  expect(stays.filter((id) => !final.has(id))).toEqual([]);
}

function idsOf(service: TestService): ReadonlySet<string> {
  const types = registry.filter((type) => type.creation !== undefined || type.firstChild !== undefined);
  const living = (type: string) =>
    service.emulator.service.list(type).filter((record) => record["deletedAt"] == null);
  return new Set(types.flatMap(({ name }) => living(name).map((record) => `${name} ${record.id}`)));
}

function typeOf(key: string): string {
  return key.slice(0, key.indexOf(" "));
}

function sorted(names: readonly string[]): readonly string[] {
  return [...names].sort((a, b) => (a < b ? -1 : 1));
}

function unfinished(end: RunEnd | undefined): Error {
  if (end?.kind === "failed" && end.error instanceof Error) return end.error;
  if (end?.kind === "invalid")
    return new Error(end.diagnostics.map((diagnostic) => diagnostic.message).join("\n"));
  if (end?.kind !== "applied") return new Error(`ended ${end?.kind}`);
  const { outcome, error, conflicts, steps } = end.result;
  const open = steps
    .filter((step) => step.status !== "done")
    .map((step) => [step.address, step.status, step.error?.message]);
  return new Error(JSON.stringify({ outcome, error: error?.message, conflicts, open }, null, 1));
}
