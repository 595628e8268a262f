import type { DesiredObject } from "../../model/desired-world.ts";
import { type DesiredValue, isReference } from "../../model/desired-world.ts";
import { keyOf } from "../../model/object-key.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { PlanContext } from "../context.ts";

/** What is declared and what is there. */
export type DeclaredAndLive = Pick<PlanContext, "types" | "desired" | "live" | "matches">;

/**
 * What an attribute of an object will be where nobody sets it, by what the object refers to; undefined where it inherits nothing, or
 * that is not seen. `refers`: what it refers to, where its layout does not say.
 */
export function inheritedValue(
  { types, desired, live, matches }: DeclaredAndLive,
  { type, attributes }: Pick<DesiredObject, "type" | "attributes">,
  name: string,
  refers: Readonly<Record<string, DesiredValue>> = {},
): DesiredValue | undefined {
  const { inheritedFrom: through } = types.get(type).attributes[name] ?? {};
  if (through === undefined) return undefined;
  const target = attributes[through] ?? refers[through];
  const { declared, there } = isReference(target)
    ? { declared: desired.get(target.$ref), there: matches.byAddress.get(target.$ref)?.live }
    : byId({ types, live, matches }, type, through, target);
  return declared?.attributes[name] ?? there?.attributes[name];
}

/** What is known of the object whose id an attribute holds. */
function byId(
  { types, live, matches }: Omit<DeclaredAndLive, "desired">,
  type: string,
  through: string,
  id: DesiredValue | undefined,
): { readonly declared?: DesiredObject | undefined; readonly there?: LiveObject | undefined } {
  const referred = types.get(type).attributes[through]?.reference?.type;
  const there = referred !== undefined && typeof id === "string" ? live.get(referred, id) : undefined;
  return there === undefined ? {} : { declared: matches.byLive.get(keyOf(there))?.desired, there };
}
