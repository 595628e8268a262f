import { isMap, isScalar, isSeq } from "yaml";
import { parseYaml } from "./parse-yaml.ts";
import { type SourceText, textOfScalar, yamlOptions } from "./yaml-source.ts";

/** Whether a layout file is JSON: its name says so, and its text is. */
export function isJsonSource({ file, text }: SourceText): boolean {
  return /[.]json$/u.test(file) && isJson(text);
}

/** The text as JSON, in the style of the source before it: unchanged if it is JSON already. JSON has no room for comments. */
export function asJson(text: string, before: string): string {
  if (isJson(text)) return text;
  const [indent = "  "] = /(?<=^\{\r?\n)[ \t]+/u.exec(before) ?? [];
  return jsonText(text, indent, before);
}

/** The text of a layout as JSON in the usual style, with the line ends of the source before it. */
export function jsonText(text: string, indent: string, before: string): string {
  const [document] = parseYaml(text, yamlOptions);
  const end = before.endsWith("\n") ? "\n" : "";
  const written = `${jsonOf(document?.contents ?? null, indent, "\n")}${end}`;
  return before.includes("\r\n") ? written.replaceAll("\n", "\r\n") : written;
}

function jsonOf(node: unknown, indent: string, line: string): string {
  const inner = `${line}${indent}`;
  const list = (open: string, parts: readonly string[], close: string) =>
    parts.length === 0 ? `${open}${close}` : `${open}${inner}${parts.join(`,${inner}`)}${line}${close}`;
  if (isSeq(node))
    return list(
      "[",
      node.items.map((item) => jsonOf(item, indent, inner)),
      "]",
    );
  if (!isMap(node)) return scalarJson(node);
  const parts = node.items.map(
    ({ key, value }) => `${JSON.stringify(textOfScalar(key))}: ${jsonOf(value, indent, inner)}`,
  );
  return list("{", parts, "}");
}

function scalarJson(node: unknown): string {
  if (!isScalar(node)) return "null";
  const { value } = node;
  return typeof value === "number" ? textOfScalar(node) : JSON.stringify(value);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/u, ""));
    return true;
  } catch {
    return false;
  }
}
