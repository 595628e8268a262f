import type { CodeOf } from "../model/codes/code.ts";
import type { Diagnostic, SourcePosition } from "../model/diagnostic.ts";
import { present } from "../model/present.ts";

/** An error at a place in the output of a synthesized app. */
export function synthError(
  at: SourcePosition | undefined,
  code: CodeOf<"synth">,
  message: string,
  remedy?: string,
): Diagnostic {
  return {
    severity: "error",
    code: `synth/${code}`,
    message,
    ...present({ remedy, at }),
  };
}
