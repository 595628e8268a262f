import { cliStartCodes } from "../model/codes/cli-start-codes.ts";
import { failWith } from "../model/codes/fail.ts";

/** The errors of modules that every command loads. It binds few entries, so that commands start fast. */
export const fail = failWith(cliStartCodes);
