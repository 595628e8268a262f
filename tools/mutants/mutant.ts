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

/** Rule, text, and what takes its place; last the folder or file where the text stands in others too. */
type Row = readonly [rule: string, find: string, replace: string, within?: string];

/** Mutants that the same tests should see. */
export function seenBy(tests: readonly string[], rows: readonly Row[]): readonly Mutant[] {
  return rows.map(([rule, find, replace, within]) => ({
    rule,
    find,
    replace,
    ...(within !== undefined && { within }),
    seenBy: tests,
  }));
}
