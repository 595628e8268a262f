import type { DesiredObject } from "../model/desired-world.ts";
import { isReference } from "../model/desired-world.ts";
import type { PlanContext } from "./context.ts";

/** The text that the service makes a value of; undefined when it cannot be known. */
export function derivedTitle(
  context: PlanContext,
  derivedFrom: string,
  object: DesiredObject,
): string | undefined {
  const [attribute, ofReferred] = derivedFrom.split(".") as [string, string?];
  const value = object.attributes[attribute];
  if (ofReferred === undefined) return typeof value === "string" ? value : undefined;
  const declared = isReference(value) ? context.desired.get(value.$ref)?.attributes[ofReferred] : undefined;
  if (typeof declared === "string") return declared;
  const type = context.types.get(object.type).attributes[attribute]?.reference?.type;
  const id = isReference(value) ? context.pairing.byAddress.get(value.$ref)?.live.id : value;
  const live =
    type !== undefined && typeof id === "string"
      ? context.live.get(type, id)?.attributes[ofReferred]
      : undefined;
  return typeof live === "string" ? live : undefined;
}
