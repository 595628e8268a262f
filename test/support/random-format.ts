import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  Pair,
  type ParsedNode,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
} from "yaml";

/**
 * The same layout as another person might have written it: with other quotes, brackets, comments, blank lines, indentation, line ends and merge
 * keys.
 */
export function reformatted(text: string, random: () => number): string {
  const isChosen = (share: number) => random() < share;
  const document = parseDocument(text, { customTags: [{ tag: "!env", resolve: (name: string) => name }] });
  for (const entries of mapsOf(document)) mergeSome(document, entries, isChosen);
  visit(document, (_key, node, path) => {
    if (isMap(node) || isSeq(node)) {
      // Brackets would drop comments.
      if (path.length > 4 && isChosen(0.3)) node.flow = true;
      return node.flow === true ? visit.SKIP : undefined;
    }
    return undefined;
  });
  let number = 0;
  visit(document, (_key, list, path) => {
    const isInBrackets = [list, ...path].some((node) => isCollection(node) && node.flow === true);
    if (!isSeq(list) || !isInBrackets || isChosen(0.5)) return;
    for (const item of list.items) if (isMap(item) && isChosen(0.5)) commentItem(item, (number += 1));
  });
  const decorate = ({ key, value }: Pair): void => {
    if (isScalar(key) && isChosen(0.15)) key.commentBefore = ` before ${(number += 1)}`;
    if (isScalar(key) && isChosen(0.1)) key.spaceBefore = true;
    if (!isScalar(value)) return;
    if (typeof value.value === "string" && isChosen(0.3))
      value.type = isChosen(0.5) ? Scalar.QUOTE_SINGLE : Scalar.QUOTE_DOUBLE;
    if (isChosen(0.1)) value.comment = ` beside ${(number += 1)}`;
  };
  visit(document, (_key, node) => {
    if ((isMap(node) || isSeq(node)) && node.flow === true) return visit.SKIP;
    if (isMap(node)) for (const pair of node.items) decorate(pair);
    return undefined;
  });
  const options = { lineWidth: 0, indent: isChosen(0.5) ? 2 : 4, indentSeq: isChosen(0.7) };
  const formatted = document.toString(options);
  const ended = isChosen(0.3) ? formatted.trimEnd() : formatted;
  return isChosen(0.3) ? ended.replaceAll("\n", "\r\n") : ended;
}

/** Adds comments above and after entries in brackets. */
function commentItem(item: YAMLMap, number: number): void {
  item.commentBefore = ` of item ${number}`;
  item.comment = ` beside item ${number}`;
}

type Chosen = (share: number) => boolean;

/** The maps of entries: collections, spaces and others. */
function mapsOf({ contents }: Document.Parsed<ParsedNode>): readonly YAMLMap[] {
  if (!isMap(contents)) return [];
  return contents.items.flatMap(({ value }) => (isMap(value) ? [value] : []));
}

/** Lets some entries merge their values from an x- field or from the entry before. */
function mergeSome(document: Document.Parsed<ParsedNode>, entries: YAMLMap, isChosen: Chosen): void {
  let before: YAMLMap | undefined;
  for (const { value: entry } of entries.items) {
    if (!isMap(entry)) continue;
    if (before !== undefined && isChosen(0.25)) mergeEntry(document, before, entry);
    else if (isChosen(0.15)) mergeBlock(document, entry);
    before = entry;
  }
}

function mergeEntry(document: Document.Parsed<ParsedNode>, before: YAMLMap, entry: YAMLMap): void {
  const isSaid = ({ key }: Pair) => entry.items.some((own) => String(own.key) === String(key));
  if (isMerging(before) || isMerging(entry) || !before.items.every(isSaid)) return;
  const isSame = ({ key, value }: Pair) =>
    isScalar(value) && isPlain(value) && before.items.some((its) => isAlike(its, key, value));
  const same = entry.items.filter((pair) => isSame(pair));
  entry.items = [merging(document, before), ...entry.items.filter((pair) => !same.includes(pair))];
}

function mergeBlock(document: Document.Parsed<ParsedNode>, entry: YAMLMap): void {
  const pair = entry.items.find(({ value }) => isScalar(value) && isPlain(value));
  if (isMerging(entry) || pair === undefined || !isMap(document.contents)) return;
  const block = document.createNode({}) as unknown as YAMLMap;
  block.items = [pair];
  const merge = merging(document, block);
  entry.items = [merge, ...entry.items.filter((each) => each !== pair)];
  const name = new Scalar(`x-${block.anchor ?? ""}`);
  document.contents.items.unshift(new Pair(name, block) as never);
}

function merging(document: Document.Parsed<ParsedNode>, merged: YAMLMap): Pair {
  return new Pair(new Scalar("<<"), document.createAlias(merged as never, merged.anchor ?? "m"));
}

function isMerging({ items }: YAMLMap): boolean {
  return items.some(({ key }) => String(key) === "<<");
}

function isPlain({ tag, value }: Scalar): boolean {
  return tag !== "!env" && typeof value === "string";
}

function isAlike(pair: Pair, key: unknown, value: Scalar): boolean {
  return String(pair.key) === String(key) && isScalar(pair.value) && pair.value.value === value.value;
}
