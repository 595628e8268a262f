import { type Address, nameOfAddress, typeOfAddress } from "../../model/address.ts";
import { type DesiredObject, isReference } from "../../model/desired-world.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import { isNamedInContainer, syntaxOfType } from "../layout-types.ts";
import { referenceTo } from "../writing.ts";
import type { ChangingLayout, NotMade } from "./changing-layout.ts";
import { NotInPlaceError } from "./edits.ts";
import { obstacles } from "./obstacles.ts";

/**
 * Updates references to renamed items: a reference contains the item's name, which comes from the item's own attributes. Returns the
 * renames that cannot be made, because a reference to the item cannot be changed in place.
 */
export function followRenames(
  state: ChangingLayout,
  write: (from: Address, attribute: string, value: unknown) => void,
): readonly NotMade[] {
  const { changes } = state;
  const gone = new Set(changes.removed);
  const isUsed = (address: Address, attribute: string) =>
    changes.values.some((each) => each.address === address && each.attribute === attribute);
  return state.desired.objects.flatMap((from) =>
    Object.entries(from.attributes).flatMap(([attribute, value]) => {
      if (!isReference(value) || gone.has(from.address) || isUsed(from.address, attribute)) return [];
      const names = newNamesIn(state, value.$ref);
      const newName = names.length === 0 ? undefined : nameAfter(state, from, value.$ref);
      if (newName === undefined) return [];
      try {
        write(from.address, attribute, newName);
        return [];
      } catch (error) {
        if (!(error instanceof NotInPlaceError)) throw error;
        return names.map((each) => ({
          ...each,
          reason: obstacles.referrerStays(from.address, error.message),
        }));
      }
    }),
  );
}

/** The changes that rename an item: its own, and those of containers whose names are a part of its name. */
function newNamesIn(state: ChangingLayout, address: Address): readonly Omit<NotMade, "reason">[] {
  const object = state.objects.get(address);
  if (object === undefined) return [];
  const { type, layout } = syntaxOfType(state.syntaxes, object.type);
  if (layout.kind !== "item") return [];
  const { container } = object;
  const outer = isReference(container) && isNamedInContainer(type) ? container.$ref : undefined;
  const isMade = (attribute: string) =>
    !state.notMade.some((each) => each.address === address && each.attribute === attribute);
  return [
    ...state.changes.values.filter(
      (each) =>
        each.address === address && layout.addressBy.includes(each.attribute) && isMade(each.attribute),
    ),
    ...state.changes.lists
      .filter(({ items }) => items.includes(address))
      .map(({ root }) => ({ address: root })),
    ...(outer === undefined ? [] : newNamesIn(state, outer)),
  ];
}

/** The new text of a reference to the item. Undefined: the old text is still right. */
function nameAfter(state: ChangingLayout, from: DesiredObject, address: Address): unknown {
  const id = state.ids.get(address);
  // An object that is not on the service keeps its name.
  if (id === undefined) return undefined;
  const to = { type: typeOfAddress(address), id };
  const referrer = state.byKey.get(objectKey(from.type, state.ids.get(from.address) ?? ""));
  const item = state.writing.items.get(keyOf(to));
  const scope = state.objects.get(address)?.scope;
  if (referrer === undefined || scope === undefined) return undefined;
  return `${nameOfAddress(scope)}/${item?.name}` === nameOfAddress(address)
    ? undefined
    : referenceTo(state.writing, referrer, to);
}
