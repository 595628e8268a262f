import type { DesiredWorld } from "../../model/desired-world.ts";
import { DiagnosticsError } from "../../model/errors.ts";
import type { Plan, UnconfirmedObject } from "../../model/plan/plan.ts";
import { indexTypes } from "../../model/type-index.ts";
import type { Lock } from "../../state/disk.ts";
import { planChanges } from "../plan/pipeline.ts";
import { indexLive } from "../plan/world/live-index.ts";
import { importedEntry, saveImported } from "./edit-state.ts";
import { emptyState } from "./import-one.ts";
import { type ReadOptions, readInputs } from "./read-inputs.ts";
import { refuseOtherLayouts } from "./refuse-other-layouts.ts";
import type { Setup } from "./setup.ts";

/** Confirms in the state the objects that a plan of the layout finds by their keys. It writes nothing else. */
export async function confirmFound(
  setup: Setup,
  lock: Lock,
  desired: DesiredWorld,
  options: Pick<ReadOptions, "moves" | "signal">,
): Promise<readonly UnconfirmedObject[]> {
  const inputs = await readInputs(setup, desired, options);
  const { plan, diagnostics } = planChanges(inputs);
  if (plan === undefined) throw new DiagnosticsError(diagnostics);
  const { found } = plan;
  if (found.length === 0) return [];
  refuseOtherLayouts(setup, inputs, found);
  const state = inputs.state ?? emptyState(setup, desired, inputs);
  const live = indexLive(inputs.live, indexTypes(setup.types));
  const confirmed = found.map(({ address, type, id }) => {
    const isLive = (itsId: string) => live.get(type, itsId) !== undefined;
    return [address, importedEntry(state.objects[address], live.get(type, id) ?? { id }, isLive)] as const;
  });
  await saveImported(setup, lock, inputs.remembered, state, Object.fromEntries(confirmed));
  return found;
}

/** The plan after its found objects are confirmed. */
export function withFoundConfirmed(plan: Plan): Plan {
  const found = new Set(plan.found.map(({ address }) => address));
  const managed = Object.entries(plan.managed).map(
    ([address, each]) =>
      [address, found.has(address) ? { ...each, origin: "imported" as const } : each] as const,
  );
  return { ...plan, managed: Object.fromEntries(managed) };
}
