import { type Document, isNode, isPair, isScalar, type Pair } from "yaml";
import { asBlock, columnIn, startOf, type YamlCollection } from "../edit/open-document.ts";

/** A comment on a line of its own, and its column. */
interface LineComment {
  readonly text: string;
  readonly column: number;
}

/**
 * Gives each comment to the part of the file that it belongs to. YAML gives all comments after the last member of a block to that block, and a
 * comment beside a key to the block below it.
 */
export function settleComments(document: Document, root: YamlCollection, text: string): void {
  const left = commentsAfter(root, text).map((comment) => comment.text);
  document.comment = commentLines(root.comment, ...left, document.comment);
  root.comment = null;
}

/** Settles the comments in a block, and returns those after it that are further left. */
function commentsAfter(block: YamlCollection, text: string): readonly LineComment[] {
  let pending: readonly LineComment[] = [];
  for (const member of block.items) {
    if (pending.length > 0)
      putBefore(
        member,
        pending.map((comment) => comment.text),
      );
    pending = [];
    if (isPair(member)) settleAbove(member);
    const inner = asBlock(isPair(member) ? member.value : member);
    if (inner !== undefined) pending = commentsAfter(inner, text);
  }
  const all = [...pending, ...ownEnd(block, text)];
  if (all.length === 0) return [];
  const column = columnIn(text, startOf(block));
  const end = all.findIndex((comment) => comment.column < column);
  const own = end === -1 ? all : all.slice(0, end);
  block.comment = commentLines(...own.map((comment) => comment.text));
  return all.slice(own.length);
}

interface Token {
  readonly type: string;
  readonly offset: number;
  readonly source: string;
}

/** The comments after the last member of a block. */
function ownEnd(block: YamlCollection, text: string): readonly LineComment[] {
  if (block.comment == null) return [];
  const { items = [] } = (block.srcToken ?? {}) as {
    readonly items?: readonly { readonly start: readonly Token[] }[];
  };
  return (items.at(-1)?.start ?? [])
    .filter(({ type }) => type === "comment")
    .map(({ source, offset }) => ({ text: source.slice(1), column: columnIn(text, offset) }));
}

function putBefore(member: unknown, comments: readonly string[]): void {
  const node = isPair(member) ? member.key : member;
  if (isNode(node)) node.commentBefore = commentLines(...comments, node.commentBefore);
}

/** A comment beside a key stays there, and others above a block belong to its first member. */
function settleAbove({ key, value, srcToken }: Pair): void {
  const block = asBlock(value);
  if (!isScalar(key) || block?.commentBefore == null) return;
  const { sep = [] } = (srcToken ?? {}) as { readonly sep?: readonly Token[] };
  const first = sep.find(({ type }) => type === "comment" || type === "newline");
  const all = block.commentBefore.split("\n");
  const beside = first?.type === "comment" ? all.shift() : undefined;
  key.comment = beside ?? null;
  block.commentBefore = null;
  if (all.length > 0) putBefore(block.items[0], all);
}

/** Comments as one comment over several lines. Null: there is none. */
export function commentLines(...comments: readonly (string | null | undefined)[]): string | null {
  const given = comments.filter((comment) => typeof comment === "string");
  return given.length === 0 ? null : given.join("\n");
}
