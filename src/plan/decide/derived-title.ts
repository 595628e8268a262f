import type { DesiredObject } from "../../model/desired-world.ts";
import { inheritedValue, type Seen } from "./inherited.ts";

/** The text that the service makes a value of; undefined when it cannot be known. */
export function derivedTitle(context: Seen, attribute: string, object: DesiredObject): string | undefined {
  const value = object.attributes[attribute] ?? inheritedValue(context, object, attribute);
  return typeof value === "string" ? value : undefined;
}
