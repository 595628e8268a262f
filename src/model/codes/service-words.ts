import { applyCodes } from "./apply-codes.ts";
import { clientCodes } from "./client-codes.ts";
import { failWith, wordsIn } from "./fail.ts";
import { httpCodes } from "./http-codes.ts";
import { liveCodes } from "./live-codes.ts";
import { runCodes } from "./run-codes.ts";

const entries = { ...applyCodes, ...clientCodes, ...httpCodes, ...liveCodes, ...runCodes };

/** Errors and notes of reading and writing the service. */
export const fail = failWith(entries);
export const wordsOf = wordsIn(entries);
