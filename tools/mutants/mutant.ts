/** A rule switched off: exact text of the sources, and what takes its place. */
export interface Mutant {
  /** The rule, in words. */
  readonly rule: string;
  /** Stands exactly once in the sources, wherever they have moved to. */
  readonly find: string;
  readonly replace: string;
  /** A folder or file of the sources, where the same text stands in others too. */
  readonly within?: string;
  /** Test files that should see it, the quickest first. */
  readonly seenBy: readonly string[];
}
