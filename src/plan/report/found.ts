import { groupBy } from "../../model/groups.ts";
import { attributesIn } from "../../model/key-field.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { PlanContext } from "../context.ts";
import { titleOfLive } from "../names.ts";
import type { FoundByKey, PlanNote } from "../plan.ts";
import { noteOf, wordsOf } from "../words.ts";

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
    const confirmation = keepsState ? "docsform import --found" : "id:";
    const [first, ...others] = objects.map(({ address }) => address);
    if (first !== undefined && others.length === 0) {
      const facts = { object: type.label.one, key: keyWords(type, ""), confirmation, address: first };
      return noteOf(wordsOf("plan/found", { case: "one", ...facts }), first);
    }
    const words = wordsOf("plan/found", {
      case: "several",
      count: objects.length,
      objects: type.label.many,
      keys: keyWords(type, "s"),
      confirmation,
      addresses: objects.map(({ address }) => address),
    });
    return noteOf(words);
  });
}

function keyWords({ identity }: ResourceType, ending: "" | "s"): string {
  const names = attributesIn(identity.key);
  return (names.length === 0 ? ["key"] : names).map((name) => `${name}${ending}`).join(" and ");
}
