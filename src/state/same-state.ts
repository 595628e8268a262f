import { fail } from "../model/codes/plan-words.ts";
import type { State } from "../model/state.ts";
import { canonicalJson, type Json } from "../util/json.ts";

export function isSameState(one: State | undefined, other: State | undefined): boolean {
  return stateText(one) === stateText(other);
}

function stateText(state: State | undefined): string {
  return state === undefined ? "" : canonicalJson(state as unknown as Json);
}

/** Throws unless the state on the disk is the one that was read. Otherwise the save would lose the changes of another run. */
export function refuseOtherState(there: State | undefined, expected: State | undefined): void {
  if (isSameState(there, expected)) return;
  throw fail("run/state-changed", { case: "state" });
}
