import type { Address } from "../model/address.ts";
import type { DesiredWorld } from "../model/desired-world.ts";
import { DiagnosticsError } from "../model/errors.ts";
import type { LiveObject } from "../model/snapshot.ts";
import { indexTypes } from "../model/type-index.ts";
import { indexDesired } from "../plan/desired-index.ts";
import { indexLive } from "../plan/live-index.ts";
import { matchObjects } from "../plan/match/match-objects.ts";
import type { RunInputs } from "./read-inputs.ts";

/** Returns the present live object of each address of the layout. Throws if that is ambiguous or unknown. */
export function liveByAddress(
  { types: all, live, state, recovered }: RunInputs,
  desired: DesiredWorld,
): ReadonlyMap<Address, LiveObject> {
  const types = indexTypes(all);
  const { byAddress, diagnostics } = matchObjects({
    types,
    desired: indexDesired(desired),
    live: indexLive(live, types),
    state,
    recovered,
  });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new DiagnosticsError(errors);
  return new Map([...byAddress].map(([address, match]) => [address, match.live]));
}
