import { acceptCodes } from "../../model/codes/accept-codes.ts";
import { applyCodes } from "../../model/codes/apply-codes.ts";
import { failWith } from "../../model/codes/fail.ts";
import { guardCodes } from "../../model/codes/guard-codes.ts";
import { liveCodes } from "../../model/codes/live-codes.ts";
import { runCodes } from "../../model/codes/run-codes.ts";
import { savedPlanCodes } from "../../model/codes/saved-plan-codes.ts";
import { secretCodes } from "../../model/codes/secret-codes.ts";
import { stateCodes } from "../../model/codes/state-codes.ts";

/** The errors of the whole pipeline. */
export const fail = failWith({
  ...acceptCodes,
  ...applyCodes,
  ...guardCodes,
  ...liveCodes,
  ...runCodes,
  ...savedPlanCodes,
  ...secretCodes,
  ...stateCodes,
});
