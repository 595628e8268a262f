import { textIn } from "../../../model/emulator-responses.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";

/*
 * How the emulator reads and returns the texts of pages and comments. It stores Markdown, and converts the constructs that it knows
 * to blocks. docsform itself never uses this: declared text goes through `contract/rich-text/`, which loses nothing.
 */

/** The Markdown of a text in a request, which is Markdown or a tree of blocks. */
export function markdownOf(text: Json | undefined): string {
  if (!isJsonObject(text)) return "";
  if (typeof text["markdown"] === "string") return text["markdown"];
  return nodesOf(text["document"]).map(blockAsMarkdown).join("\n\n");
}

/** A text in a response: Markdown, or a tree of blocks if the request asks for that. */
export function textOnWire(markdown: string, format: string | undefined): JsonObject {
  return format === "document" ? { document: servedTree(markdown) } : { markdown };
}

/** Converts Markdown to a tree of headings, code, lists and paragraphs. Other Markdown remains in the text. */
export function servedTree(markdown: string): JsonObject {
  return {
    object: "document",
    data: { schemaVersion: 8 },
    nodes: blocksIn(markdown).map(blockAsNode),
  };
}

/** Splits Markdown into blocks: code with its fences, and adjacent lines. */
function blocksIn(markdown: string): readonly string[] {
  const parts = markdown
    .replaceAll("\r\n", "\n")
    .split(/^(`{3,}|~{3,})(.*\n[\s\S]*?)(?:^\1[ \t]*$|$(?![\s\S]))/m);
  return parts.flatMap((part, index) => {
    if (index % 3 === 1) return [];
    const fence = index % 3 === 2 ? (parts[index - 1] ?? "") : undefined;
    return fence === undefined ? paragraphsIn(part) : [`${fence}${part.replace(/\n$/, "")}\n${fence}`];
  });
}

function paragraphsIn(text: string): readonly string[] {
  return text
    .split(/\n[ \t]*(?:\n[ \t]*)*\n/)
    .map((paragraph) => paragraph.replace(/^\n+|\s+$/g, ""))
    .filter((paragraph) => paragraph !== "");
}

function blockAsNode(block: string): JsonObject {
  const heading = /^(#{1,3}) +(.*)$/.exec(block);
  if (heading !== null) return headingNode((heading[1] as string).length, heading[2] as string);
  if (/^(?:`{3,}|~{3,})/.test(block)) return codeNode(block.split("\n"));
  const lines = block.split("\n");
  if (lines.every((line) => /^[-*+] /.test(line))) return listNode("list-unordered", lines, {});
  if (lines.every((line) => /^\d+[.] /.test(line)))
    return listNode("list-ordered", lines, { start: Number.parseInt(block, 10) });
  return paragraphNode(block);
}

function textNode(text: string): JsonObject {
  return { object: "text", leaves: [{ object: "leaf", text, marks: [] }] };
}

function paragraphNode(text: string): JsonObject {
  return { object: "block", type: "paragraph", nodes: [textNode(text)] };
}

function headingNode(level: number, text: string): JsonObject {
  return { object: "block", type: `heading-${level}`, data: {}, nodes: [textNode(text)] };
}

function codeNode(lines: readonly string[]): JsonObject {
  const syntax = (lines[0] ?? "").replace(/^[`~]+/, "").trim();
  const code = lines.slice(1, /^[`~]{3,}$/.test(lines.at(-1) ?? "") ? -1 : undefined);
  const nodes = code.map((line) => ({
    object: "block",
    type: "code-line",
    data: {},
    nodes: [textNode(line)],
  }));
  return { object: "block", type: "code", data: syntax === "" ? {} : { syntax }, nodes };
}

function listNode(type: string, lines: readonly string[], data: JsonObject): JsonObject {
  const nodes = lines.map((line) => ({
    object: "block",
    type: "list-item",
    nodes: [paragraphNode(line.replace(/^(?:[-*+]|\d+[.]) +/, ""))],
  }));
  return { object: "block", type, data, nodes };
}

function nodesOf(node: Json | undefined): readonly JsonObject[] {
  const nodes = isJsonObject(node) ? node["nodes"] : undefined;
  return Array.isArray(nodes) ? (nodes as readonly Json[]).filter(isJsonObject) : [];
}

function blockAsMarkdown(block: JsonObject): string {
  const type = textIn(block["type"]);
  if (type.startsWith("heading-")) return `${"#".repeat(Number(type.at(-1)))} ${inlineText(block)}`;
  if (type === "code") return codeAsMarkdown(block);
  if (type === "divider") return "---";
  if (type.startsWith("list-") && type !== "list-item") return listAsMarkdown(block, type === "list-ordered");
  const inner = nodesOf(block);
  const isOfBlocks = inner.length > 0 && inner.every((node) => node["object"] === "block");
  const text = isOfBlocks ? inner.map(blockAsMarkdown).join("\n\n") : inlineText(block);
  return type === "blockquote" ? text.replace(/^/gm, "> ") : text;
}

function codeAsMarkdown(block: JsonObject): string {
  const data = isJsonObject(block["data"]) ? block["data"] : {};
  return ["```" + textIn(data["syntax"]), ...nodesOf(block).map(inlineText), "```"].join("\n");
}

function listAsMarkdown(list: JsonObject, isOrdered: boolean): string {
  const items = nodesOf(list).map((item) => nodesOf(item).map(blockAsMarkdown).join("\n"));
  return items.map((item, index) => `${isOrdered ? `${index + 1}.` : "-"} ${item}`).join("\n");
}

const marks: Readonly<Record<string, string>> = { bold: "**", italic: "_", code: "`", strikethrough: "~~" };

/** The text of a block, with marks and links in Markdown. */
function inlineText(node: JsonObject): string {
  if (node["object"] === "text") return leavesOf(node).map(leafAsMarkdown).join("");
  const text = nodesOf(node).map(inlineText).join("");
  return node["type"] === "link" ? `[${text}](${targetOf(node)})` : text;
}

function leavesOf(text: JsonObject): readonly JsonObject[] {
  const { leaves } = text;
  return Array.isArray(leaves) ? (leaves as readonly Json[]).filter(isJsonObject) : [];
}

function leafAsMarkdown(leaf: JsonObject): string {
  const given = Array.isArray(leaf["marks"]) ? (leaf["marks"] as readonly Json[]) : [];
  const around = given.map((mark) => (isJsonObject(mark) ? (marks[textIn(mark["type"])] ?? "") : ""));
  return `${around.join("")}${textIn(leaf["text"])}${[...around].reverse().join("")}`;
}

function targetOf(link: JsonObject): string {
  const data = isJsonObject(link["data"]) ? link["data"] : {};
  const ref = isJsonObject(data["ref"]) ? data["ref"] : {};
  const kind = textIn(ref["kind"]);
  if (kind === "url") return textIn(ref["url"]);
  return kind === "page" || kind === "file" ? `/${kind}s/${textIn(ref[kind])}` : "broken-reference";
}
