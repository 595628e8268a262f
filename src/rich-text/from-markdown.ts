import type { BlockContent, DefinitionContent, List, ListItem, PhrasingContent, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import { canonicalBlocks } from "./canonical.ts";
import { blockOf, divider, documentOf, linkOf, type RichTextDocument, textOf, wordOf } from "./document.ts";

/** The language of a fenced block that holds, as JSON, a block which Markdown has no sign for. */
export const keptBlockLanguage = "docsform:block";

/** Something in a Markdown text that the service's documents cannot hold, or not from here. */
export interface MarkdownProblem {
  /** In the text, from 1. */
  readonly line: number;
  readonly message: string;
}

export interface MarkdownReading {
  readonly document: RichTextDocument;
  readonly problems: readonly MarkdownProblem[];
  /** The kinds of the blocks that stand in the text as JSON, in their order. */
  readonly kept: readonly string[];
}

type Definitions = ReadonlyMap<string, string>;
type Markdown = RootContent | BlockContent | DefinitionContent;

/** The document that a Markdown text says, with all that it cannot say. */
export function readMarkdown(markdown: string): MarkdownReading {
  const root = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const definitions = new Map(
    root.children.flatMap((node) =>
      node.type === "definition" ? [[node.identifier, node.url] as const] : [],
    ),
  );
  const problems: MarkdownProblem[] = [];
  const kept: string[] = [];
  const blocks = blocksOf(root.children, { definitions, problems, kept });
  return { document: documentOf(canonicalBlocks(blocks)), problems, kept };
}

interface Reading {
  readonly definitions: Definitions;
  readonly problems: MarkdownProblem[];
  readonly kept: string[];
}

function blocksOf(nodes: readonly Markdown[], reading: Reading): readonly JsonObject[] {
  return nodes.flatMap((node) => blockOfNode(node, reading));
}

/** What reads a node, by its kind. What is missing cannot be written as Markdown here. */
type Readers<Node extends { readonly type: string }, More extends readonly unknown[] = []> = {
  readonly [Type in Node["type"]]?: (
    node: Extract<Node, { readonly type: Type }>,
    reading: Reading,
    ...more: More
  ) => readonly JsonObject[];
};

const blockReaders: Readers<Markdown> = {
  paragraph: (node, reading) => [blockOf("paragraph", inlinesOf(node.children, reading))],
  // The service has three levels.
  heading: (node, reading) => [
    blockOf(`heading-${Math.min(node.depth, 3)}`, inlinesOf(node.children, reading)),
  ],
  list: (node, reading) => [listOf(node, reading)],
  blockquote: (node, reading) => [blockOf("blockquote", blocksOf(node.children, reading))],
  thematicBreak: () => [divider],
  code: (node, reading) =>
    node.lang === keptBlockLanguage ? keptBlock(node.value, node, reading) : [codeOf(node.value, node.lang)],
  definition: () => [],
};

function blockOfNode(node: Markdown, reading: Reading): readonly JsonObject[] {
  const read = blockReaders[node.type] as
    | ((node: Markdown, reading: Reading) => readonly JsonObject[])
    | undefined;
  return read === undefined ? refused(node, reading) : read(node, reading);
}

function listOf(list: List, reading: Reading): JsonObject {
  const items = list.children.map((item) => itemOf(item, reading));
  if (list.children.some(({ checked }) => typeof checked === "boolean")) return blockOf("list-tasks", items);
  if (list.ordered !== true) return blockOf("list-unordered", items);
  return blockOf("list-ordered", items, { start: list.start ?? 1 });
}

function itemOf(item: ListItem, reading: Reading): JsonObject {
  const data = typeof item.checked === "boolean" ? { checked: item.checked } : {};
  return blockOf("list-item", blocksOf(item.children, reading), data);
}

function codeOf(text: string, language: string | null | undefined): JsonObject {
  const lines = text.split("\n").map((line) => blockOf("code-line", [textOf(line, [])]));
  return blockOf("code", lines, language ? { syntax: language } : {});
}

function keptBlock(text: string, node: Markdown, reading: Reading): readonly JsonObject[] {
  const block = parsed(text);
  if (isJsonObject(block) && block["object"] === "block") {
    reading.kept.push(wordOf(block["type"]));
    return [block];
  }
  reading.problems.push({
    line: lineOf(node),
    message: `a \`${keptBlockLanguage}\` block holds one block of a document, as JSON`,
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
  // A line that goes on below is one line.
  text: (node, _reading, marks) => [textOf(node.value.replaceAll("\n", " "), marks)],
  break: (_node, _reading, marks) => [textOf("\n", marks)],
  inlineCode: (node, _reading, marks) => [textOf(node.value, [...marks, "code"])],
  strong: (node, reading, marks) => inlinesOf(node.children, reading, [...marks, "bold"]),
  emphasis: (node, reading, marks) => inlinesOf(node.children, reading, [...marks, "italic"]),
  delete: (node, reading, marks) => inlinesOf(node.children, reading, [...marks, "strikethrough"]),
  link: (node, reading, marks) => [linkOf(node.url, inlinesOf(node.children, reading, marks))],
  linkReference: (node, reading, marks) => [
    linkOf(reading.definitions.get(node.identifier) ?? "", inlinesOf(node.children, reading, marks)),
  ],
};

function inlinesOf(
  nodes: readonly PhrasingContent[],
  reading: Reading,
  marks: readonly string[] = [],
): readonly JsonObject[] {
  return nodes.flatMap((node) => {
    const read = inlineReaders[node.type] as
      | ((node: PhrasingContent, reading: Reading, marks: readonly string[]) => readonly JsonObject[])
      | undefined;
    return read === undefined ? refused(node, reading) : read(node, reading, marks);
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

function refused(node: Markdown | PhrasingContent, reading: Reading): readonly JsonObject[] {
  const what = names[node.type] ?? `"${node.type}"`;
  reading.problems.push({ line: lineOf(node), message: `${what} cannot be written here as Markdown` });
  return [];
}

function lineOf(node: Markdown | PhrasingContent): number {
  return node.position?.start.line ?? 1;
}
