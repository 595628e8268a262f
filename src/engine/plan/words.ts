import type { Address } from "../../model/address.ts";
import { acceptCodes } from "../../model/codes/accept-codes.ts";
import { type Words, wordsIn } from "../../model/codes/fail.ts";
import { liveCodes } from "../../model/codes/live-codes.ts";
import { planCodes } from "../../model/codes/plan-codes.ts";
import type { DesiredObject } from "../../model/desired-world.ts";
import { type Diagnostic, errorAt } from "../../model/diagnostic.ts";
import { present } from "../../util/present.ts";
import type { PlanNote } from "./plan.ts";

const catalogue = { ...acceptCodes, ...liveCodes, ...planCodes };

/** The code, the message and the remedy of an error or a note of a plan, or of a conflict of a saved one. */
export const wordsOf = wordsIn(catalogue);

/** An error that prevents a plan. It stands at the attribute of the object in the layout, or else at the object. */
export function errorOf(words: Words, object?: DesiredObject, attribute?: string): Diagnostic {
  const position = attribute === undefined ? undefined : object?.positions?.[attribute];
  return errorAt(position ?? object?.at, words);
}

/** A note of a plan. Only `docsform explain` shows its remedy. */
export function noteOf({ code, message }: Words, address?: Address): PlanNote {
  return { code, ...present({ address }), message };
}
