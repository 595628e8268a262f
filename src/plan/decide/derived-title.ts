import type { DesiredObject } from "../../model/desired-world.ts";
import { type DeclaredAndLive, inheritedValue } from "./inherited.ts";

/** The text that the service makes a value of; undefined when it cannot be known. */
export function derivedTitle(
  context: DeclaredAndLive,
  attribute: string,
  object: DesiredObject,
): string | undefined {
  const value = object.attributes[attribute] ?? inheritedValue(context, object, attribute);
  return typeof value === "string" ? value : undefined;
}
