import { keyOf, type ObjectKey } from "../model/object-key.ts";
import { slugOf } from "../model/slug.ts";
import type { LiveObject } from "../model/snapshot.ts";
import { append } from "../util/groups.ts";
import { type LayoutTypes, syntaxOfType } from "./layout-types.ts";

/** Attributes that a layout can omit, because the service derives the same value from another attribute, by object. */
export type DerivedValues = ReadonlyMap<ObjectKey, readonly string[]>;

/**
 * The first item of a type may omit what all others must declare, such as its path. A person omits it if the service derives that value from
 * its title anyway.
 */
export function derivedValues(
  types: LayoutTypes,
  inside: ReadonlyMap<string, readonly LiveObject[]>,
): DerivedValues {
  const derived = new Map<ObjectKey, string[]>();
  for (const siblings of inside.values())
    for (const type of new Set(siblings.map((each) => each.type))) {
      const first = siblings.find((each) => each.type === type);
      if (first === undefined) continue;
      for (const name of derivedOf(types, first)) append(derived, keyOf(first), name);
    }
  return derived;
}

function derivedOf(types: LayoutTypes, { type: name, attributes }: LiveObject): readonly string[] {
  const { type, layout } = syntaxOfType(types, name);
  const mayOmit = layout.kind === "item" ? (layout.requiredAfterFirst ?? []) : [];
  return (type.unique ?? []).flatMap(({ attribute, derivedFrom = "" }) => {
    const from = attributes[derivedFrom];
    const isDerived = typeof from === "string" && attributes[attribute] === slugOf(from);
    return isDerived && mayOmit.includes(attribute) ? [attribute] : [];
  });
}

/** An object without the attributes that the layout omits, for the names that the layout gives it. */
export function withoutDerived(derived: DerivedValues, object: LiveObject): LiveObject {
  const omitted = derived.get(keyOf(object));
  if (omitted === undefined) return object;
  const kept = Object.entries(object.attributes).filter(([name]) => !omitted.includes(name));
  return { ...object, attributes: Object.fromEntries(kept) };
}
