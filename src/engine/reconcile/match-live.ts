import type { Address } from "../../model/address.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import { DiagnosticsError } from "../../model/errors.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import { matchLayout } from "../plan/match/match-layout.ts";
import type { RunInputs } from "./read-inputs.ts";

/** Returns the present live object of each address of the layout. Throws if that is ambiguous or unknown. */
export function liveByAddress(inputs: RunInputs, desired: DesiredWorld): ReadonlyMap<Address, LiveObject> {
  const { byAddress, diagnostics } = matchLayout({ ...inputs, desired }).matches;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new DiagnosticsError(errors);
  return new Map([...byAddress].map(([address, match]) => [address, match.live]));
}
