import { groupBy } from "../../model/groups.ts";
import { attributesIn } from "../../model/key-field.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { PlanContext } from "../context.ts";
import { titleOfLive } from "../names.ts";
import type { FoundByKey, PlanNote } from "../plan.ts";

/** Unconfirmed objects that the plan matches with declared ones by their keys alone. */
export function foundObjects(context: PlanContext): readonly FoundByKey[] {
  if (context.purpose === "destroy") return [];
  const { types, origins } = context;
  return [...context.decisions.retained.values()]
    .filter(({ live }) => types.get(live.type).scope === undefined && !origins.isConfirmed(live))
    .map(({ desired: { address }, live, by }) => ({
      address,
      type: live.type,
      id: live.id,
      title: titleOfLive(types, live),
      matchedBy: by,
    }));
}

/** One note for each type: "2 spaces found by their titles". */
export function foundNotes(
  { types, keepsState }: PlanContext,
  found: readonly FoundByKey[],
): readonly PlanNote[] {
  return [...groupBy(found, ({ type }) => type)].map(([name, objects]) => {
    const type = types.get(name);
    const isOne = objects.length === 1;
    const what = `${objects.length} ${isOne ? type.label.one : type.label.many}`;
    const addresses = objects.map(({ address }) => address).join(", ");
    const how = keepsState ? "Confirm with `docsform import --found`" : "Confirm with `id:`";
    return {
      code: "plan/found",
      ...(isOne && { address: addresses }),
      message: `${what} found by ${isOne ? "its" : "their"} ${keyWords(type, isOne)}; docsform did not create ${isOne ? "it" : "them"}. ${how} (${addresses}).`,
    };
  });
}

function keyWords({ identity }: ResourceType, isOne: boolean): string {
  const words = attributesIn(identity.key).map((name) => (isOne ? name : `${name}s`));
  return words.length === 0 ? (isOne ? "key" : "keys") : words.join(" and ");
}
