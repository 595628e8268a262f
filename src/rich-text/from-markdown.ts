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
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import { canonicalBlocks } from "./canonical.ts";
import {
  createBlock,
  divider,
  documentOf,
  linkOf,
  type RichTextDocument,
  styledText,
  wordOf,
} from "./document.ts";

/** The language of a fenced code block with a block as JSON, for blocks that Markdown cannot express. */
export const jsonBlockLanguage = "docsform:block";

/** A part of a Markdown text that docsform cannot store in the service's documents. */
export interface MarkdownProblem {
  /** Line in the text, from 1. */
  readonly line: number;
  readonly message: string;
}

export interface MarkdownReading {
  readonly document: RichTextDocument;
  readonly problems: readonly MarkdownProblem[];
  /** The kinds of the blocks that are JSON in the text, in their order. */
  readonly asJson: readonly string[];
}

type Definitions = ReadonlyMap<string, Definition>;
type Markdown = RootContent | BlockContent | DefinitionContent;

const gitHubFlavor = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/** Converts a Markdown text to a document, and collects its problems. */
export function readMarkdown(markdown: string): MarkdownReading {
  const root = fromMarkdown(markdown, gitHubFlavor);
  const definitions = new Map(
    root.children.flatMap((node) => (node.type === "definition" ? [[node.identifier, node] as const] : [])),
  );
  const problems: MarkdownProblem[] = [];
  const asJson: string[] = [];
  const blocks = blocksOf(root.children, { definitions, problems, asJson });
  return { document: documentOf(canonicalBlocks(blocks)), problems, asJson };
}

interface MarkdownContext {
  readonly definitions: Definitions;
  readonly problems: MarkdownProblem[];
  readonly asJson: string[];
}

function blocksOf(nodes: readonly Markdown[], reading: MarkdownContext): readonly JsonObject[] {
  return nodes.flatMap((node) => blockOfNode(node, reading));
}

/** Readers by the kind of a node. A kind without a reader is a problem. */
type Readers<Node extends { readonly type: string }, More extends readonly unknown[] = []> = {
  readonly [Type in Node["type"]]?: (
    node: Extract<Node, { readonly type: Type }>,
    reading: MarkdownContext,
    ...more: More
  ) => readonly JsonObject[];
};

const blockReaders: Readers<Markdown> = {
  paragraph: (node, reading) => [createBlock("paragraph", inlinesOf(node.children, reading))],
  // The service has three levels of headings.
  heading: (node, reading) => [
    createBlock(`heading-${Math.min(node.depth, 3)}`, inlinesOf(node.children, reading)),
  ],
  list: (node, reading) => [listOf(node, reading)],
  blockquote: (node, reading) => [createBlock("blockquote", blocksOf(node.children, reading))],
  thematicBreak: () => [divider],
  code: (node, reading) => {
    if (node.meta) refuse("text after the language of a code block", node, reading);
    return node.lang === jsonBlockLanguage ? blockFromJson(node, reading) : [codeOf(node)];
  },
  definition: () => [],
};

function blockOfNode(node: Markdown, reading: MarkdownContext): readonly JsonObject[] {
  const read = blockReaders[node.type] as
    | ((node: Markdown, reading: MarkdownContext) => readonly JsonObject[])
    | undefined;
  return read === undefined ? unsupported(node, reading) : read(node, reading);
}

function listOf(list: List, reading: MarkdownContext): JsonObject {
  const items = list.children.map((item) => itemOf(item, reading));
  if (list.children.some(({ checked }) => typeof checked === "boolean")) {
    if (list.ordered === true) refuse("a numbered list of tasks", list, reading);
    return createBlock("list-tasks", items);
  }
  if (list.ordered !== true) return createBlock("list-unordered", items);
  return createBlock("list-ordered", items, { start: list.start ?? 1 });
}

function itemOf(item: ListItem, reading: MarkdownContext): JsonObject {
  const data = typeof item.checked === "boolean" ? { checked: item.checked } : {};
  return createBlock("list-item", blocksOf(item.children, reading), data);
}

function codeOf({ value, lang }: Code): JsonObject {
  const lines = value.split("\n").map((line) => createBlock("code-line", [styledText(line, [])]));
  return createBlock("code", lines, lang ? { syntax: lang } : {});
}

function blockFromJson(node: Code, reading: MarkdownContext): readonly JsonObject[] {
  const block = parsed(node.value);
  if (isJsonObject(block) && block["object"] === "block") {
    reading.asJson.push(wordOf(block["type"]));
    return [block];
  }
  reading.problems.push({
    line: lineOf(node),
    message: `has a \`${jsonBlockLanguage}\` block that is not one block of a document, as JSON`,
  });
  return [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const inlineReaders: Readers<PhrasingContent, [marks: readonly string[]]> = {
  // A line break inside a paragraph is a blank.
  text: (node, _reading, marks) => [styledText(node.value.replaceAll("\n", " "), marks)],
  break: (_node, _reading, marks) => [styledText("\n", marks)],
  inlineCode: (node, _reading, marks) => [styledText(node.value, [...marks, "code"])],
  strong: (node, reading, marks) => inlinesOf(node.children, reading, [...marks, "bold"]),
  emphasis: (node, reading, marks) => inlinesOf(node.children, reading, [...marks, "italic"]),
  delete: (node, reading, marks) => inlinesOf(node.children, reading, [...marks, "strikethrough"]),
  link: (node, reading, marks) => linkTo(node, node, reading, marks),
  linkReference: (node, reading, marks) =>
    linkTo(reading.definitions.get(node.identifier) ?? { url: "" }, node, reading, marks),
};

function linkTo(
  { url, title }: Pick<Link, "url" | "title">,
  node: Link | LinkReference,
  reading: MarkdownContext,
  marks: readonly string[],
): readonly JsonObject[] {
  if (title) refuse("a title of a link", node, reading);
  return [linkOf(url, inlinesOf(node.children, reading, marks))];
}

function inlinesOf(
  nodes: readonly PhrasingContent[],
  reading: MarkdownContext,
  marks: readonly string[] = [],
): readonly JsonObject[] {
  return nodes.flatMap((node) => {
    const read = inlineReaders[node.type] as
      | ((node: PhrasingContent, reading: MarkdownContext, marks: readonly string[]) => readonly JsonObject[])
      | undefined;
    return read === undefined ? unsupported(node, reading) : read(node, reading, marks);
  });
}

const names: Readonly<Record<string, string>> = {
  html: "HTML",
  image: "an image",
  imageReference: "an image",
  table: "a table",
  footnoteReference: "a footnote",
  footnoteDefinition: "a footnote",
};

function unsupported(node: Markdown | PhrasingContent, reading: MarkdownContext): readonly JsonObject[] {
  refuse(names[node.type] ?? `"${node.type}"`, node, reading);
  return [];
}

function refuse(what: string, node: Markdown | PhrasingContent, { problems }: MarkdownContext): void {
  problems.push({ line: lineOf(node), message: `has ${what}, which docsform cannot store as rich text` });
}

function lineOf(node: Markdown | PhrasingContent): number {
  return node.position?.start.line ?? 1;
}
