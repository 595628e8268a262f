import { applyCodes } from "../model/codes/apply-codes.ts";
import { failWith, wordsIn } from "../model/codes/fail.ts";
import { runCodes } from "../model/codes/run-codes.ts";

/** The errors of applying a plan. */
export const fail = failWith({ ...applyCodes, ...runCodes });

/** The code and the message of a note of a run. */
export const wordsOf = wordsIn(applyCodes);
