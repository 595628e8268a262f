import {
  Document,
  isSeq,
  Scalar,
  Schema,
  type ToStringOptions,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { controllingCharacters, showInvisible } from "../util/invisible.ts";
import { OutsideReference } from "./outside-reference.ts";
import { SecretGap } from "./secret-gap.ts";

// YAML escapes the first control characters by itself.
const controls = controllingCharacters("\\u007f-\\u009f");

/** A document for a value in the form to write: texts, lists, maps, and nodes that are ready. */
export function newDocument(value: unknown): Document {
  const document = new Document({}, { version: "1.2", schema: "core" });
  const withComment = (_key: unknown, part: unknown): unknown => {
    if (!(part instanceof OutsideReference) || part.comment === undefined) return part;
    const node = document.createNode(new Map(part)) as YAMLMap;
    node.comment = ` ${shown(part.comment)}`;
    return node;
  };
  document.contents = document.createNode(value, withComment, { aliasDuplicateObjects: false }) as never;
  return document;
}

/**
 * The YAML text of a document. Characters that control a terminal, are invisible or are not text are escaped, which requires double quotes.
 */
export function documentText(document: Document, options: ToStringOptions = {}): string {
  return shown(textAsItIs(document, options));
}

/** The YAML text of a document, whose comments stay as they are. So do its texts, unless its tags escape them, in double quotes. */
export function textAsItIs(document: Document, options: ToStringOptions): string {
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && needsQuotes(node.value, node.type))
        node.type = Scalar.QUOTE_DOUBLE;
    },
    Collection: (_key, node) => padBrackets(node),
  });
  return document.toString({ lineWidth: 0, ...options });
}

/** Whether the text needs escapes, or YAML 1.1 reads it as something else, as many programs that read YAML do. */
function needsQuotes(text: string, type: Scalar.Type | undefined): boolean {
  if (shown(text) !== text) return true;
  const isPlain = type === undefined || type === Scalar.PLAIN;
  return isPlain && text !== "<<" && otherTypes.some((test) => test.test(text));
}

/** How YAML 1.1 recognizes what is no text: `no`, `1:30`, `2001-01-01`. Not all programs can read a bare `=`. */
const otherTypes = [
  /^=$/u,
  ...new Schema({ schema: "yaml-1.1" }).tags.flatMap((tag) => ("test" in tag ? (tag.test ?? []) : [])),
];

/** The text of a value on one line, in the form for brackets. Brackets have no room for comments. */
export function inlineText(value: unknown): string {
  const document = newDocument([value]);
  visit(document, {
    Collection(_key, node) {
      node.flow = true;
      delete node.comment;
    },
    Pair: (_key, { value: part }) => (part instanceof SecretGap ? visit.REMOVE : undefined),
  });
  return documentText(document).trim().slice(1, -1).trim();
}

/** Writes `{ a: 1 }`, and `[1, 2]` without blanks beside the brackets. */
function padBrackets(node: YAMLMap | YAMLSeq): void {
  const write = node.toString.bind(node);
  const flowCollectionPadding = isSeq(node) ? "" : " ";
  node.toString = (context, ...rest) => write(context && { ...context, flowCollectionPadding }, ...rest);
}

/** The text with escapes instead of characters that control a terminal, are invisible or are not text. */
export function shown(text: string): string {
  return showInvisible(text.replace(controls, escapeOf), escapeOf);
}

function escapeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}
