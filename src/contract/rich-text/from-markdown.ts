import type {
  BlockContent,
  Code,
  Definition,
  DefinitionContent,
  Link,
  LinkReference,
  List,
  ListItem,
  PhrasingContent,
  RootContent,
} from "mdast";
import type { FactsOf } from "../../model/codes/fail.ts";
import type { richTextCodes } from "../../model/codes/rich-text-codes.ts";
import { isJsonObject, type JsonObject } from "../../util/json.ts";
import { canonicalBlocks } from "./canonical.ts";
import { createBlock, divider, documentOf, linkOf, type RichTextDocument, styledText } from "./document.ts";
import { parseMarkdown } from "./markdown-syntax.ts";

/** The language of a fenced code block with a block as JSON, for blocks that Markdown cannot express. */
export const jsonBlockLanguage = "docsform:block";

/** A part of a Markdown text that docsform cannot store in the service's documents. */
export interface MarkdownProblem {
  /** Line in the text, from 1. */
  readonly line: number;
  readonly facts: ProblemFacts;
}

type ProblemFacts = WithoutPlace<FactsOf<(typeof richTextCodes)["layout/not-in-rich-text"]>>;
type WithoutPlace<Facts> = Facts extends unknown ? Omit<Facts, "line" | "attribute"> : never;

/** The document for a Markdown text. The parts with problems are not in it, or are in it in another form. */
export interface MarkdownReading {
  readonly document: RichTextDocument;
  readonly problems: readonly MarkdownProblem[];
}

type Definitions = ReadonlyMap<string, Definition>;
type MarkdownNode = RootContent | BlockContent | DefinitionContent;

/** Converts a Markdown text to a document, and collects its problems. */
export function readMarkdown(markdown: string): MarkdownReading {
  const root = parseMarkdown(markdown);
  const definitions = new Map(
    root.children.flatMap((node) => (node.type === "definition" ? [[node.identifier, node] as const] : [])),
  );
  const problems: MarkdownProblem[] = [];
  const blocks = blocksOf(root.children, { definitions, problems });
  return { document: documentOf(canonicalBlocks(blocks)), problems };
}

interface MarkdownContext {
  readonly definitions: Definitions;
  /** The problems so far. The readers add to them. */
  readonly problems: MarkdownProblem[];
}

function blocksOf(nodes: readonly MarkdownNode[], context: MarkdownContext): readonly JsonObject[] {
  return nodes.flatMap((node) => blocksOfNode(node, context));
}

/** Readers by the kind of a node. A kind without a reader is a problem. */
type Readers<Node extends { readonly type: string }, More extends readonly unknown[] = []> = {
  readonly [Type in Node["type"]]?: (
    node: Extract<Node, { readonly type: Type }>,
    context: MarkdownContext,
    ...more: More
  ) => readonly JsonObject[];
};

const blockReaders: Readers<MarkdownNode> = {
  paragraph: (node, context) => [createBlock("paragraph", inlinesOf(node.children, context))],
  // The service has three levels of headings.
  heading: (node, context) => [
    createBlock(`heading-${Math.min(node.depth, 3)}`, inlinesOf(node.children, context)),
  ],
  list: (node, context) => [listOf(node, context)],
  blockquote: (node, context) => [createBlock("blockquote", blocksOf(node.children, context))],
  thematicBreak: () => [divider],
  code: (node, context) => {
    if (node.meta) reportProblem("text after the language of a code block", node, context);
    return node.lang === jsonBlockLanguage ? blockFromJson(node, context) : [codeOf(node)];
  },
  definition: () => [],
};

function blocksOfNode(node: MarkdownNode, context: MarkdownContext): readonly JsonObject[] {
  const read = blockReaders[node.type] as
    | ((node: MarkdownNode, context: MarkdownContext) => readonly JsonObject[])
    | undefined;
  return read === undefined ? skipUnsupported(node, context) : read(node, context);
}

function listOf(list: List, context: MarkdownContext): JsonObject {
  const items = list.children.map((item) => itemOf(item, context));
  if (list.children.some(({ checked }) => typeof checked === "boolean")) {
    if (list.ordered === true) reportProblem("a numbered list of tasks", list, context);
    return createBlock("list-tasks", items);
  }
  if (list.ordered !== true) return createBlock("list-unordered", items);
  return createBlock("list-ordered", items, { start: list.start ?? 1 });
}

function itemOf(item: ListItem, context: MarkdownContext): JsonObject {
  const data = typeof item.checked === "boolean" ? { checked: item.checked } : {};
  return createBlock("list-item", blocksOf(item.children, context), data);
}

function codeOf({ value, lang }: Code): JsonObject {
  const lines = value.split("\n").map((line) => createBlock("code-line", [styledText(line, [])]));
  return createBlock("code", lines, lang ? { syntax: lang } : {});
}

function blockFromJson(node: Code, context: MarkdownContext): readonly JsonObject[] {
  const block = parseJson(node.value);
  if (isJsonObject(block) && block["object"] === "block") return [block];
  context.problems.push({
    line: lineOf(node),
    facts: { case: "block", language: jsonBlockLanguage },
  });
  return [];
}

/** Undefined: the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const inlineReaders: Readers<PhrasingContent, [marks: readonly string[]]> = {
  // A line break inside a paragraph is a blank.
  text: (node, _context, marks) => [styledText(node.value.replaceAll("\n", " "), marks)],
  break: (_node, _context, marks) => [styledText("\n", marks)],
  inlineCode: (node, _context, marks) => [styledText(node.value, [...marks, "code"])],
  strong: (node, context, marks) => inlinesOf(node.children, context, [...marks, "bold"]),
  emphasis: (node, context, marks) => inlinesOf(node.children, context, [...marks, "italic"]),
  delete: (node, context, marks) => inlinesOf(node.children, context, [...marks, "strikethrough"]),
  link: (node, context, marks) => linkTo(node, node, context, marks),
  linkReference: (node, context, marks) =>
    linkTo(context.definitions.get(node.identifier) ?? { url: "" }, node, context, marks),
};

function linkTo(
  { url, title }: Pick<Link, "url" | "title">,
  node: Link | LinkReference,
  context: MarkdownContext,
  marks: readonly string[],
): readonly JsonObject[] {
  if (title) reportProblem("a title of a link", node, context);
  return [linkOf(url, inlinesOf(node.children, context, marks))];
}

function inlinesOf(
  nodes: readonly PhrasingContent[],
  context: MarkdownContext,
  marks: readonly string[] = [],
): readonly JsonObject[] {
  return nodes.flatMap((node) => {
    const read = inlineReaders[node.type] as
      | ((node: PhrasingContent, context: MarkdownContext, marks: readonly string[]) => readonly JsonObject[])
      | undefined;
    return read === undefined ? skipUnsupported(node, context) : read(node, context, marks);
  });
}

const namesOfUnsupported: Readonly<Record<string, string>> = {
  html: "HTML",
  image: "an image",
  imageReference: "an image",
  table: "a table",
  footnoteReference: "a footnote",
  footnoteDefinition: "a footnote",
};

function skipUnsupported(
  node: MarkdownNode | PhrasingContent,
  context: MarkdownContext,
): readonly JsonObject[] {
  reportProblem(namesOfUnsupported[node.type] ?? `"${node.type}"`, node, context);
  return [];
}

function reportProblem(
  part: string,
  node: MarkdownNode | PhrasingContent,
  { problems }: MarkdownContext,
): void {
  problems.push({ line: lineOf(node), facts: { case: "part", part } });
}

function lineOf(node: MarkdownNode | PhrasingContent): number {
  return node.position?.start.line ?? 1;
}
