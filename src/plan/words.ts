import { messagesIn, type Words, wordsIn } from "../model/codes/fail.ts";
import { liveCodes } from "../model/codes/live-codes.ts";
import { planCodes } from "../model/codes/plan-codes.ts";
import type { DesiredObject } from "../model/desired-world.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { present } from "../model/present.ts";

const catalogue = { ...liveCodes, ...planCodes };

/** The code, the message and the remedy of an error that prevents a plan. */
export const wordsOf = wordsIn(catalogue);

/** The code and the message of a note of a plan, or of a conflict of a saved plan. */
export const messageOf = messagesIn(catalogue);

/** An error that prevents a plan. It stands at the attribute of the object in the layout, or else at the object. */
export function errorOf(words: Words, object?: DesiredObject, attribute?: string): Diagnostic {
  const position = attribute === undefined ? undefined : object?.positions?.[attribute];
  return { severity: "error", ...words, ...present({ at: position ?? object?.at }) };
}
