import { present } from "../util/present.ts";
import type { Code } from "./codes/code.ts";

/** A place in a file that a person wrote. Lines and columns count from 1; columns count UTF-16 units. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Length of the marked text on its line, at least 1. */
  readonly length: number;
}

/** An error or a warning about one place in a file. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** Stable code, for programs, such as `layout/unknown-reference`. */
  readonly code: Code;
  /** What is wrong, in one or two sentences. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy?: string;
  readonly at?: SourcePosition;
}

/** What a diagnostic says. */
type Words = Pick<Diagnostic, "code" | "message" | "remedy">;

/** An error at a place in a file. */
export function errorAt(at: SourcePosition | undefined, words: Words): Diagnostic {
  return diagnostic("error", at, words);
}

/** A warning at a place in a file. */
export function warningAt(at: SourcePosition | undefined, words: Words): Diagnostic {
  return diagnostic("warning", at, words);
}

function diagnostic(
  severity: Diagnostic["severity"],
  at: SourcePosition | undefined,
  { code, message, remedy }: Words,
): Diagnostic {
  return { severity, code, message, ...present({ remedy: remedy || undefined, at }) };
}

/** The maximum number of diagnostics in one report. */
export const mostDiagnostics = 50;

/** The diagnostics that a report shows, in their order, and how many more there are. If there are too many, errors have priority. */
export function shownDiagnostics(diagnostics: readonly Diagnostic[]): {
  readonly shown: readonly Diagnostic[];
  readonly more: number;
} {
  if (diagnostics.length <= mostDiagnostics) return { shown: diagnostics, more: 0 };
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  const kept = new Set([...errors, ...warnings].slice(0, mostDiagnostics));
  const shown = diagnostics.filter((each) => kept.has(each));
  return { shown, more: diagnostics.length - shown.length };
}
