import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import { documentOf, isText, objectsIn, type RichTextDocument, textOrEmpty } from "./document.ts";

// Fields that the service adds to a node. Readers do not see them.
const serviceFields = new Set(["key", "meta"]);

/** The canonical form of a document: without the service's own fields, without empty text, and without default values. */
export function canonicalDocument(document: JsonObject): RichTextDocument {
  return documentOf(canonicalBlocks(objectsIn(document["nodes"])));
}

export function canonicalBlocks(blocks: readonly JsonObject[]): readonly JsonObject[] {
  return blocks.map(canonicalNode).filter((block) => !isEmptyParagraph(block));
}

function canonicalNode(node: JsonObject): JsonObject {
  const ownFields = Object.entries(node).filter(
    ([name, value]) => !serviceFields.has(name) && !(name === "isVoid" && value === false),
  );
  const { data, nodes, ...otherFields } = Object.fromEntries(ownFields);
  return {
    ...otherFields,
    data: isJsonObject(data) ? canonicalData(data, node["type"]) : {},
    ...(nodes !== undefined && { nodes: canonicalNodes(objectsIn(nodes)) }),
  };
}

function canonicalData(data: JsonObject, type: Json | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) =>
        !(name === "align" && value === "start") &&
        !(name === "start" && value === 1) &&
        // The anchor of a heading follows from its text.
        !(name === "id" && typeof type === "string" && type.startsWith("heading-")),
    ),
  );
}

/** Joins adjacent texts, and removes empty texts and paragraphs. */
function canonicalNodes(nodes: readonly JsonObject[]): readonly JsonObject[] {
  const joined: JsonObject[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (!isText(node)) joined.push(canonicalNode(node));
    else if (last !== undefined && isText(last)) joined[joined.length - 1] = joinedText(last, node);
    else joined.push(joinedText({ leaves: [] }, node));
  }
  return joined.filter(
    (node) => !isEmptyParagraph(node) && !(isText(node) && objectsIn(node["leaves"]).length === 0),
  );
}

/** Two adjacent texts as one, in which adjacent leaves with the same marks are one leaf. */
function joinedText(before: JsonObject, after: JsonObject): JsonObject {
  const leaves: JsonObject[] = [...objectsIn(before["leaves"])];
  for (const leaf of objectsIn(after["leaves"]).map(canonicalLeaf)) {
    const last = leaves.at(-1);
    if (leaf["text"] === "") continue;
    if (last !== undefined && canonicalJson(last["marks"] ?? []) === canonicalJson(leaf["marks"] ?? [])) {
      leaves[leaves.length - 1] = {
        ...last,
        text: `${textOrEmpty(last["text"])}${textOrEmpty(leaf["text"])}`,
      };
    } else leaves.push(leaf);
  }
  return { object: "text", leaves };
}

function canonicalLeaf(leaf: JsonObject): JsonObject {
  const marks = [...objectsIn(leaf["marks"])].sort((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
  return { object: "leaf", text: textOrEmpty(leaf["text"]), marks };
}

function isEmptyParagraph(node: JsonObject): boolean {
  return node["type"] === "paragraph" && objectsIn(node["nodes"]).length === 0;
}
