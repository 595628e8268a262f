import type { DesiredWorld } from "../model/desired-world.ts";
import { DiagnosticsError } from "../model/errors.ts";
import type { Lock, LockEntry } from "../model/lock.ts";
import { present } from "../model/present.ts";
import type { FoundObject, Plan } from "../plan/plan.ts";
import { planChanges } from "../plan/plan-changes.ts";
import { emptyLock } from "./adopt-one.ts";
import type { Claim } from "./disk/disk.ts";
import { refuseOpenJournal, saveEdited } from "./edit-lock.ts";
import { refuseHeldElsewhere } from "./held-elsewhere.ts";
import { type PlanOptions, readInputs } from "./read-inputs.ts";
import type { Setup } from "./setup.ts";

/** Confirms in the lock what a plan of the layout finds by its keys now. It writes nothing else. */
export async function confirmFound(
  setup: Setup,
  claim: Claim,
  desired: DesiredWorld,
  options: Pick<PlanOptions, "moves" | "signal">,
): Promise<readonly FoundObject[]> {
  const inputs = await readInputs(setup, desired, options);
  refuseOpenJournal(inputs.remembered);
  const { plan, diagnostics } = planChanges(inputs);
  if (plan === undefined) throw new DiagnosticsError(diagnostics);
  const { found } = plan;
  if (found.length === 0) return [];
  refuseHeldElsewhere(setup, inputs, found);
  const lock = inputs.lock ?? emptyLock(setup, desired, inputs);
  const confirmed = found.map(({ address, type, id }) => {
    const before = lock.objects[address];
    const scopeId = inputs.live.objects.find((live) => live.type === type && live.id === id)?.scopeId;
    const known = before?.id === id ? before : { id, ...present({ scopeId }), applied: {} };
    const entry: LockEntry = { ...known, origin: "imported" };
    return [address, entry] as const;
  });
  const next: Lock = { ...lock, objects: { ...lock.objects, ...Object.fromEntries(confirmed) } };
  await saveEdited(claim, next, inputs.remembered.lock);
  return found;
}

/** The plan as it is once somebody has confirmed what it has found. */
export function withFoundConfirmed(plan: Plan): Plan {
  const found = new Set(plan.found.map(({ address }) => address));
  const managed = Object.entries(plan.managed).map(
    ([address, each]) =>
      [address, found.has(address) ? { ...each, origin: "imported" as const } : each] as const,
  );
  return { ...plan, managed: Object.fromEntries(managed) };
}
