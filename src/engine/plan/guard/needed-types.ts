import { type Address, typeOfAddress } from "../../../model/address.ts";
import type { PlanStep } from "../../../model/plan/plan.ts";
import { withContents } from "../../../model/type-index.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { namedByIds, referrersOf } from "../world/needed-lists.ts";
import { deletesIn } from "./guard.ts";

/**
 * Types whose lists a plan needs completely: those that the layout, the state or the journal has, those that the layout names by an id, and
 * those whose objects may be inside a deleted object or refer to it.
 */
export function neededTypes(
  { types, desired: { world }, state, recovered }: PlanContext,
  steps: readonly PlanStep[],
  isSelected: (address: Address) => boolean,
): ReadonlySet<string> {
  const declared = world.objects.filter(({ address }) => isSelected(address));
  const remembered = [...Object.keys(state?.objects ?? {}), ...Object.keys(recovered?.matches ?? {})];
  const deleted = withContents(
    types,
    deletesIn(steps).map(({ type }) => type),
  );
  return new Set([
    ...declared.map(({ type }) => type),
    ...declared.flatMap((object) => namedByIds(types, object)),
    ...remembered.filter(isSelected).map(typeOfAddress),
    ...[...deleted].flatMap((name) => [name, ...referrersOf(types, name, () => true)]),
  ]);
}
