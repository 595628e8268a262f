import { isJsonObject, type Json, type JsonObject } from "../../util/json.ts";

/** A rich text as the service stores it: a tree of blocks, whose leaves are text with marks. */
export interface RichTextDocument extends JsonObject {
  readonly object: "document";
  readonly data: JsonObject;
  readonly nodes: readonly JsonObject[];
}

export function documentOf(blocks: readonly JsonObject[]): RichTextDocument {
  return { object: "document", data: {}, nodes: blocks };
}

export function createBlock(type: string, nodes: readonly JsonObject[], data: JsonObject = {}): JsonObject {
  return { object: "block", type, data, nodes };
}

/** A horizontal line, the only block without contents. */
export const divider: JsonObject = { object: "block", type: "divider", isVoid: true, data: {} };

export function linkOf(url: string, nodes: readonly JsonObject[]): JsonObject {
  return { object: "inline", type: "link", data: { ref: { kind: "url", url } }, nodes };
}

/** Text in one style. `marks` are the service's names. */
export function styledText(text: string, marks: readonly string[]): JsonObject {
  return {
    object: "text",
    leaves: [{ object: "leaf", text, marks: marks.map((type) => ({ object: "mark", type })) }],
  };
}

/** The objects in a list of a document. */
export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function isText(node: JsonObject): boolean {
  return node["object"] === "text";
}

/** The text in a field. Empty: the field contains no text. */
export function textOrEmpty(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
