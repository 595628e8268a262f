import { typeOfAddress } from "../../../model/address.ts";
import { isKnownTo } from "../../../model/api-version-marks.ts";
import { attributesIn } from "../../../model/key-field.ts";
import { keyOf, type ObjectKey, objectKey } from "../../../model/object-key.ts";
import type { Attribute } from "../../../model/resource-type/attribute.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { jsonEquals } from "../../../util/json.ts";
import { once } from "../../../util/once.ts";
import type { PlanContext } from "../decide/plan-context.ts";

/** Returns the attributes whose values are permanently lost with a live object. */
export type LostAttributesOf = (live: LiveObject) => { readonly lostAttributes?: readonly string[] };

export function lostAttributesIn(context: PlanContext): LostAttributesOf {
  const notCarriedOver = once(
    () =>
      new Map<ObjectKey, readonly string[]>(
        [...context.decisions.carried.values()].flatMap(({ from, lostAttributes }) =>
          from === undefined ? [] : [[keyOf(from), lostAttributes] as const],
        ),
      ),
  );
  const declared = once(() => declaredBefore(context));
  return (live) => {
    // A destroy intends the loss of all values.
    const known = declared().get(keyOf(live));
    const undeclared = context.purpose === "destroy" ? [] : setByHand(context, live, known);
    const lostAttributes = notCarriedOver().get(keyOf(live)) ?? undeclared;
    return lostAttributes.length === 0 ? {} : { lostAttributes };
  };
}

/** The attributes that the layout declared at the last apply, by object. The author of the layout intends their deletion. */
function declaredBefore({ state }: PlanContext): ReadonlyMap<ObjectKey, ReadonlySet<string>> {
  return new Map(
    Object.entries(state?.objects ?? {}).map(([address, { id, applied }]) => [
      objectKey(typeOfAddress(address), id),
      new Set(Object.keys(applied)),
    ]),
  );
}

/** Values that no layout declares and that the service does not choose. Key attributes are omitted, because the step shows them. */
function setByHand(
  { types, live: { world } }: PlanContext,
  { type: name, attributes, inherited = [], unreadAttributes = [] }: LiveObject,
  declared: ReadonlySet<string> = new Set(),
): readonly string[] {
  const type = types.get(name);
  const keys = new Set(attributesIn([...type.identity.key, ...type.identity.createKey]));
  return Object.entries(type.attributes).flatMap(([each, rule]) => {
    const value = attributes[each] ?? null;
    const isUsual = value === null || jsonEquals(value, rule.default ?? null);
    const isOwn = !isUsual && !isChosen(rule) && isKnownTo(rule.schema, world.apiVersion);
    const isExcepted = [keys, declared, new Set([...inherited, ...unreadAttributes])].some((names) =>
      names.has(each),
    );
    return isOwn && !isExcepted ? [each] : [];
  });
}

/** Whether the service chooses varying values for the attribute, or the attribute matters only at creation. */
function isChosen({ derived, default: usual, inheritedFrom, onlyAtCreate }: Attribute): boolean {
  return (derived === true && usual === undefined && inheritedFrom === undefined) || onlyAtCreate === true;
}
