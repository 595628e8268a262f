import type { FaultPlan, FaultSpec } from "../../src/emulator/faults.ts";
import type { LoggedRequest } from "../../src/emulator/wire.ts";
import type { EmulatedWorld } from "../../src/emulator/world.ts";
import { DocsformError } from "../../src/model/errors.ts";
import type { MemoryDisk } from "../../src/state/memory-disk.ts";
import { present } from "../../src/util/present.ts";
import { createKillable } from "../support/killable.ts";
import type { Kill } from "../support/random-faults.ts";
import { type RunEnd, runLayout } from "../support/run-layout.ts";
import { isOwnWrite, wrongExitCode } from "../support/sent-writes.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";
import type { Representative } from "./representative.ts";
import { idsIn, worldLines } from "./world-lines.ts";

/** A cell of the matrix: one fault at one request of the representative apply. */
export interface Cell {
  readonly name: string;
  /** The number of the request with the fault, from 1. */
  readonly at: number;
  readonly fault?: FaultSpec;
  readonly kill?: Kill["when"];
  /** An edit by another user just before the request. */
  readonly edit?: (emulator: EmulatedWorld) => void;
  readonly journal: "kept" | "lost";
  /** How long reads show old values after a write, in all runs of the cell. */
  readonly staleMs?: number;
  readonly pageCap?: number;
}

/** The result of a cell. */
export interface CellEnd {
  /** The number of applies until nothing was left to do, or until a person had to decide. */
  readonly runs: number;
  /** The decision that a person has to make. Undefined: the runs completed everything. */
  readonly stopped?: string;
  readonly service: TestService;
  readonly world: readonly string[];
  readonly ids: ReadonlySet<string>;
  /** `type id` of each object that a plan listed as deleted. */
  readonly listed: ReadonlySet<string>;
  readonly fired: FaultPlan["fired"];
  readonly kills: number;
  /** Runs whose exit code says that no write was sent although one was, or the reverse. */
  readonly wrongExitCodes: readonly string[];
  /** Outcomes and errors of the runs, for the message of a failed cell. */
  readonly story: readonly string[];
}

const mostRuns = 8;

/** Runs the representative apply with one fault, and then repeats it until nothing is left to do. */
export async function runCell(given: Representative, cell: Cell): Promise<CellEnd> {
  const { service, process, disk } = start(given, cell);
  const listed = new Set<string>();
  const story: string[] = [];
  const wrongExitCodes: string[] = [];
  let stopped: string | undefined;
  let runs = 0;
  for (; runs < mostRuns; runs += 1) {
    process.start(runs === 0 && cell.kill !== undefined ? { at: cell.at, when: cell.kill } : null);
    const logged = service.emulator.log.length;
    const kills = process.kills;
    const end = await runLayout(service, given.desired, disk);
    // A killed run has no result.
    if (process.kills === kills)
      wrongExitCodes.push(...wrongExitCode(end, service.emulator.log.slice(logged).filter(isOwnWrite)));
    list(end, listed);
    story.push(reported(end));
    if (isOver(end)) break;
    stopped = questionIn(end);
    if (stopped !== undefined) break;
    if (cell.journal === "lost") await loseJournal(service, disk, cell);
  }
  process.start(null);
  if (stopped === undefined && runs === mostRuns) throw new Error(`never ended: ${story.join(" · ")}`);
  const dump = service.emulator.dump();
  return {
    runs: runs + 1,
    ...present({ stopped }),
    service,
    world: worldLines(dump),
    ids: idsIn(dump),
    listed,
    wrongExitCodes,
    fired: service.emulator.faults.fired,
    kills: process.kills,
    story,
  };
}

function start(given: Representative, cell: Cell) {
  const process = createKillable();
  let requests = 0;
  const service = createTestService({
    apiVersion: given.apiVersion,
    random: seededRandom(2),
    ...present({ pageCap: cell.pageCap }),
    transport: (emulator) => {
      const send = process.transport(emulator);
      return (request) => {
        requests += 1;
        // The fault is added just before its request, so that it affects no other request.
        if (requests === cell.at && cell.fault !== undefined) emulator.faults.add(cell.fault);
        if (requests === cell.at) cell.edit?.(emulator);
        return send(request);
      };
    },
  });
  service.emulator.load(given.dump);
  if (cell.staleMs !== undefined)
    service.emulator.faults.add({ on: { method: "read" }, fault: { kind: "stale-reads", ms: cell.staleMs } });
  const disk = process.disk({ state: given.state });
  return { service, process, disk };
}

/** Without a journal, the next run does not know when the killed run ended. With stale reads, a person has to wait before the next run. */
async function loseJournal(service: TestService, disk: MemoryDisk, cell: Cell): Promise<void> {
  disk.journal = [];
  if (cell.staleMs !== undefined) await service.clock.sleep(cell.staleMs);
}

function isOver(end: RunEnd): boolean {
  return end.kind === "applied" && end.result.outcome === "nothing";
}

function list(end: RunEnd, listed: Set<string>): void {
  if (end.kind !== "applied") return;
  for (const step of end.plan.steps)
    if (step.action === "delete" || step.action === "replace") listed.add(`${step.type} ${step.id}`);
}

/** The decision that a person has to make before another run can continue. */
function questionIn(end: RunEnd): string | undefined {
  if (end.kind === "refused")
    return end.refusals.map(({ code, message }) => `${code}: ${message}`).join("; ");
  if (end.kind === "invalid")
    return end.diagnostics.map(({ code, message }) => `${code}: ${message}`).join("; ");
  if (end.kind !== "failed" || !(end.error instanceof DocsformError)) return undefined;
  return end.error.code === "apply/ambiguous-create" ? `${end.error.code}: ${end.error.message}` : undefined;
}

function reported(end: RunEnd): string {
  if (end.kind === "failed") return `failed ${end.error instanceof Error ? end.error.message : "strangely"}`;
  if (end.kind !== "applied") return end.kind;
  const bad = end.result.steps.filter(({ status, error }) => error !== undefined || status === "unknown");
  const why = bad.map(({ address, status, error }) => `${address} ${status} ${error?.message ?? ""}`);
  return [end.result.outcome, ...why, ...(end.result.error ? [end.result.error.message] : [])].join(", ");
}

/** The result without faults, for comparison. */
export interface FaultlessRun {
  readonly requests: readonly LoggedRequest[];
  readonly world: readonly string[];
  /** Objects of the first layout that the apply must keep. */
  readonly mustStay: readonly string[];
}

export async function runWithoutFaults(given: Representative, pageCap?: number): Promise<FaultlessRun> {
  const before = idsIn(given.dump);
  const cell: Cell = { name: "without faults", at: 0, journal: "kept", ...present({ pageCap }) };
  const end = await runCell(given, cell);
  if (end.runs !== 2)
    throw new Error(`The apply without faults did not end at once: ${end.story.join(" · ")}`);
  const log = [...end.service.emulator.log];
  // The last run has nothing to do. It begins with the same read as the first one.
  const requests = log.slice(
    0,
    log.findLastIndex((request) => request.operation === log[0]?.operation),
  );
  return { requests, world: end.world, mustStay: [...before].filter((id) => end.ids.has(id)) };
}
