import { constructsCodes } from "../model/codes/constructs-codes.ts";
import { failWith } from "../model/codes/fail.ts";

/** The errors of constructs. */
export const fail = failWith(constructsCodes);
