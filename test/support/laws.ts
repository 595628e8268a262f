import { createHash } from "node:crypto";
import { expect, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Worlds drawn by a law, as a share of the usual number. */
    lawShare: number;
    /** A part of the name of the kind of world that alone is drawn; empty: all that are ready. */
    lawKind: string;
  }
}

/** How many worlds a law draws in this run. */
export function worldsOf(usual: number): number {
  return Math.max(1, Math.round(usual * inject("lawShare")));
}

/** Whether this run draws the usual number of worlds, or more, and so tries every cell too. */
export function isWhole(): boolean {
  return inject("lawShare") >= 1;
}

/** Those of the cells that this run tries: its share of them, the same ones each time, chosen by their names. */
export function partOf<T>(cells: readonly T[], nameOf: (cell: T) => string): readonly T[] {
  const share = inject("lawShare");
  const place = (cell: T) => createHash("sha256").update(nameOf(cell)).digest().readUInt32BE(0) / 2 ** 32;
  return isWhole() ? cells : cells.filter((cell) => place(cell) < share);
}

/** Ends a law that hangs. It measures nothing, because a world may take ten times as long on a busy machine. */
export function timeoutOf(usual: number): number {
  return 600_000 + worldsOf(usual) * 1000;
}

/** Counts events in the worlds, so that a law without events fails. */
export interface Tally {
  count(what: string, many?: number): void;
  of(what: string): number;
  /**
   * Prints the counts on one line, and fails for each of `what` that happened in fewer than `share` of the worlds. With so few worlds that
   * one event exceeds the share, it does not fail.
   */
  report(law: string, worlds: number, what: readonly string[], share: number): void;
  /** Fails for each of `what` that never happened. A single repeated world is exempt. */
  expectEach(what: readonly string[]): void;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  const of = (what: string) => counts.get(what) ?? 0;
  return {
    count: (what, many = 1) => {
      counts.set(what, of(what) + many);
    },
    of,
    report: (law, worlds, what, share) => {
      const shown = [...counts]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([name, many]) => `${name} ${many}`);
      process.stdout.write(`${law}: ${worlds} worlds; ${shown.join(", ")}\n`);
      // A single repeated world is exempt here too.
      const fewest = isDrawnAgain() ? 0 : worlds * share;
      const rare = fewest < 1 ? [] : what.filter((each) => of(each) < fewest);
      expect(rare, "too rare to prove anything").toEqual([]);
    },
    expectEach: (what) => {
      const never = isDrawnAgain() ? [] : what.filter((each) => of(each) === 0);
      expect(never, "never happened").toEqual([]);
    },
  };
}

function isDrawnAgain(): boolean {
  return inject("lawPath") !== "";
}
