import { expect } from "vitest";
import type { Fault } from "../../src/emulator/faults.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import { isFullShare, worldsOf } from "../support/laws.ts";
import type { MatrixEnd } from "./run-matrix.ts";

/** All kinds of faults of a request, except `callback`, which only foreign edits use. Faults of whole lists are not in the matrix. */
const kinds = {
  latency: true,
  "rate-limit": true,
  "error-before": true,
  "error-after": true,
  "drop-before": true,
  "drop-after": true,
  truncate: true,
  "drop-field": true,
  "stale-reads": true,
  "shift-pages": true,
  "loop-cursor": true,
  "name-taken": true,
  checkout: true,
  unauthorized: true,
  forbidden: true,
  "trash-in-lists": true,
  // No layout of the matrix has a bulk call. The toys have one.
} satisfies Record<
  Exclude<Fault["kind"], "callback" | "hide" | "refuse-item" | "repeat-items" | "date">,
  true
>;

/** Prints the size of a matrix. Fails if a cell failed, or if a kind of fault never had an effect. */
export function checkMatrix(apiVersion: ApiVersion, end: MatrixEnd): void {
  process.stdout.write(
    `fault matrix, ${apiVersion}: ${end.cells} cells over ${end.requests} requests, ${end.kills} kills; ` +
      `${end.withoutRerun} converged at once, ${end.afterRerun} by a rerun, ${end.stopped.length} asked a person\n`,
  );
  expect(end.problems.slice(0, 20)).toEqual([]);
  expect(end.stopped, "nothing that went wrong leaves a question to a person").toEqual([]);
  expect(end.withoutRerun + end.afterRerun).toBe(end.cells);
  const never = Object.keys(kinds).filter((kind) => !end.fired.has(kind as Fault["kind"]));
  expect(isFullShare() ? never : []).toEqual([]);
  expect(end.cells).toBeGreaterThan(worldsOf(1200) * 0.8);
  expect(end.kills).toBeGreaterThan(worldsOf(300) * 0.8);
}
