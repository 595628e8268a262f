import type { Fault } from "../../src/emulator/faults.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import { shareOf } from "../support/laws.ts";
import { faultCells, killCells, pageCells } from "./cells-of.ts";
import { prepare, type Representative } from "./representative.ts";
import { type Cell, type CellEnd, type FaultlessRun, runCell, runWithoutFaults } from "./run-cell.ts";
import { idsIn } from "./world-lines.ts";

/** The results of a whole matrix. */
export interface MatrixEnd {
  readonly cells: number;
  readonly requests: number;
  /** Cells after which the first apply had nothing left to do. */
  readonly withoutRerun: number;
  readonly afterRerun: number;
  /** Names of cells that ended with a decision for a person, each with that decision. */
  readonly stopped: readonly string[];
  /** The problems of all cells. */
  readonly problems: readonly string[];
  readonly fired: ReadonlyMap<Fault["kind"], number>;
  readonly kills: number;
}

const pageCap = 2;

/** Runs the cells of each request with each fault and each kill, or this run's share of them. */
export async function runMatrix(apiVersion: ApiVersion): Promise<MatrixEnd> {
  const given = await prepare(apiVersion);
  const faultless = await runWithoutFaults(given);
  const faultlessInPages = await runWithoutFaults(given, pageCap);
  const cells = [
    ...faultCells(faultless.requests),
    ...killCells(faultless.requests),
    ...pageCells(faultlessInPages.requests, pageCap),
  ];
  return await runCells(
    given,
    faultless,
    shareOf(cells, ({ name }) => name),
  );
}

export async function runCells(
  given: Representative,
  faultless: FaultlessRun,
  cells: readonly Cell[],
): Promise<MatrixEnd> {
  const fired = new Map<Fault["kind"], number>();
  const stopped: string[] = [];
  const problems: string[] = [];
  let [withoutRerun, afterRerun, kills] = [0, 0, 0];
  for (const cell of cells) {
    try {
      const end = await runCell(given, cell);
      for (const [kind, count] of Object.entries(end.fired) as [Fault["kind"], number][])
        fired.set(kind, (fired.get(kind) ?? 0) + count);
      kills += end.kills;
      if (end.stopped !== undefined) stopped.push(`${cell.name}: ${end.stopped}`);
      else if (end.runs === 2) withoutRerun += 1;
      else afterRerun += 1;
      problems.push(
        ...problemsOf(given, faultless, end).map(
          (what) => `${cell.name} [${end.story.join(" · ")}]: ${what}`,
        ),
      );
    } catch (error) {
      problems.push(`${cell.name}: ${error instanceof Error ? error.message : "strange"}`);
    }
  }
  return {
    cells: cells.length,
    requests: faultless.requests.length,
    withoutRerun,
    afterRerun,
    stopped,
    problems,
    fired,
    kills,
  };
}

/** The problems of a cell: an object that is duplicated, orphaned, lost, or deleted without being listed. */
function problemsOf(given: Representative, faultless: FaultlessRun, end: CellEnd): readonly string[] {
  const lost = [...idsIn(given.dump)].filter((id) => !end.ids.has(id) && !end.listed.has(id));
  const gone = faultless.mustStay.filter((id) => !end.ids.has(id));
  const problems = [
    ...end.wrongExitCodes,
    ...lost.map((id) => `${id} was deleted and not listed`),
    ...gone.map((id) => `${id} was to stay`),
  ];
  return end.stopped === undefined ? [...problems, ...differences(faultless.world, end.world)] : problems;
}

/** Lines that one world has more often than the other one. */
export function differences(wanted: readonly string[], found: readonly string[]): readonly string[] {
  const count = (lines: readonly string[], line: string) => lines.filter((each) => each === line).length;
  return [...new Set([...wanted, ...found])].flatMap((line) => {
    const [more, less] = [count(found, line), count(wanted, line)];
    return more === less ? [] : [`${more} instead of ${less} of ${line}`];
  });
}
