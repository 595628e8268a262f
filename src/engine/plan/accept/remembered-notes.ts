import { isHashed } from "../../../model/attribute-value.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import { undeclaredChanges } from "../decide/undeclared.ts";
import { withoutIn } from "../world/secret-texts.ts";
import { type Deciding, entryOf, isRequested } from "./deciding.ts";

/** Notes about changes of undeclared values that decide who sees an object. The state records the live values. */
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
      const facts = { field: name, address };
      const { message } = isHashed(before)
        ? wordsOf("accept/undeclared-value", { case: "secret", ...facts })
        : wordsOf("accept/undeclared-value", { case: "value", ...facts, value: JSON.stringify(after) });
      return withoutIn({ message }, ["message"], secrets).message;
    });
  });
}
