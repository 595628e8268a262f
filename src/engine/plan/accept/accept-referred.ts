import type { AcceptedValue } from "../../../model/accepted-edits.ts";
import { unmanagedAddress } from "../../../model/address.ts";
import { keyOf } from "../../../model/object-key.ts";
import { containsText } from "../../../model/secret-value.ts";
import type { LiveObject, ObjectName } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { otherLayoutLookup } from "../match/other-layouts.ts";
import type { Added } from "./accept-objects.ts";
import { type Deciding, differenceOf } from "./deciding.ts";

/**
 * Accepts the objects of the organization that an accepted reference names and no layout declares, such as the space that a new variant
 * shows. So the layout refers to them by keys, and declares their titles.
 */
export function acceptReferred(
  deciding: Deciding,
  added: Added,
  values: readonly AcceptedValue[],
): readonly LiveObject[] {
  const names = new Map(references(deciding, added, values).map((name) => [keyOf(name), name]));
  for (const entry of added.entries) names.delete(keyOf(entry));
  const otherLayoutOf = otherLayoutLookup(deciding.types, deciding.inputs.otherLayouts ?? []);
  const referred = [...names.values()].flatMap(({ type, id }) => {
    const object = deciding.live.get(type, id);
    const isMissing = object !== undefined && isUndeclared(deciding, object);
    return isMissing && otherLayoutOf(object) === undefined ? [object] : [];
  });
  for (const object of referred) {
    const found = differenceOf(deciding, unmanagedAddress(object.type, object.id), object, "added");
    deciding.accepted.push({ ...found, before: null, after: object.id });
  }
  return referred;
}

/** References of new items, and references that existing objects get. */
function references(
  { types, live, liveOf }: Deciding,
  { inside }: Added,
  values: readonly AcceptedValue[],
): readonly ObjectName[] {
  const items = live.world.objects.filter((object) => inside.has(keyOf(object)));
  return [
    ...items.flatMap((object) =>
      Object.keys(types.get(object.type).attributes).flatMap((name) => referenceIn(types, object, name)),
    ),
    ...values.flatMap(({ address, attribute }) => {
      const object = liveOf(address);
      return object === undefined ? [] : referenceIn(types, object, attribute);
    }),
  ];
}

function referenceIn(types: TypeIndex, object: LiveObject, attribute: string): readonly ObjectName[] {
  const { reference } = types.get(object.type).attributes[attribute] ?? {};
  const id = object.attributes[attribute];
  return reference === undefined || typeof id !== "string" ? [] : [{ type: reference.type, id }];
}

/** Whether a layout could declare the object, and this one does not. */
function isUndeclared({ types, addressOf, secrets }: Deciding, object: LiveObject): boolean {
  const { creation, scope } = types.get(object.type);
  if (creation === undefined || scope !== undefined || addressOf(object) !== undefined) return false;
  return !containsText(object.attributes, secrets);
}
