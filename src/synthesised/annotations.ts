import type { Diagnostic } from "../model/diagnostic.ts";

/** What an app said of a stack when it was synthesised: `Annotations.of(construct).addError("…")`. */
export interface StackAnnotation {
  readonly severity: Diagnostic["severity"];
  readonly message: string;
  readonly constructPath: string;
}

/** An annotation as what is wrong, or to be known, of the stack. What the app calls an error was not to be applied. */
export function annotationDiagnostic({ severity, message, constructPath }: StackAnnotation): Diagnostic {
  const reported = `${message} Construct: ${constructPath}.`;
  if (severity === "warning") return { severity, code: "synth/app-warning", message: reported };
  const remedy = "Correct it in the app, and synthesize the app again.";
  return { severity, code: "synth/app-error", message: reported, remedy };
}
