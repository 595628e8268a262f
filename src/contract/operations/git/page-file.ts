import { parse, stringify } from "yaml";
import { isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import type { ContentPage } from "../revisions/content.ts";

/** The content of a page's file. */
export type PageText = Pick<ContentPage, "title" | "markdown" | "details" | "frontMatter">;

const fields: Readonly<Record<string, "string" | "boolean">> = {
  description: "string",
  icon: "string",
  emoji: "string",
  condition: "string",
  hidden: "boolean",
  noIndex: "boolean",
  noRobotsIndex: "boolean",
};

/** Converts a page to its file: front matter, title and text. */
export function pageFile({ title, markdown, details, frontMatter }: PageText): string {
  const known = Object.entries(details).filter(([name]) => fields[name] !== undefined);
  return withFrontMatter({ ...Object.fromEntries(known), ...frontMatter }, [
    `# ${oneLine(title)}`,
    markdown.trim(),
  ]);
}

/** Joins front matter and the parts of a text. Omits empty front matter. */
export function withFrontMatter(frontMatter: JsonObject, parts: readonly string[]): string {
  const front = Object.keys(frontMatter).length === 0 ? [] : [`---\n${stringify(frontMatter)}---`];
  return `${[...front, ...parts].filter(Boolean).join("\n\n")}\n`;
}

/** Reads a page from its file. `name` is the title of a page without one. */
export function readPageFile(text: string, name: string): PageText {
  const { frontMatter, body } = frontMatterOf(text);
  const heading = /^\s*# +(.*?)[ \t#]*(?:\n|$)/.exec(body);
  const title = heading?.[1] ?? "";
  const details: Record<string, Json> = {};
  const others: Record<string, Json> = {};
  for (const [field, value] of Object.entries(frontMatter)) {
    if (typeof value === fields[field]) details[field] = value;
    else others[field] = value;
  }
  const markdown = (title === "" ? body : body.slice(heading?.[0].length)).trim();
  return { title: title === "" ? name : title, markdown, details, frontMatter: others };
}

/** Splits a text into front matter and body. Front matter that is not YAML belongs to the body. */
export function frontMatterOf(text: string): { readonly frontMatter: JsonObject; readonly body: string } {
  const whole = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const [front, yaml = ""] = /^---\n([\s\S]*?\n)?---[ \t]*(?:\n|$)/.exec(whole) ?? [];
  if (front === undefined) return { frontMatter: {}, body: whole };
  try {
    const read: unknown = JSON.parse(JSON.stringify(parse(yaml) ?? {}));
    if (isJsonObject(read)) return { frontMatter: read as JsonObject, body: whole.slice(front.length) };
  } catch {
    // Malformed front matter stays in the text.
  }
  return { frontMatter: {}, body: whole };
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
