import type { LoggedRequest } from "../../src/emulator/wire.ts";
import { faultsOf, faultsOfPage } from "./faults-of.ts";
import type { Cell } from "./run-cell.ts";

/** Each request with each fault that can hit it. */
export function faultCells(requests: readonly LoggedRequest[]): readonly Cell[] {
  return requests.flatMap((request, index) =>
    faultsOf(request).map((fault): Cell => {
      const times = fault.kind === "stale-reads" ? "always" : 1;
      return {
        name: nameOf(Object.values(fault).join(" "), index, request),
        at: index + 1,
        fault: { on: { times }, fault },
        journal: "kept",
      };
    }),
  );
}

/** Lists of several pages that change or never end while they are read. */
export function pageCells(requests: readonly LoggedRequest[], pageCap: number): readonly Cell[] {
  return requests.flatMap((request, index) =>
    faultsOfPage(request).map(
      (fault): Cell => ({
        name: nameOf(Object.values(fault).join(" "), index, request),
        at: index + 1,
        fault: { on: { times: 1 }, fault },
        journal: "kept",
        pageCap,
      }),
    ),
  );
}

/** A kill before and after each request, with the journal kept and lost. After a write there is also a cell with stale reads. */
export function killCells(requests: readonly LoggedRequest[]): readonly Cell[] {
  return requests.flatMap((request, index) =>
    (["before", "after"] as const).flatMap((when) =>
      (["kept", "lost"] as const).flatMap((journal): readonly Cell[] => {
        // A kill before a read is the same as a kill after the request before it, and a read changes nothing. So each of the two is tested with one
        // journal.
        if (request.method === "GET" && (when === "before") !== (journal === "kept")) return [];
        const name = nameOf(`kill ${when}, journal ${journal}`, index, request);
        const cell: Cell = { name, at: index + 1, kill: when, journal };
        const isWritten = when === "after" && request.method !== "GET";
        return isWritten ? [cell, { ...cell, name: `${name}, stale reads`, staleMs: 3000 }] : [cell];
      }),
    ),
  );
}

function nameOf(what: string, index: number, request: LoggedRequest): string {
  return `${what} at request ${index + 1}, ${request.operation}`;
}
