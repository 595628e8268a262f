/** What is told of a code, besides what is said where it comes up. */
export interface CodeEntry {
  /** Why it comes up, in a sentence or two. */
  readonly cause: string;
  /** What brings it about: a command, or a piece of a layout. */
  readonly example: string;
  /** What to do. */
  readonly remedy: string;
}
