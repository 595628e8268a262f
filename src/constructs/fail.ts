import { constructsCodes } from "../model/codes/constructs-codes.ts";
import { failWith, type Words, wordsIn } from "../model/codes/fail.ts";

/** The errors of constructs. */
export const fail = failWith(constructsCodes);

/** The code, the message and the remedy of a problem in an app, or of what Terraform does not support in a layout. */
export const wordsOf = wordsIn(constructsCodes);

/** A problem as cdktf prints those of a validation: a text without a code. */
export function problemText({ message, remedy }: Omit<Words, "code">): string {
  return remedy === "" ? message : `${message} ${remedy}`;
}
