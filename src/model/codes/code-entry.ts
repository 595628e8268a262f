/** The explanation of a code, in addition to the message of each occurrence. */
export interface CodeEntry {
  /** Why it occurs, in a sentence or two. */
  readonly cause: string;
  /** What causes it: a command, or a piece of a layout. */
  readonly example: string;
  /** What to do. */
  readonly remedy: string;
}
