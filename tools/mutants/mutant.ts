/**
 * A rule of docsform, and the place in `src` at which an edit switches it off. A place is written as
 *
 *     symbol: node -> operation #mark
 *     symbol in folder/: node -> operation #mark
 *
 * `symbol` is a top-level declaration, or `Class.member`. Its folder or file is there only if several files have that symbol. `node` is the
 * kind of a node and its number in the declaration, and may end with a part (nodes.ts): `if 2 condition`, `&& 1 operand 3`, `call 4`.
 * `operation` is the edit of the node (operations.ts): `dropped`, `negated`, `false`, `only argument 1`. `mark` is a hash of the node's
 * shape, so that an edit of the source never moves a mutant to another node; `--places` prints the mark of a new row.
 */
export interface Mutant {
  /** The rule in a sentence. */
  readonly rule: string;
  readonly place: string;
  /** Test files, the fastest first. At least one of them must fail. */
  readonly killedBy: readonly string[];
}

/** Mutants with the same tests. `rows`: the place of each rule. */
export function killedBy(
  tests: readonly string[],
  rows: Readonly<Record<string, string>>,
): readonly Mutant[] {
  return Object.entries(rows).map(([rule, place]) => ({ rule, place, killedBy: tests }));
}
