import { constructsCodes } from "../model/codes/constructs-codes.ts";
import { failWith, type Words, wordsIn } from "../model/codes/fail.ts";

const errorOf = failWith(constructsCodes);

/** The errors of constructs. Node.js prints only the message of an error, so the message contains the remedy. */
export const fail = ((...given: Parameters<typeof errorOf>) => {
  const error = errorOf(...given);
  const { message, remedy = "" } = error;
  // A message of several lines shows a remedy for each problem.
  if (!message.includes("\n") && !message.includes(remedy)) error.message = problemText({ message, remedy });
  return error;
}) as typeof errorOf;

/** The code, the message and the remedy of a problem in an app, or of what Terraform does not support in a layout. */
export const wordsOf = wordsIn(constructsCodes);

/** A problem as cdktf prints those of a validation: a text without a code. */
export function problemText({ message, remedy }: Omit<Words, "code">): string {
  return remedy === "" ? message : `${message} ${remedy}`;
}
