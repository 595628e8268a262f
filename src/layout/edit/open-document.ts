import {
  type Alias,
  type CST,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  type Node,
  type Pair,
  type ParsedNode,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { parseYaml } from "../parse-yaml.ts";
import { type SourceText, textOfScalar, treeOf, type YamlSource, yamlOptions } from "../yaml-source.ts";

/** A collection of a file: a map or a list. */
export type YamlCollection = YAMLMap | YAMLSeq;

/** A member of a collection: a key with its value, or an item. */
export type Member = Pair | Node;

/** A file of a layout, ready for changes in place. */
export interface OpenDocument extends SourceText {
  readonly root: Node | null;
  /** The same nodes, with the targets of aliases. */
  readonly tree: YamlSource;
  /** The line end of the file. */
  readonly eol: string;
  /** Number of spaces of one level of indent. */
  readonly step: number;
  /** Whether a list is indented deeper than its key. */
  readonly indentsLists: boolean;
  /** The aliases of each anchor, in the order of the file. */
  readonly aliases: ReadonlyMap<string, readonly Alias[]>;
}

export function openDocument(source: SourceText): OpenDocument {
  const [document] = parseYaml(source.text, { ...yamlOptions, keepSourceTokens: true });
  if (document === undefined) throw new TypeError(`${source.file} is empty now.`);
  return {
    ...source,
    root: document.contents,
    tree: treeOf(source, document.contents),
    eol: source.text.includes("\r\n") ? "\r\n" : "\n",
    ...indentsOf(source.text, document),
    aliases: aliasesIn(document),
  };
}

/** The indents of the file; the usual ones if the file does not show them. */
function indentsOf(
  text: string,
  document: Document.Parsed<ParsedNode>,
): Pick<OpenDocument, "step" | "indentsLists"> {
  let step: number | undefined;
  let indentsLists: boolean | undefined;
  visit(document, (_key, node, path) => {
    const [block, parent] = [asBlock(node), asBlock(path.findLast((each) => isCollection(each)))];
    if (block === undefined || !isMap(parent)) return;
    const deeper = columnIn(text, startOf(block)) - columnIn(text, startOf(parent));
    if (isMap(block)) step ??= deeper;
    else indentsLists ??= deeper > 0;
  });
  return { step: step ?? 2, indentsLists: indentsLists ?? true };
}

function aliasesIn(document: Document.Parsed<ParsedNode>): ReadonlyMap<string, readonly Alias[]> {
  const found = new Map<string, Alias[]>();
  visit(document, {
    Alias(_key, alias) {
      found.set(alias.source, [...(found.get(alias.source) ?? []), alias]);
    },
  });
  return found;
}

/** Whether a collection is a block over lines of its own, and not in brackets. */
export function isBlock({ flow, items }: YamlCollection): boolean {
  return flow !== true && items.length > 0;
}

/** The node, if it is a block collection. */
export function asBlock(node: unknown): YamlCollection | undefined {
  return isCollection(node) && isBlock(node) ? node : undefined;
}

/** Start of a collection, which is the start of its first member. */
export function startOf(node: YamlCollection): number {
  return node.items.length === 0 ? (node.range?.[0] ?? 0) : startOfMember(node, 0);
}

/** End of a node's text, without a comment after it. 0: the node has no text. */
export function endOf(member: unknown): number {
  if (isPair(member)) return endOf(member.value) || afterColon(member);
  const block = asBlock(member);
  if (block !== undefined) return endOf(block.items.at(-1));
  if (!isNode(member) || member.range == null) return 0;
  const [start, end] = member.range;
  if (isScalar(member) && isBlockScalar(member)) return end;
  return end === start ? 0 : end;
}

function isBlockScalar(node: Node): boolean {
  return isScalar(node) && (node.type === "BLOCK_FOLDED" || node.type === "BLOCK_LITERAL");
}

/** Start of a member: the dash of an item, or the key of a pair, including an anchor or tag before it. */
export function startOfMember(collection: YamlCollection, index: number): number {
  const member: unknown = collection.items[index];
  const token = itemTokens(collection)[index];
  const first = token?.start.find(({ type }) => !isFiller(type));
  if (first !== undefined) return first.offset;
  const key = isPair(member) ? member.key : member;
  return isNode(key) ? (key.range?.[0] ?? 0) : 0;
}

interface ItemToken {
  readonly start: readonly CST.SourceToken[];
  readonly sep?: readonly CST.SourceToken[];
}

function itemTokens(collection: YamlCollection): readonly ItemToken[] {
  const token = collection.srcToken as { readonly items?: readonly ItemToken[] } | undefined;
  // A trailing comma leaves an empty token.
  return (token?.items ?? []).filter(
    (item) => "value" in item || "key" in item || item.sep !== undefined || item.start.some(isIndicator),
  );
}

function isIndicator({ type }: CST.SourceToken): boolean {
  return type === "seq-item-ind" || type === "explicit-key-ind";
}

/** Types of tokens between members. */
const fillers = "space newline comment comma".split(" ");

function isFiller(type: string): boolean {
  return fillers.includes(type);
}

/** The first offset where the value of a pair may start: after the colon, and after an anchor or a tag. */
export function afterColon(pair: Pair): number {
  const token = pair.srcToken as ItemToken | undefined;
  const last = token?.sep?.findLast(({ type }) => !isFiller(type));
  if (last !== undefined) return last.offset + last.source.length;
  return isNode(pair.key) ? (pair.key.range?.[1] ?? 0) : 0;
}

export function columnIn(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Start of the line of an offset. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** End of the line of an offset, without its line end. */
export function lineEnd(text: string, offset: number): number {
  const found = text.indexOf("\n", offset);
  if (found === -1) return text.length;
  return found > offset && text[found - 1] === "\r" ? found - 1 : found;
}

/** The pair of a map with this key. */
export function pairOf(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && textOfScalar(key) === name);
}

/**
 * Whether an alias elsewhere in the file refers to the node or to a collection around it, so that a change of the node would change that
 * place too.
 */
export function isShared({ root, aliases }: OpenDocument, wanted: Node): boolean {
  if (root === null) return false;
  const isAnchored = (node: unknown) =>
    isNode(node) && "anchor" in node && node.anchor !== undefined && aliases.has(String(node.anchor));
  let found = false;
  visit(root, (_key, node, path) => {
    if (node !== wanted) return undefined;
    found = isAnchored(node) || path.some(isAnchored);
    return visit.BREAK;
  });
  return found;
}

/** The anchors in a part of the file to which aliases outside of it refer. */
export function anchorsUsedOutside({ aliases }: OpenDocument, member: Member | undefined): readonly string[] {
  const within = new Set<unknown>(nodesIn(member));
  const anchors = nodesIn(member).flatMap((node) =>
    isAlias(node) || node.anchor === undefined ? [] : [node.anchor],
  );
  return anchors.filter((name) => (aliases.get(name) ?? []).some((alias) => !within.has(alias)));
}

/** An anchor that would come after its alias in this order. Undefined: none would. */
export function anchorBehindAlias(members: readonly Member[]): string | undefined {
  const used = new Set<string>();
  for (const node of members.flatMap(nodesIn)) {
    if (isAlias(node)) used.add(node.source);
    else if (node.anchor !== undefined && used.has(node.anchor)) return node.anchor;
  }
  return undefined;
}

/** The document without the aliases in the removed members. */
export function withoutAliasesIn(document: OpenDocument, removed: readonly Member[]): OpenDocument {
  const gone = new Set<unknown>(removed.flatMap(nodesIn));
  const left = [...document.aliases].map(
    ([name, all]) => [name, all.filter((alias) => !gone.has(alias))] as const,
  );
  return { ...document, aliases: new Map(left.filter(([, all]) => all.length > 0)) };
}

/** A member's nodes (of a pair, its key and its value) with all nodes inside them. */
function nodesIn(member: unknown): readonly Node[] {
  if (isPair(member)) return [...nodesIn(member.key), ...nodesIn(member.value)];
  if (!isNode(member)) return [];
  return isCollection(member) ? [member, ...member.items.flatMap(nodesIn)] : [member];
}
