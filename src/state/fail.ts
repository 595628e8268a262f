import { applyCodes } from "../model/codes/apply-codes.ts";
import { failWith } from "../model/codes/fail.ts";
import { runCodes } from "../model/codes/run-codes.ts";
import { stateCodes } from "../model/codes/state-codes.ts";

/** The errors of the state, the journal and the lock. */
export const fail = failWith({ ...applyCodes, ...runCodes, ...stateCodes });
