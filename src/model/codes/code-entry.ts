/** The entry of a code in the catalogue: the message of each occurrence, and what to do. Its prose is Markdown (`prose/`). */
export interface CodeEntry {
  /** The message. Absent: the code has `cases`, or the rule that reports it words the message. */
  readonly message?: Wording;
  /** The messages of a code that has several, by a name for the case. */
  readonly cases?: Readonly<Record<string, Wording>>;
  /** What to do. It has no placeholders: `docsform explain` prints it for every occurrence. Empty: only `flagRemedy` helps. */
  readonly remedy: string;
  /** The flags of the command line that help. A program that uses the library has no flags, so the remedy does not name them. */
  readonly flagRemedy?: string;
  /** The exit code of a command that this error ends before a write. Absent: 1. */
  readonly exitCode?: OwnExitCode;
}

/** What explains a code to people. */
export interface Prose {
  /** Why it occurs, in a sentence or two. */
  readonly cause: string;
  /** What causes it: a command, or a piece of a layout. */
  readonly example: string;
}

/** The entry of a code with its prose. The codes of a resource type are declared so. */
export interface ExplainedCode extends CodeEntry, Prose {}

/** Refused (4), a saved plan no longer fits (5), wrong usage (64), interrupted (130). */
export type OwnExitCode = 4 | 5 | 64 | 130;

/**
 * A message with a `{placeholder}` for each fact. `remedy`: what to do about this occurrence, in place of the remedy of the entry. An empty
 * text: the message says what to do.
 */
export type Wording = string | { readonly text: string; readonly remedy: string };

/** What stands before the slash: `guard` of `guard/deletes`. A code without a slash is its own prefix. */
export function prefixOfCode(code: string): string {
  return code.split("/")[0] ?? code;
}
