import type { DesiredObject } from "../../../model/desired-world.ts";
import { type DesiredValue, isReference } from "../../../model/desired-world.ts";
import { keyOf } from "../../../model/object-key.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { PlanContext } from "./plan-context.ts";

/** The layout, the snapshot and their matches. */
export type DeclaredAndLive = Pick<PlanContext, "types" | "desired" | "live" | "matches">;

/**
 * The value that an attribute inherits if the object does not set it, from the object that it refers to. Undefined: the attribute inherits
 * nothing, or the value is unknown. `refers`: references to use if the object declares none.
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

/** Finds the object whose id an attribute has. */
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
