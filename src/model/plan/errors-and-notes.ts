import { present } from "../../util/present.ts";
import type { Address } from "../address.ts";
import type { Words } from "../codes/fail.ts";
import type { DesiredObject } from "../desired-world.ts";
import { type Diagnostic, errorAt } from "../diagnostic.ts";
import type { PlanNote } from "./plan.ts";

/** An error that prevents a plan. It stands at the attribute of the object in the layout, or else at the object. */
export function errorOf(words: Words, object?: DesiredObject, attribute?: string): Diagnostic {
  const position = attribute === undefined ? undefined : object?.positions?.[attribute];
  return errorAt(position ?? object?.at, words);
}

/** A note of a plan. Only `docsform explain` shows its remedy. */
export function noteOf({ code, message }: Words, address?: Address): PlanNote {
  return { code, ...present({ address }), message };
}
