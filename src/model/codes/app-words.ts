import { constructsCodes } from "./constructs-codes.ts";
import { failWith, wordsIn } from "./fail.ts";
import { testingCodes } from "./testing-codes.ts";

const entries = { ...constructsCodes, ...testingCodes };

/** Errors of constructs, and of tests of apps. */
export const fail = failWith(entries);
export const wordsOf = wordsIn(entries);
