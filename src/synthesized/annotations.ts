import type { Diagnostic } from "../model/diagnostic.ts";

/** A message that an app added to a stack when it was synthesized: `Annotations.of(construct).addError("…")`. */
export interface StackAnnotation {
  readonly severity: Diagnostic["severity"];
  readonly message: string;
  readonly constructPath: string;
}

/** An annotation as a diagnostic. If the app calls it an error, docsform does not apply the stack. */
export function annotationDiagnostic({ severity, message, constructPath }: StackAnnotation): Diagnostic {
  const reported = `${message} Construct: ${constructPath}.`;
  if (severity === "warning") return { severity, code: "synth/app-warning", message: reported };
  const remedy = "Correct it in the app, and synthesize the app again.";
  return { severity, code: "synth/app-error", message: reported, remedy };
}
