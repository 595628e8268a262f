import { fail } from "../model/codes/app-words.ts";
import type { Words } from "../model/codes/fail.ts";

/** The error of a construct. Node.js prints only the message of an error, so the message contains the remedy. */
export const failInApp = ((...given: Parameters<typeof fail>) => {
  const error = fail(...given);
  const { message, remedy = "" } = error;
  // A message of several lines shows a remedy for each problem.
  if (!message.includes("\n") && !message.includes(remedy)) error.message = problemText({ message, remedy });
  return error;
}) as typeof fail;

/** A problem as cdktf prints those of a validation: a text without a code. */
export function problemText({ message, remedy }: Omit<Words, "code">): string {
  return remedy === "" ? message : `${message} ${remedy}`;
}
