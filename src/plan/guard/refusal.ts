import { wordsIn } from "../../model/codes/fail.ts";
import { guardCodes } from "../../model/codes/guard-codes.ts";

/** The code, the message and the remedy of a refusal. */
export const refusal = wordsIn(guardCodes);
