import type fc from "fast-check";
import type { LoggedRequest } from "../../../src/emulator/wire.ts";
import { typeOfAddress } from "../../../src/model/address.ts";
import type { DesiredWorld } from "../../../src/model/desired-world.ts";
import { DocsformError } from "../../../src/model/errors.ts";
import type { Tally } from "../../support/laws.ts";
import type { Kill } from "../../support/random-faults.ts";
import {
  consistencyWindowMs,
  planLayout,
  type RunEnd,
  runLayout,
  writingSteps,
} from "../../support/run-layout.ts";
import type { Change } from "./change-log.ts";
import type { Known } from "./declared.ts";
import { nameOf } from "./facts.ts";
import { brokenPromises, isDone } from "./judge.ts";
import { type Opening, type Stage, setUp } from "./stage.ts";

/** A kind of world: a disturbance of the runs of apply. `disturbance` draws the disturbance. */
export interface Kind<T> {
  readonly name: string;
  /** The usual number of drawn worlds. */
  readonly worlds: number;
  /** The description of a known defect that the kind shows. Until the defect is fixed, only `DOCSFORM_LAW_KIND` selects the kind. */
  readonly knownDefect?: string;
  readonly disturbance: fc.Arbitrary<T>;
  /** The opening that the disturbance needs. */
  readonly opening?: fc.Arbitrary<Opening>;
  /** The service returns values that violate the published contract. */
  readonly leavesContract?: true;
  /** Prepares the run with this number, from 0. */
  readonly before?: (stage: Stage, disturbance: T, run: number) => void;
  /** The request at which the run is killed. */
  readonly kill?: (disturbance: T, run: number) => Kill | null;
  /** Whether a person waits before the next run until reads show what the last one did. */
  readonly waits?: (disturbance: T) => boolean;
  /** Ends the disturbance. */
  readonly end?: (stage: Stage, disturbance: T) => void;
  /** The number of runs with the disturbance. */
  readonly runs: number;
  /** Events that must happen in at least a twentieth of the worlds, besides a successful run. */
  readonly mustHappen: readonly string[];
  /** Other users create, change and delete objects of every type: each of these must happen in at least one of two hundred worlds. */
  readonly everyActMustHappen?: true;
}

/** The name of the event that other users did something to an object of a type. */
export function othersDid(what: "made" | "changed" | "deleted", type: string): string {
  return `others ${what} ${type}`;
}

const runsAfterwards = 3;

/** Runs apply during the disturbance and after it. Returns the broken promises. */
export async function play<T>(
  kind: Kind<T>,
  opened: Opening,
  disturbance: T,
  tally: Tally,
): Promise<readonly string[]> {
  const stage = setUp(opened, kind.leavesContract);
  const playing: WorldRun = { stage, tally, ours: new Set() };
  for (let run = 0; run < kind.runs; run += 1) {
    kind.before?.(stage, disturbance, run);
    const { end, broken } = await runOnce(playing, kind.kill?.(disturbance, run) ?? null);
    if (broken.length > 0) return broken;
    if (end.kind === "invalid") break;
    if (kind.waits?.(disturbance) !== false) await stage.service.clock.sleep(consistencyWindowMs);
  }
  kind.end?.(stage, disturbance);
  countWhatHappened(playing);
  stage.service.emulator.faults.clear();
  stage.atRequest = () => {};
  stage.readsAreOld = false;
  stage.hidden = stillHidden(stage, stage.hidden);
  await stage.service.clock.sleep(consistencyWindowMs);
  return await runAfterwards(playing);
}

async function runAfterwards(playing: WorldRun): Promise<readonly string[]> {
  for (let run = 0; run < runsAfterwards; run += 1) {
    const { end, broken } = await runOnce(playing, null);
    if (broken.length > 0) return broken;
    if (!isFinal(end)) continue;
    playing.tally.count(isDone(end) ? "done" : end.kind);
    return isDone(end) && playing.stage.hidden.size === 0 ? await stepsLeft(playing) : [];
  }
  playing.tally.count("unfinished");
  return [];
}

/** 33: a hidden object stays unknown unless the state or a pin names it. A later run may have created it again. */
function stillHidden(stage: Stage, names: ReadonlySet<string>): ReadonlySet<string> {
  const known = new Set(
    [...knownIn(stage)].map(([address, id]) => nameOf({ type: typeOfAddress(address), id })),
  );
  return new Set([...names].filter((name) => !known.has(name)));
}

interface WorldRun {
  readonly stage: Stage;
  readonly tally: Tally;
  /** `type id` of every object that ever belonged to the layout, except those that runs created. */
  readonly ours: Set<string>;
}

interface Ran {
  readonly end: RunEnd;
  readonly broken: readonly string[];
}

