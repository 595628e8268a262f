import type { Dropped, RepairedState } from "../../engine/reconcile/repair-state.ts";
import { plainText } from "../../report/text/plain-text.ts";
import type { StatePlaces } from "../../state/state-places.ts";
import { count } from "../../util/count.ts";
import type { OutputJson } from "../print-result.ts";

export interface Repaired {
  readonly places: StatePlaces;
  /** Undefined: the state needed no repair. */
  readonly repaired: RepairedState | undefined;
  readonly journal: { readonly dropped: number };
  /** Paths of the removed files. */
  readonly swept: readonly string[];
}

export function repairJson({ places, repaired, journal, swept }: Repaired): OutputJson<"state"> {
  return {
    layout: places.layout,
    state: places.state ?? null,
    repaired: repaired !== undefined,
    kept: repaired === undefined ? null : keptIn(repaired),
    dropped: [...(repaired?.dropped ?? [])],
    journalLinesDropped: journal.dropped,
    removed: [...swept],
  };
}

export function renderRepaired({ places, repaired, journal, swept }: Repaired): string {
  const lines = [
    ...(repaired === undefined ? [] : stateLines(places.state ?? "", repaired)),
    ...(journal.dropped === 0
      ? []
      : [`${places.journal}: dropped ${count(journal.dropped, "line")} that could not be read.`]),
    ...swept.map((path) => `Removed ${path}, a leftover of a killed run.`),
  ];
  const reported = lines.length === 0 ? ["Nothing to repair."] : lines;
  return reported.map((line) => `${plainText(line)}\n`).join("");
}

function stateLines(path: string, repaired: RepairedState): readonly string[] {
  const { state, dropped } = repaired;
  const entries = dropped.filter(({ attribute }) => attribute === undefined).length;
  return [
    state === undefined
      ? `${path}: removed, because no entry was valid. The next plan finds the existing objects by their keys.`
      : `${path}: kept ${count(keptIn(repaired), "object")}, dropped ${entries}.`,
    ...dropped.map((each) => `  ${droppedName(each)}: ${each.reason}.`),
  ];
}

function keptIn({ state }: RepairedState): number {
  return Object.keys(state?.objects ?? {}).length;
}

function droppedName({ address, id, attribute }: Dropped): string {
  const named = id === undefined ? address : `${address} (${id})`;
  return attribute === undefined ? named : `${named}, last applied ${attribute}`;
}
