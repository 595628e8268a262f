import * as z from "zod";
import type { DesiredValue } from "../model/desired-world.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { Attribute, CheckFailure } from "../model/resource-type.ts";
import { readMarkdown } from "./from-markdown.ts";
import { writeMarkdown } from "./to-markdown.ts";

/** An attribute that people write as Markdown and that the service stores as a tree of blocks. */
export const markdownAttribute = {
  schema: z.string().max(100_000),
  normalise: (value: Json) => (typeof value === "string" ? canonicalMarkdown(value) : value),
} satisfies Partial<Attribute>;

/** What a declared Markdown text is on the wire. */
export function documentOnWire(markdown: Json | undefined): Json {
  return readMarkdown(typeof markdown === "string" ? markdown : "").document;
}

/** What a rich text of an answer is in a layout. */
export function markdownFromWire(document: Json | undefined): string {
  return isJsonObject(document) ? writeMarkdown(document) : "";
}

/** What in a declared Markdown text the service's rich text cannot hold. */
export function checkMarkdown(attribute: string, value: DesiredValue | undefined): readonly CheckFailure[] {
  if (typeof value !== "string") return [];
  // The opening and the closing tag of HTML are two problems with one message.
  const messages = new Set(
    readMarkdown(value).problems.map(({ line, message }) => `Line ${line} of ${attribute} ${message}.`),
  );
  return [...messages].map((message) => ({
    code: "layout/not-in-rich-text",
    message,
    remedy: "Use paragraphs, headings, lists, links, code, quotes and emphasis.",
    attribute,
  }));
}

function canonicalMarkdown(markdown: string): string {
  return writeMarkdown(readMarkdown(markdown).document);
}
