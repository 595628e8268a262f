/** A place in a file that a person wrote. Lines and columns count from 1; columns count UTF-16 units. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Length of the marked text on its line, at least 1. */
  readonly length: number;
}

/** What a person wrote wrong, or should know, about one place. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** Stable, for programs: `room/what`, for example `layout/unknown-reference`. */
  readonly code: string;
  /** What is wrong, naming the thing. One or two sentences. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy?: string;
  readonly at?: SourcePosition;
}