async function runOnce({ stage, tally, ours }: WorldRun, kill: Kill | null): Promise<Ran> {
  const { changeLog, service, disk, desired, process, consent } = stage;
  changeLog.snapshot("others");
  const known = knownIn(stage);
  for (const [address, id] of confirmedIn(stage)) ours.add(nameOf({ type: typeOfAddress(address), id }));
  const before = changeLog.facts;
  const stateBefore = disk.state;
  // A later time of creation tells the run's objects from earlier ones with the same name.
  await service.clock.sleep(1);
  const from = changeLog.changes.length;
  const firstMoment = changeLog.moments.length - 1;
  const earlier = stage.readsAreOld ? changeLog.moments.slice(0, firstMoment) : [];
  const logged = service.emulator.log.length;
  const kills = process.kills;
  process.start(kill);
  const ended = await runLayout(service, desired, disk, stage.concurrency, consent);
  process.start(null);
  // A killed run has no outcome.
  const end: RunEnd = process.kills > kills ? { kind: "failed", error: new Error("killed") } : ended;
  changeLog.snapshot("ours");
  const changes = changeLog.changes.slice(from);
  const { keepsState, hidden, concurrency } = stage;
  const log = service.emulator.log.slice(logged);
  const isLate = stage.readsAreOld || isLateIn(log);
  const moments = changeLog.moments.slice(firstMoment);
  const seen = { before, changes, moments, earlier, changeLog, end, log, isLate };
  const states = { state: disk.state, stateBefore };
  const run = { ...seen, ...states, desired, consent, known, keepsState, concurrency, ours, hidden };
  const broken = [...brokenPromises(run), ...crashes(end, stage)];
  countEnd(tally, end);
  return { end, broken: broken.length > 0 ? [...broken, reported(end)] : [] };
}

/**
 * 38: whether other users acted after the run's last write and its first read afterwards. No run reads everything at once, so its verification may
 * miss that.
 */
function isLateIn(log: readonly LoggedRequest[]): boolean {
  const lastWrite = log.findLastIndex(({ method, foreign }) => method !== "GET" && foreign !== true);
  const reread = log.findIndex(({ foreign }, index) => index > lastWrite && foreign !== true);
  return reread >= 0 && log.some(({ foreign }, index) => foreign === true && index > reread);
}

/** The objects that pins and the state name. */
export function knownIn({ disk, desired }: Stage): Known {
  const inState = Object.entries(disk.state?.objects ?? {}).map(
    ([address, { id }]) => [address, id] as const,
  );
  return new Map([...inState, ...pinsIn(desired)]);
}

/** 49: pinned objects, and objects that the state, or the journal of an interrupted run, records as created or imported. */
function confirmedIn({ disk, desired }: Stage): Known {
  const inState = Object.entries(disk.state?.objects ?? {}).flatMap(([address, { id, origin }]) =>
    origin === undefined ? [] : [[address, id] as const],
  );
  const inJournal = disk.journal.flatMap((line) =>
    line.kind === "match" && line.origin !== undefined ? [[line.address, line.id] as const] : [],
  );
  return new Map([...inState, ...inJournal, ...pinsIn(desired)]);
}

function pinsIn({ objects }: DesiredWorld) {
  return objects.flatMap(({ address, pin }) => (pin === undefined ? [] : [[address, pin] as const]));
}

/** A run without a kill may fail only with an error of docsform. */
function crashes(end: RunEnd, { process }: Stage): readonly string[] {
  if (end.kind !== "failed" || process.kills > 0 || end.error instanceof DocsformError) return [];
  return [`broke down: ${end.error instanceof Error ? end.error.stack : String(end.error)}`];
}

function isFinal(end: RunEnd): boolean {
  return end.kind === "refused" || end.kind === "invalid" || isDone(end);
}

function countEnd(tally: Tally, end: RunEnd): void {
  if (end.kind === "refused") for (const { code } of end.refusals) tally.count(code);
  if (end.kind === "invalid") for (const { code } of end.diagnostics) tally.count(code);
  if (end.kind === "applied") tally.count(`run ${end.result.outcome}`);
  if (end.kind === "failed") tally.count(end.error instanceof DocsformError ? end.error.code : "killed");
}

function countWhatHappened({ stage, tally }: WorldRun): void {
  tally.count("kills", stage.process.kills);
  const { fired } = stage.service.emulator.faults;
  for (const [kind, many] of Object.entries(fired)) if (many > 0) tally.count(kind);
  const others = stage.changeLog.changes.filter(({ by }) => by === "others");
  if (others.length > 0) tally.count("others changed something");
  for (const deed of new Set(others.map(eventOf))) tally.count(deed);
  if (stage.changeLog.changes.some(({ by }) => by === "ours")) tally.count("we changed something");
}

function eventOf({ before, after }: Change): string {
  const what = before === undefined ? "made" : after === undefined ? "deleted" : "changed";
  return othersDid(what, (after ?? before)?.type ?? "");
}

/** After a run that completed everything, the plan must be empty. */
async function stepsLeft({ stage }: WorldRun): Promise<readonly string[]> {
  const { plan, diagnostics } = await planLayout(stage.service, stage.desired, stage.disk);
  if (plan === undefined) return diagnostics.map(({ message }) => `done, and then no plan: ${message}`);
  return writingSteps(plan).map(({ action, address }) => `done, and then still to ${action} ${address}`);
}

function reported(end: RunEnd): string {
  if (end.kind === "failed") return `failed: ${String(end.error)}`;
  if (end.kind === "refused") return `refused: ${end.refusals.map(({ code }) => code).join(", ")}`;
  if (end.kind === "invalid") return `invalid: ${end.diagnostics.map(({ code }) => code).join(", ")}`;
  const steps = end.plan.steps.map(
    ({ action, address }, index) => `${action} ${address} ${end.result.steps[index]?.status}`,
  );
  return `${end.result.outcome}: ${steps.join(", ")}${end.result.error ? `; ${end.result.error.message}` : ""}`;
}
