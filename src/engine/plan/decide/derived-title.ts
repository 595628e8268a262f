import type { DesiredObject } from "../../../model/desired-world.ts";
import { type DeclaredAndLive, inheritedValue } from "./inherited.ts";

/** The text from which the service derives a value. Undefined: it is unknown. */
export function derivedTitle(
  context: DeclaredAndLive,
  attribute: string,
  object: DesiredObject,
): string | undefined {
  const value = object.attributes[attribute] ?? inheritedValue(context, object, attribute);
  return typeof value === "string" ? value : undefined;
}
