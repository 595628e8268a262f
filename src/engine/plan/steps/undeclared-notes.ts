import type { Address } from "../../../model/address.ts";
import { isHashed } from "../../../model/attribute-value.ts";
import type { Words } from "../../../model/codes/fail.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import { noteOf } from "../../../model/plan/errors-and-notes.ts";
import type { PlanNote } from "../../../model/plan/plan.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { withoutCarried } from "../decide/remember-values.ts";
import { type UndeclaredChange, undeclaredChanges } from "../decide/undeclared.ts";

/** Notes about changes of undeclared values that decide who sees an object. The run records the new values in the state. */
export function undeclaredNotes(
  context: PlanContext,
  isSelected: (address: Address) => boolean,
): readonly PlanNote[] {
  const { decisions, state, types, who, live: index } = context;
  const { apiVersion } = index.world;
  const notes: PlanNote[] = [];
  const noteChanges = (desired: DesiredObject, live: LiveObject) => {
    const { address, type } = desired;
    const entry = state?.objects[address];
    if (entry?.id !== live.id || !isSelected(address)) return;
    const object = withoutCarried(context, desired);
    for (const change of undeclaredChanges(types.get(type), object, live, { entry, apiVersion, who }))
      notes.push(noteOf(wordsOfChange(address, change), address));
  };
  for (const { desired, live } of decisions.retained.values()) noteChanges(desired, live);
  for (const { desired, replaces } of decisions.created.values())
    if (replaces !== undefined) noteChanges(desired, replaces.live);
  return notes;
}

function wordsOfChange(address: Address, { name, before, after }: UndeclaredChange): Words {
  const facts = { attribute: name, address };
  if (isHashed(before)) return wordsOf("plan/undeclared-changed", { case: "secret", ...facts });
  const values = { before: JSON.stringify(before), after: JSON.stringify(after) };
  return wordsOf("plan/undeclared-changed", { case: "value", ...facts, ...values });
}
