import * as z from "zod";
import { wordsIn } from "../../model/codes/fail.ts";
import { richTextCodes } from "../../model/codes/rich-text-codes.ts";
import type { DesiredValue } from "../../model/desired-world.ts";
import type { Attribute, CheckFailure } from "../../model/resource-type/attribute.ts";
import { isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import { keepingNewest } from "../../util/keeping-newest.ts";
import { readMarkdown } from "./from-markdown.ts";
import { writeMarkdown } from "./to-markdown.ts";

const wordsOf = wordsIn(richTextCodes);

/** An attribute that people write as Markdown and that the service stores as a tree of blocks. */
export const markdownAttribute = {
  schema: z.string().max(100_000),
  normalize: (value: Json) => (typeof value === "string" ? canonicalMarkdown(value) : value),
} satisfies Partial<Attribute>;

/** The document that docsform sends for a declared Markdown text. */
export function documentOnWire(markdown: Json | undefined): Json {
  return readMarkdown(typeof markdown === "string" ? markdown : "").document;
}

/** The Markdown text in a layout for a document in a response. */
export function markdownFromWire(document: Json | undefined): string {
  return isJsonObject(document) ? markdownOf(JSON.stringify(document)) : "";
}

/** Reports the parts of a declared Markdown text that docsform cannot store as rich text. */
export function checkMarkdown(attribute: string, value: DesiredValue | undefined): readonly CheckFailure[] {
  if (typeof value !== "string") return [];
  const found = readMarkdown(value).problems.map(({ line, facts }) =>
    wordsOf("layout/not-in-rich-text", { ...facts, line, attribute }),
  );
  // The opening and the closing tag of an HTML element are two problems with the same message.
  const byMessage = new Map(found.map((words) => [words.message, words]));
  return [...byMessage.values()].map((words) => ({ ...words, attribute }));
}

// A run reads and compares the same text many times, and each conversion takes milliseconds.
const mostKept = 1000;
const canonicalMarkdown = keepingNewest(mostKept, (markdown) =>
  writeMarkdown(readMarkdown(markdown).document),
);
const markdownOf = keepingNewest(mostKept, (document) => writeMarkdown(JSON.parse(document) as JsonObject));
