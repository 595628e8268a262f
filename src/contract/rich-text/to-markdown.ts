import type { BlockContent, List, ListItem, PhrasingContent } from "mdast";
import { isJsonObject, type Json, type JsonObject, jsonEquals } from "../../util/json.ts";
import { canonicalDocument } from "./canonical.ts";
import { isText, objectsIn, textOrEmpty } from "./document.ts";
import { jsonBlockLanguage, readMarkdown } from "./from-markdown.ts";
import { printMarkdown } from "./markdown-syntax.ts";

/**
 * Converts a document to Markdown that {@link readMarkdown} converts back to the same document. A block that Markdown cannot express
 * becomes JSON in a fenced code block of its own.
 */
export function writeMarkdown(document: JsonObject): string {
  const blocks = canonicalDocument(document).nodes;
  const withoutJson = printMarkdown(blocks.map(nodeOf));
  if (readsAs(withoutJson, blocks)) return withoutJson;
  const nodeOrJson = (block: JsonObject) =>
    readsAs(printMarkdown([nodeOf(block)]), [block]) ? nodeOf(block) : jsonNode(block);
  const partlyJson = printMarkdown(blocks.map(nodeOrJson));
  return readsAs(partlyJson, blocks) ? partlyJson : printMarkdown(blocks.map(jsonNode));
}

/** Whether {@link readMarkdown} converts the Markdown to these blocks. */
function readsAs(markdown: string, blocks: readonly JsonObject[]): boolean {
  return jsonEquals(readMarkdown(markdown).document.nodes, blocks);
}

function jsonNode(block: JsonObject): BlockContent {
  return { type: "code", lang: jsonBlockLanguage, value: JSON.stringify(block) };
}

type Writers = Readonly<Record<string, (nodes: readonly JsonObject[], data: JsonObject) => BlockContent>>;

/** Writers by the kind of a block. Markdown cannot express a kind without a writer. */
const writers: Writers = {
  paragraph: (nodes) => ({ type: "paragraph", children: phrasesOf(nodes) }),
  "heading-1": (nodes) => ({ type: "heading", depth: 1, children: phrasesOf(nodes) }),
  "heading-2": (nodes) => ({ type: "heading", depth: 2, children: phrasesOf(nodes) }),
  "heading-3": (nodes) => ({ type: "heading", depth: 3, children: phrasesOf(nodes) }),
  "list-unordered": (nodes) => listOf(nodes),
  "list-tasks": (nodes) => listOf(nodes),
  "list-ordered": (nodes, data) => ({ ...listOf(nodes), ordered: true, start: Number(data["start"] ?? 1) }),
  blockquote: (nodes) => ({ type: "blockquote", children: nodes.map(nodeOf) }),
  divider: () => ({ type: "thematicBreak" }),
  code: (nodes, data) => ({
    type: "code",
    lang: textOrNull(data["syntax"]),
    value: nodes.map(textOfLine).join("\n"),
  }),
};

function nodeOf(block: JsonObject): BlockContent {
  const { data } = block;
  const type = textOrEmpty(block["type"]);
  const write = Object.hasOwn(writers, type) ? writers[type] : undefined;
  return write === undefined
    ? jsonNode(block)
    : write(objectsIn(block["nodes"]), isJsonObject(data) ? data : {});
}

function listOf(items: readonly JsonObject[]): List {
  return { type: "list", ordered: false, spread: false, children: items.map(itemOf) };
}

function itemOf(item: JsonObject): ListItem {
  const checked = isJsonObject(item["data"]) ? item["data"]["checked"] : undefined;
  return {
    type: "listItem",
    spread: false,
    ...(typeof checked === "boolean" && { checked }),
    children: objectsIn(item["nodes"]).map(nodeOf),
  };
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function textOfLine(line: JsonObject): string {
  return objectsIn(line["nodes"])
    .flatMap(leavesOf)
    .map(({ text }) => text)
    .join("");
}

interface Leaf {
  readonly text: string;
  readonly marks: ReadonlySet<string>;
}

function leavesOf(text: JsonObject): readonly Leaf[] {
  return objectsIn(text["leaves"]).map((leaf) => ({
    text: textOrEmpty(leaf["text"]),
    marks: new Set(objectsIn(leaf["marks"]).map((mark) => textOrEmpty(mark["type"]))),
  }));
}

function phrasesOf(nodes: readonly JsonObject[]): PhrasingContent[] {
  return nodes.flatMap((node) => (isText(node) ? styled(leavesOf(node), [...styles]) : linkNode(node)));
}

function linkNode(node: JsonObject): PhrasingContent[] {
  const reference = isJsonObject(node["data"]) ? node["data"]["ref"] : undefined;
  const url = isJsonObject(reference) && reference["kind"] === "url" ? textOrNull(reference["url"]) : null;
  return [{ type: "link", url: url ?? "", children: phrasesOf(objectsIn(node["nodes"])) }];
}

const styles = [
  { mark: "bold", type: "strong" },
  { mark: "italic", type: "emphasis" },
  { mark: "strikethrough", type: "delete" },
] as const;

/** Puts adjacent leaves with the same mark into one pair of its delimiters, from the first style to the last. */
function styled(
  leaves: readonly Leaf[],
  [style, ...innerStyles]: readonly (typeof styles)[number][],
): PhrasingContent[] {
  if (style === undefined) return leaves.flatMap(unstyled);
  return runsOf(leaves, style.mark).flatMap((run): PhrasingContent[] => {
    const children = styled(run, innerStyles);
    return run[0]?.marks.has(style.mark) ? [{ type: style.type, children }] : children;
  });
}

/** Splits the leaves into runs: in each, all leaves have the mark, or none has it. */
function runsOf(leaves: readonly Leaf[], mark: string): readonly (readonly Leaf[])[] {
  const runs: Leaf[][] = [];
  for (const leaf of leaves) {
    const lastRun = runs.at(-1);
    if (lastRun?.[0]?.marks.has(mark) === leaf.marks.has(mark)) lastRun.push(leaf);
    else runs.push([leaf]);
  }
  return runs;
}

function unstyled({ text, marks }: Leaf): PhrasingContent[] {
  if (marks.has("code")) return [{ type: "inlineCode", value: text }];
  return text
    .split("\n")
    .flatMap((line, index): PhrasingContent[] => [
      ...(index === 0 ? [] : [{ type: "break" } as const]),
      ...(line === "" ? [] : [{ type: "text", value: line } as const]),
    ]);
}
