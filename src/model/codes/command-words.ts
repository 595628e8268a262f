import { acceptCodes } from "./accept-codes.ts";
import { cliCodes } from "./cli-codes.ts";
import { cliLayoutCodes } from "./cli-layout-codes.ts";
import { cliStartCodes } from "./cli-start-codes.ts";
import { cliUsageCodes } from "./cli-usage-codes.ts";
import { failWith, wordsIn } from "./fail.ts";
import { savedPlanCodes } from "./saved-plan-codes.ts";
import { stateCodes } from "./state-codes.ts";

const entries = {
  ...acceptCodes,
  ...cliCodes,
  ...cliLayoutCodes,
  ...cliStartCodes,
  ...cliUsageCodes,
  ...savedPlanCodes,
  ...stateCodes,
};

/** Errors and warnings of commands. */
export const fail = failWith(entries);
export const wordsOf = wordsIn(entries);
