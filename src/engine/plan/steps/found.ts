import { wordsOf } from "../../../model/codes/plan-words.ts";
import { attributesIn } from "../../../model/key-field.ts";
import { noteOf } from "../../../model/plan/errors-and-notes.ts";
import type { PlanNote, UnconfirmedObject } from "../../../model/plan/plan.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import { groupBy } from "../../../util/groups.ts";
import { titleOfLive } from "../decide/object-names.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { otherLayoutLookup } from "../match/other-layouts.ts";

/** Objects that the plan matches with declared ones, although nobody has confirmed that they belong to the layout. */
export function foundObjects(context: PlanContext): readonly UnconfirmedObject[] {
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
      ...(origins.isRecovered(live) && { origin: "recovered" as const }),
    }));
}

/** One note for all that were found by their keys: "2 spaces, 1 site found by their titles". */
export function foundNotes(context: PlanContext, found: readonly UnconfirmedObject[]): readonly PlanNote[] {
  const otherLayoutOf = otherLayoutLookup(context.types, context.otherLayouts);
  // A guard refuses those that belong to another layout.
  const own = found.filter((object) => object.origin === undefined && otherLayoutOf(object) === undefined);
  const [first, ...others] = own;
  if (first === undefined) return [];
  const confirmation = context.keepsState ? "docsform import --found" : "id:";
  const groups = [...groupBy(own, ({ type }) => type)].map(([name, objects]) => ({
    type: context.types.get(name),
    size: objects.length,
  }));
  if (others.length === 0) {
    const [object] = groups.map(({ type }) => type.label.one);
    const facts = { object: object ?? "", key: keyWords(groups, ""), confirmation, address: first.address };
    return [noteOf(wordsOf("plan/found", { case: "one", ...facts }), first.address)];
  }
  const words = wordsOf("plan/found", {
    case: "several",
    objects: groups.map(({ type: { label }, size }) => `${size} ${size === 1 ? label.one : label.many}`),
    keys: keyWords(groups, "s"),
    confirmation,
    addresses: own.map(({ address }) => address),
  });
  return [noteOf(words)];
}

function keyWords(
  groups: readonly { readonly type: Pick<ResourceType, "identity"> }[],
  ending: "" | "s",
): string {
  const names = groups.flatMap(({ type }) => attributesIn(type.identity.key));
  return [...new Set(names.length === 0 ? ["key"] : names)].map((name) => `${name}${ending}`).join(" and ");
}
