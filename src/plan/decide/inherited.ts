import type { DesiredObject } from "../../model/desired-world.ts";
import { type DesiredValue, isReference } from "../../model/desired-world.ts";
import { keyOf } from "../../model/object-key.ts";
import type { PlanContext } from "../context.ts";

/** What is declared and what is there. */
export type Seen = Pick<PlanContext, "types" | "desired" | "live" | "pairing">;

/**
 * What an attribute of an object will be where nobody sets it, by what the object refers to; undefined where it inherits nothing, or
 * that is not seen. `refers`: what it refers to, where its layout does not say.
 */
export function inheritedValue(
  { types, desired, live, pairing }: Seen,
  { type, attributes }: Pick<DesiredObject, "type" | "attributes">,
  name: string,
  refers: Readonly<Record<string, DesiredValue>> = {},
): DesiredValue | undefined {
  const { attributes: rules } = types.get(type);
  const through = rules[name]?.inheritedFrom;
  if (through === undefined) return undefined;
  const target = attributes[through] ?? refers[through];
  if (isReference(target)) {
    const declared = desired.get(target.$ref)?.attributes[name];
    return declared ?? pairing.byAddress.get(target.$ref)?.live.attributes[name];
  }
  if (typeof target !== "string") return undefined;
  const found = live.get(rules[through]?.reference?.type ?? "", target);
  const declared = found && pairing.byLive.get(keyOf(found))?.desired.attributes[name];
  return declared ?? found?.attributes[name];
}
