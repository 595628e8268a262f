import type { DesiredObject } from "../../model/desired-world.ts";
import { isReference } from "../../model/desired-world.ts";
import type { DerivedFrom } from "../../model/resource-type.ts";
import type { PlanContext } from "../context.ts";

/** The text that the service makes a value of; undefined when it cannot be known. */
export function derivedTitle(
  context: PlanContext,
  { attribute, through }: DerivedFrom,
  object: DesiredObject,
): string | undefined {
  const value = object.attributes[through ?? attribute];
  if (through === undefined) return typeof value === "string" ? value : undefined;
  const type = context.types.get(object.type).attributes[through]?.reference?.type ?? "";
  const candidates = isReference(value)
    ? [context.desired.get(value.$ref), context.pairing.byAddress.get(value.$ref)?.live]
    : [typeof value === "string" ? context.live.get(type, value) : undefined];
  const titles = candidates.map((candidate) => candidate?.attributes[attribute]);
  return titles.find((title) => typeof title === "string");
}
