import { constructsCodes } from "../model/codes/constructs-codes.ts";
import { failWith, wordsIn } from "../model/codes/fail.ts";

/** The errors of constructs. */
export const fail = failWith(constructsCodes);

/** The code, the message and the remedy of what Terraform does not support in a layout. */
export const wordsOf = wordsIn(constructsCodes);
