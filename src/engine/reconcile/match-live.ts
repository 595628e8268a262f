import type { Address } from "../../model/address.ts";
import { fail } from "../../model/codes/plan-words.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import { DiagnosticsError } from "../../model/errors.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import { matchLayout } from "../plan/match/match-layout.ts";
import type { RunInputs } from "./read-inputs.ts";

/**
 * Returns the present live object of each address of the layout. Throws if that is ambiguous or unknown, also because a list of declared
 * objects is incomplete.
 */
export function liveByAddress(inputs: RunInputs, desired: DesiredWorld): ReadonlyMap<Address, LiveObject> {
  const declared = new Set(desired.objects.map(({ type }) => type));
  const { incompleteLists = [], omittedObjects = [] } = inputs.live;
  const list = incompleteLists.find(({ types }) => types.some((type) => declared.has(type)));
  if (list !== undefined) {
    const { expected, received } = list;
    throw fail("live/incomplete-list", { case: "comparison", expected, received });
  }
  const omitted = omittedObjects.find(({ type }) => declared.has(type));
  if (omitted !== undefined) throw fail("live/incomplete-list", { case: "omitted", id: omitted.id });
  const { byAddress, diagnostics } = matchLayout({ ...inputs, desired }).matches;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new DiagnosticsError(errors);
  return new Map([...byAddress].map(([address, match]) => [address, match.live]));
}
