import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, inject } from "vitest";
import { groupBy } from "../../src/util/groups.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The share of the usual number of worlds. */
    lawShare: number;
    /** A part of the name of the only kind to draw. Empty: all kinds without a known defect. */
    lawKind: string;
  }
}

/** The number of worlds that a law draws in this run. */
export function worldsOf(usual: number): number {
  return Math.max(1, Math.round(usual * inject("lawShare")));
}

/** Whether this run draws at least the usual number of worlds, and so tests every cell of a matrix. */
export function isFullShare(): boolean {
  return inject("lawShare") >= 1;
}

/** This run's share of the cells. Their names decide, so that each run tests the same ones. */
export function shareOf<T>(cells: readonly T[], nameOf: (cell: T) => string): readonly T[] {
  const share = inject("lawShare");
  return isFullShare() ? cells : cells.filter((cell) => placeOf(nameOf(cell)) < share);
}

/**
 * One in three cells, at least one, for a table whose cells take long, for example because they start real tools. Their names decide. A run of the full
 * share has them all. `oneIn`: another number than three.
 */
export function someOf<T>(cells: readonly T[], nameOf: (cell: T) => string, oneIn = 3): readonly T[] {
  if (isFullShare()) return cells;
  const many = Math.ceil(cells.length / oneIn);
  const places = new Map(cells.map((cell) => [cell, placeOf(nameOf(cell))]));
  const byPlace = [...places].sort(([, a], [, b]) => a - b).map(([cell]) => cell);
  const drawn = new Set(byPlace.slice(0, many));
  return cells.filter((cell) => drawn.has(cell));
}

/** A group of tests that only a run of the full share has, because faster tests, or a similar group, prove most of it. */
export const describeAgain: (title: string, tests: () => void) => unknown = isFullShare()
  ? describe
  : () => undefined;

/** `someOf` the cells of each kind. */
export function someOfEach<T>(
  cells: readonly T[],
  kindOf: (cell: T) => string,
  nameOf: (cell: T) => string,
): readonly T[] {
  const kinds = [...groupBy(cells, kindOf).values()];
  const drawn = new Set(kinds.flatMap((ofKind) => someOf(ofKind, nameOf)));
  return cells.filter((cell) => drawn.has(cell));
}

/** A number from 0 to 1 that depends only on the name. */
function placeOf(name: string): number {
  return createHash("sha256").update(name).digest().readUInt32BE(0) / 2 ** 32;
}

/** Ends a law that hangs. It is long, because a world may take ten times as long on a busy machine. */
export function timeoutOf(usual: number): number {
  return 600_000 + worldsOf(usual) * 1000;
}

/** Draws the worlds of a law and counts events in them, so that the law fails if its worlds have too few of them. */
export interface Tally {
  /**
   * Checks a law in as many worlds. If an event is too rare in them, `report` and `expectEach` draw further worlds: once as many, or all those of a run
   * of the full share.
   */
  draw<Drawn>(law: fc.IAsyncProperty<Drawn>, worlds: number): Promise<void>;
  /** Draws as many worlds again. False: it has drawn all that it may. */
  drawMore(): Promise<boolean>;
  count(what: string, many?: number): void;
  of(what: string): number;
  /**
   * Prints the counts on one line. Fails for each event of `what` that happened in less than `share` of the worlds, unless the share is less than
   * one world.
   */
  report(law: string, worlds: number, what: readonly string[], share: number): Promise<void>;
  /** Fails for each event of `what` that happened less often. A single repeated world is exempt. */
  expectEach(what: readonly string[], fewest?: number): Promise<void>;
}

/** `drawing`: the tally that draws the worlds. Absent: this one. */
export function createTally(drawing?: Tally): Tally {
  const counts = new Map<string, number>();
  const of = (what: string) => counts.get(what) ?? 0;
  let drawAgain = async () => {};
  let roundsLeft = 0;
  const drawMore = async () => {
    if (drawing !== undefined) return await drawing.drawMore();
    if (roundsLeft <= 0) return false;
    roundsLeft -= 1;
    await drawAgain();
    return true;
  };
  /** The events of `what` that happen less often, although more worlds were drawn for them. */
  const rareIn = async (what: readonly string[], fewest: number): Promise<readonly string[]> => {
    const rare = isDrawnAgain() ? [] : what.filter((each) => of(each) < fewest);
    return rare.length > 0 && (await drawMore()) ? await rareIn(rare, fewest) : rare;
  };
  return {
    draw: async (law, worlds) => {
      let seed = inject("lawSeed");
      drawAgain = async () => await fc.assert(law, { numRuns: worlds, seed: (seed += 1) });
      roundsLeft = Math.max(1, Math.ceil(1 / inject("lawShare")) - 1);
      await fc.assert(law, { numRuns: worlds });
    },
    drawMore,
    count: (what, many = 1) => {
      counts.set(what, of(what) + many);
    },
    of,
    report: async (law, worlds, what, share) => {
      const rare = worlds * share < 1 ? [] : await rareIn(what, worlds * share);
      const shown = [...counts]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([name, many]) => `${name} ${many}`);
      process.stdout.write(`${law}: ${worlds} worlds; ${shown.join(", ")}\n`);
      expect(rare, "too rare to prove anything").toEqual([]);
    },
    expectEach: async (what, fewest = 1) => {
      expect(await rareIn(what, fewest), `happened less often than ${fewest} times`).toEqual([]);
    },
  };
}

function isDrawnAgain(): boolean {
  return inject("lawPath") !== "";
}
