import { acceptCodes } from "./accept-codes.ts";
import { applyCodes } from "./apply-codes.ts";
import { failWith, wordsIn } from "./fail.ts";
import { guardCodes } from "./guard-codes.ts";
import { liveCodes } from "./live-codes.ts";
import { planCodes } from "./plan-codes.ts";
import { runCodes } from "./run-codes.ts";
import { savedPlanCodes } from "./saved-plan-codes.ts";
import { secretCodes } from "./secret-codes.ts";
import { stateCodes } from "./state-codes.ts";

const entries = {
  ...acceptCodes,
  ...applyCodes,
  ...guardCodes,
  ...liveCodes,
  ...planCodes,
  ...runCodes,
  ...savedPlanCodes,
  ...secretCodes,
  ...stateCodes,
};

/** Errors, refusals and notes of plans and runs. */
export const fail = failWith(entries);
export const wordsOf = wordsIn(entries);
