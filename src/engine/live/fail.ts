import { applyCodes } from "../../model/codes/apply-codes.ts";
import { failWith, wordsIn } from "../../model/codes/fail.ts";
import { liveCodes } from "../../model/codes/live-codes.ts";
import { runCodes } from "../../model/codes/run-codes.ts";

const catalogue = { ...applyCodes, ...liveCodes, ...runCodes };

/** The errors of reading and writing the live service. */
export const fail = failWith(catalogue);
export const wordsOf = wordsIn(catalogue);
