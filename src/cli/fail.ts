import { acceptCodes } from "../model/codes/accept-codes.ts";
import { cliCodes } from "../model/codes/cli-codes.ts";
import { cliLayoutCodes } from "../model/codes/cli-layout-codes.ts";
import { cliStartCodes } from "../model/codes/cli-start-codes.ts";
import { cliUsageCodes } from "../model/codes/cli-usage-codes.ts";
import { failWith, wordsIn } from "../model/codes/fail.ts";
import { savedPlanCodes } from "../model/codes/saved-plan-codes.ts";
import { stateCodes } from "../model/codes/state-codes.ts";

const catalogue = {
  ...acceptCodes,
  ...cliCodes,
  ...cliLayoutCodes,
  ...cliStartCodes,
  ...cliUsageCodes,
  ...savedPlanCodes,
  ...stateCodes,
};

/** The errors of the command line. */
export const fail = failWith(catalogue);

/** The code, the message and the remedy of a warning of the command line. */
export const wordsOf = wordsIn(catalogue);
