import { wordsOf } from "../../model/codes/layout-words.ts";
import { type Diagnostic, errorAt, warningAt } from "../../model/diagnostic.ts";

/** An error or a warning that the app has added to a stack, for example with `Annotations.of(construct).addError("…")`. */
export interface StackAnnotation {
  readonly severity: Diagnostic["severity"];
  readonly message: string;
  /** Path of the construct that the message is about. */
  readonly constructPath: string;
}

/** An annotation as a diagnostic. If the app calls it an error, docsform does not apply the stack. */
export function annotationDiagnostic({ severity, message, constructPath }: StackAnnotation): Diagnostic {
  const facts = { message, construct: constructPath };
  return severity === "warning"
    ? warningAt(undefined, wordsOf("synth/app-warning", facts))
    : errorAt(undefined, wordsOf("synth/app-error", facts));
}
