import { failWith } from "../model/codes/fail.ts";
import { namedFileCodes } from "../model/codes/named-file-codes.ts";

/** The errors of files that a layout names. */
export const fail = failWith(namedFileCodes);
