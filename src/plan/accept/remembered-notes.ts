import { isHashed } from "../../model/attribute-value.ts";
import { undeclaredChanges } from "../decide/undeclared.ts";
import { withoutIn } from "../report/secret-texts.ts";
import { type Deciding, entryOf, isRequested } from "./deciding.ts";

/** Messages about changes of undeclared values that decide who sees an object. The state records the live values. */
export function rememberedNotes(deciding: Deciding): readonly string[] {
  const { desired, types, liveOf, inputs, secrets, who } = deciding;
  return desired.world.objects.flatMap((object) => {
    const { address, type } = object;
    const live = liveOf(address);
    const entry = entryOf(deciding, address);
    if (live === undefined || entry?.id !== live.id || !isRequested(deciding, address)) return [];
    const { apiVersion } = inputs.live;
    const changes = undeclaredChanges(types.get(type), object, live, { entry, apiVersion, who });
    return changes.map(({ name, before, after }) => {
      const value = isHashed(before) ? "it is now" : JSON.stringify(after);
      const message = `The state records ${name} of ${address} as ${value}; the layout does not declare it.`;
      return withoutIn({ message }, ["message"], secrets).message;
    });
  });
}
