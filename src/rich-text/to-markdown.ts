import type { BlockContent, List, ListItem, PhrasingContent } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { isJsonObject, type Json, type JsonObject, jsonEquals } from "../model/json.ts";
import { canonicalDocument } from "./canonical.ts";
import { isText, objectsIn, wordOf } from "./document.ts";
import { jsonBlockLanguage, readMarkdown } from "./from-markdown.ts";

/**
 * Converts a document to Markdown that {@link readMarkdown} converts back to the same document. A block that Markdown cannot express
 * becomes JSON in a fenced code block of its own.
 */
export function writeMarkdown(document: JsonObject): string {
  const blocks = canonicalDocument(document).nodes;
  const whole = written(blocks.map(nodeOf));
  if (reads(whole, blocks)) return whole;
  const one = (block: JsonObject) =>
    reads(written([nodeOf(block)]), [block]) ? nodeOf(block) : keptNode(block);
  const careful = written(blocks.map(one));
  return reads(careful, blocks) ? careful : written(blocks.map(keptNode));
}

function reads(markdown: string, blocks: readonly JsonObject[]): boolean {
  return jsonEquals(readMarkdown(markdown).document.nodes, blocks);
}

const gitHubFlavor = gfmToMarkdown();

function written(children: readonly BlockContent[]): string {
  return toMarkdown(
    { type: "root", children: [...children] },
    {
      bullet: "-",
      emphasis: "_",
      fences: true,
      listItemIndent: "one",
      rule: "-",
      extensions: [gitHubFlavor],
    },
  );
}

function keptNode(block: JsonObject): BlockContent {
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
    lang: textIn(data["syntax"]),
    value: nodes.map(plainText).join("\n"),
  }),
};

function nodeOf(block: JsonObject): BlockContent {
  const { data } = block;
  const type = wordOf(block["type"]);
  const write = Object.hasOwn(writers, type) ? writers[type] : undefined;
  return write === undefined
    ? keptNode(block)
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

function textIn(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function plainText(line: JsonObject): string {
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
    text: wordOf(leaf["text"]),
    marks: new Set(objectsIn(leaf["marks"]).map((mark) => wordOf(mark["type"]))),
  }));
}

function phrasesOf(nodes: readonly JsonObject[]): PhrasingContent[] {
  return nodes.flatMap((node) => (isText(node) ? styled(leavesOf(node), [...styles]) : linkNode(node)));
}

function linkNode(node: JsonObject): PhrasingContent[] {
  const reference = isJsonObject(node["data"]) ? node["data"]["ref"] : undefined;
  const url = isJsonObject(reference) && reference["kind"] === "url" ? textIn(reference["url"]) : null;
  return [{ type: "link", url: url ?? "", children: phrasesOf(objectsIn(node["nodes"])) }];
}

const styles = [
  { mark: "bold", type: "strong" },
  { mark: "italic", type: "emphasis" },
  { mark: "strikethrough", type: "delete" },
] as const;

/** Puts adjacent leaves with the same mark into one pair of its delimiters. */
function styled(
  leaves: readonly Leaf[],
  [style, ...rest]: readonly (typeof styles)[number][],
): PhrasingContent[] {
  if (style === undefined) return leaves.flatMap(plain);
  return runsOf(leaves, style.mark).flatMap((run): PhrasingContent[] => {
    const inside = styled(run, rest);
    return run[0]?.marks.has(style.mark) ? [{ type: style.type, children: inside }] : inside;
  });
}

function runsOf(leaves: readonly Leaf[], mark: string): readonly (readonly Leaf[])[] {
  const runs: Leaf[][] = [];
  for (const leaf of leaves) {
    const last = runs.at(-1);
    if (last?.[0]?.marks.has(mark) === leaf.marks.has(mark)) last.push(leaf);
    else runs.push([leaf]);
  }
  return runs;
}

function plain({ text, marks }: Leaf): PhrasingContent[] {
  if (marks.has("code")) return [{ type: "inlineCode", value: text }];
  return text
    .split("\n")
    .flatMap((line, index): PhrasingContent[] => [
      ...(index === 0 ? [] : [{ type: "break" } as const]),
      ...(line === "" ? [] : [{ type: "text", value: line } as const]),
    ]);
}
