import {
  Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  Scalar,
  type ScalarTag,
  type Tags,
  visit,
} from "yaml";
import { documentText, shown, textAsItIs } from "../document-text.ts";
import type { YamlCollection } from "../edit/open-document.ts";
import { isJsonSource, jsonText } from "../json-text.ts";
import type { LayoutTypes } from "../layout-types.ts";
import { parseYaml } from "../parse-yaml.ts";
import { type SourceText, textOfScalar, yamlOptions } from "../yaml-source.ts";
import { orderFields } from "./order-fields.ts";
import { settleComments } from "./settle-comments.ts";

/** The greatest width of a line with brackets. */
const widest = 110;
/** The width to which docsform folds a text over several lines. */
const foldedTo = 80;

const style = { indent: 2, indentSeq: true, lineWidth: 0, verifyAliasOrder: false } as const;

/** Some editors begin a file with it. */
const byteOrderMark = "\ufeff";

/** A blank line beside a comment may need another pass before it has its final place. */
const mostPasses = 5;

/** The text of a layout file in the usual style and order. It must be valid YAML. A file in JSON stays JSON. */
export function formatSource(types: LayoutTypes, source: SourceText): string {
  const { text } = source;
  const formatted = formatText(types, text);
  return isJsonSource(source) ? jsonText(formatted, "  ", text) : formatted;
}

function formatText(types: LayoutTypes, text: string): string {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : "";
  let formatted = text.slice(mark.length);
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const before = formatted;
    formatted = formatOnce(types, before);
    if (formatted === before) break;
  }
  return `${mark}${formatted}`;
}

function formatOnce(types: LayoutTypes, text: string): string {
  const [document] = parseYaml(text, { ...yamlOptions, keepSourceTokens: true, customTags: foldingTags });
  if (document === undefined || !isMap(document.contents)) return text;
  settleComments(document, document.contents, text);
  orderFields(types, document.contents);
  visit(document, {
    Pair: (_key, { key }) => nameKey(key),
    Scalar: (_key, node) => unquote(node),
    Collection: (_key, node, path) => styleCollection(node, path),
  });
  const formatted = textAsItIs(document, style);
  return text.includes("\r\n") ? formatted.replaceAll("\n", "\r\n") : formatted;
}

/** YAML's own tags and those of layouts. A text over several lines is folded again, and any other stays on its line. */
function foldingTags(tags: Tags): Tags {
  const own = yamlOptions.customTags;
  return [
    ...tags.map((tag) =>
      typeof tag === "object" && tag.tag.endsWith(":str") ? folding(tag as ScalarTag) : tag,
    ),
    ...(Array.isArray(own) ? own : []),
  ];
}

function folding(tag: ScalarTag): ScalarTag {
  return {
    ...tag,
    stringify: (item, context, ...rest) => {
      const isFolded = item.type === Scalar.BLOCK_FOLDED || isOverLines(item);
      const options = { ...context.options, ...(isFolded && { lineWidth: foldedTo }) };
      return shown(tag.stringify?.(item, { ...context, options }, ...rest) ?? "");
    },
  };
}

function isOverLines({ srcToken }: Scalar): boolean {
  return srcToken !== undefined && "source" in srcToken && srcToken.source.includes("\n");
}

/** Removes the style of a quoted text on one line, so that it gets quotes only if it needs them. `"<<"` without quotes would merge. */
function unquote(node: Scalar): void {
  const isQuoted = node.type === Scalar.QUOTE_DOUBLE || node.type === Scalar.QUOTE_SINGLE;
  if (isQuoted && typeof node.value === "string" && !node.value.includes("\n") && node.value !== "<<")
    delete node.type;
}

/** A key is a text for docsform, also if YAML reads it as a number. So it gets quotes, for every reader. */
function nameKey(key: unknown): void {
  if (isScalar(key) && (typeof key.value === "number" || typeof key.value === "boolean"))
    key.value = textOfScalar(key);
}

/** Brackets stay if they fit a line. */
function styleCollection(node: YamlCollection, path: readonly unknown[]): void {
  const parents = path.filter((each) => isCollection(each));
  const isOutermost = node.flow === true && !parents.some(({ flow }) => flow === true);
  if (isOutermost && node.items.length > 0 && !fits(node, columnOf(parents.length, path.at(-1))))
    node.flow = false;
  padMapsOnly(node);
}

/** Whether the brackets fit the line on which they begin at a column, or have several lines because of comments in them. */
function fits(node: YamlCollection, column: number): boolean {
  const [line = "", ...more] = lineOf(node).split("\n");
  return more.length > 0 || column + line.length <= widest;
}

/** The text of brackets. With comments inside, it has several lines. */
function lineOf(node: YamlCollection): string {
  const alone = node.clone() as YamlCollection;
  alone.comment = null;
  alone.commentBefore = null;
  visit(alone, { Scalar: (_key, scalar) => unquote(scalar) });
  return documentText(new Document(alone), style).trimEnd();
}

/** The column at which a value begins, below this number of blocks. */
function columnOf(blocks: number, parent: unknown): number {
  return isPair(parent)
    ? style.indent * (blocks - 1) + textOfScalar(parent.key).length + 2
    : style.indent * blocks;
}

/** `{ a: 1 }`, but `[a, b]`. */
function padMapsOnly(node: YamlCollection): void {
  const padded = node.toString.bind(node);
  const flowCollectionPadding = isMap(node) ? " " : "";
  node.toString = (context, ...rest) => padded(context && { ...context, flowCollectionPadding }, ...rest);
}
