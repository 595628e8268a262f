import { textIn } from "../../../model/emulator-responses.ts";
import { isJsonObject, type JsonObject } from "../../../util/json.ts";
import { type ContentPage, pagesUnder, type RevisionContent } from "../revisions/content.ts";
import { oneLine } from "./page-file.ts";

/** A line of the table of contents. */
export interface SummaryItem {
  readonly title: string;
  /** Path of a file, or target of a link. Absent: the item is a group. */
  readonly target?: string;
  /** The parent of the item. undefined: it is at the top. */
  readonly parent: SummaryItem | undefined;
}

const head = "# Table of contents\n";

/** The table of contents. Groups become headings. A horizontal rule ends a group before pages at the top. */
export function summaryOf(content: RevisionContent, files: ReadonlyMap<string, string>): string {
  const parts = [head];
  let isInGroup = false;
  for (const page of pagesUnder(content, null)) {
    if (page.type === "group") {
      parts.push(`\n## ${oneLine(page.title)}\n\n`, ...linesUnder(content, page.id, files, ""));
    } else {
      if (isInGroup) parts.push("\n***\n");
      if (isInGroup || parts.length === 1) parts.push("\n");
      parts.push(...linesOf(content, page, files, ""));
    }
    isInGroup = page.type === "group";
  }
  return parts.join("");
}

function linesUnder(
  content: RevisionContent,
  parent: string,
  files: ReadonlyMap<string, string>,
  indent: string,
): readonly string[] {
  return pagesUnder(content, parent).flatMap((page) => linesOf(content, page, files, indent));
}

function linesOf(
  content: RevisionContent,
  page: ContentPage,
  files: ReadonlyMap<string, string>,
  indent: string,
): readonly string[] {
  const target = page.type === "link" ? addressOf(page.details["target"]) : (files.get(page.id) ?? "");
  const shown = /[\s()<>]/.test(target) ? `<${target}>` : target;
  const title = oneLine(page.title).replace(/[\\[\]]/g, "\\$&");
  return [`${indent}* [${title}](${shown})\n`, ...linesUnder(content, page.id, files, `${indent}  `)];
}

/** The target of a link as text: a URL, or the kind and id of an object. */
function addressOf(target: JsonObject[string] | undefined): string {
  if (!isJsonObject(target)) return "";
  const kind = textIn(target["kind"]);
  return kind === "url" ? textIn(target["url"]) : `/${kind}s/${textIn(target[kind])}`;
}

/** Reads the target of a link from such a text. undefined: the text names a file. */
export function linkTarget(address: string): JsonObject | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return { kind: "url", url: address };
  const [, kind, id] = /^\/(page|file|space|collection|user)s\/([\w-]+)$/.exec(address) ?? [];
  return kind === undefined || id === undefined ? undefined : { kind, [kind]: id };
}

const entry =
  /^([ \t]*)[*+-] +\[((?:\\.|[^\]\\])*)\]\((?:<([^>]*)>|((?:[^\s()]|\([^\s()]*\))*))(?:\s+"[^"]*")?\)/;

/** The items of a table of contents, in order. */
export function readSummary(text: string): readonly SummaryItem[] {
  const items: SummaryItem[] = [];
  let group: SummaryItem | undefined;
  let parents: readonly IndentedItem[] = [];
  for (const line of text.split(/\r?\n/)) {
    const heading = /^## +(.*?)[ \t#]*$/.exec(line)?.[1];
    if (heading !== undefined || /^(?:\*{3,}|-{3,})\s*$/.test(line)) {
      group = heading === undefined ? undefined : { title: heading, parent: undefined };
      parents = [];
      if (group !== undefined) items.push(group);
      continue;
    }
    const found = itemIn(line, parents, group);
    if (found === undefined) continue;
    items.push(found.item);
    parents = [...parents.filter(({ indent }) => indent < found.indent), found];
  }
  return items;
}

/** An item that can be a parent, with its indentation. */
interface IndentedItem {
  readonly indent: number;
  readonly item: SummaryItem;
}

function itemIn(
  line: string,
  parents: readonly IndentedItem[],
  group: SummaryItem | undefined,
): IndentedItem | undefined {
  const [whole, indentation = "", title = "", bracketed, plain = ""] = entry.exec(line) ?? [];
  if (whole === undefined) return undefined;
  const indent = indentation.length;
  const parent = parents.findLast((each) => each.indent < indent)?.item ?? group;
  return { indent, item: { title: title.replace(/\\(.)/g, "$1"), target: bracketed ?? plain, parent } };
}
