import { failWith } from "../model/codes/fail.ts";
import { testingCodes } from "../model/codes/testing-codes.ts";

/** The errors of the testing kit. */
export const fail = failWith(testingCodes);
