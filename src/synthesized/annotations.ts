import { type Diagnostic, errorAt, warningAt } from "../model/diagnostic.ts";
import { wordsOf } from "./words.ts";

/** A message that an app added to a stack when it was synthesized: `Annotations.of(construct).addError("…")`. */
export interface StackAnnotation {
  readonly severity: Diagnostic["severity"];
  readonly message: string;
  readonly constructPath: string;
}

/** An annotation as a diagnostic. If the app calls it an error, docsform does not apply the stack. */
export function annotationDiagnostic({ severity, message, constructPath }: StackAnnotation): Diagnostic {
  const facts = { message, construct: constructPath };
  return severity === "warning"
    ? warningAt(undefined, wordsOf("synth/app-warning", facts))
    : errorAt(undefined, wordsOf("synth/app-error", facts));
}
