/**
 * A rule switched off. Its place is written as
 *
 *     symbol: node -> operation #mark
 *     symbol in folder/: node -> operation #mark
 *
 * `symbol` is a declaration at the top of a file, or `Class.member`; its folder or file stands there only where the sources have several of
 * that name. `node` counts the nodes of one kind in it (nodes.ts): `if 2 condition`, `&& 1 operand 3`, `call 4`. `operation` says what
 * becomes of it (operations.ts): `dropped`, `negated`, `false`, `only argument 1`. `mark` is made of the node's shape, so that a row is
 * never applied to a node that it was not written for; `--places` says which one belongs there.
 */
export interface Mutant {
  /** The rule, in words. */
  readonly rule: string;
  readonly place: string;
  /** Test files that should see it, the quickest first. */
  readonly killedBy: readonly string[];
}

/** Mutants that the same tests should see: the place of each rule, by its words. */
export function killedBy(
  tests: readonly string[],
  rows: Readonly<Record<string, string>>,
): readonly Mutant[] {
  return Object.entries(rows).map(([rule, place]) => ({ rule, place, killedBy: tests }));
}
