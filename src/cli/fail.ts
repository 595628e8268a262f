import { acceptCodes } from "../model/codes/accept-codes.ts";
import { cliCodes } from "../model/codes/cli-codes.ts";
import { cliLayoutCodes } from "../model/codes/cli-layout-codes.ts";
import { cliStartCodes } from "../model/codes/cli-start-codes.ts";
import { cliUsageCodes } from "../model/codes/cli-usage-codes.ts";
import { failWith } from "../model/codes/fail.ts";
import { savedPlanCodes } from "../model/codes/saved-plan-codes.ts";
import { stateCodes } from "../model/codes/state-codes.ts";

/** The errors of the command line. */
export const fail = failWith({
  ...acceptCodes,
  ...cliCodes,
  ...cliLayoutCodes,
  ...cliStartCodes,
  ...cliUsageCodes,
  ...savedPlanCodes,
  ...stateCodes,
});
