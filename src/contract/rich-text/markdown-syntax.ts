import type { Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown, gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { gfm } from "micromark-extension-gfm";

// The package contains this file bundled with its libraries, because they and their dependencies are some 80 packages.

const parsed = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
const printed = {
  bullet: "-",
  emphasis: "_",
  fences: true,
  listItemIndent: "one",
  rule: "-",
  extensions: [gfmToMarkdown()],
} as const;

/** The syntax tree of a Markdown text in GitHub's flavor. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, parsed);
}

/** The Markdown text of a syntax tree, in one style for all texts. */
export function printMarkdown(children: readonly RootContent[]): string {
  return toMarkdown(
    { type: "root", children: [...children] },
    { ...printed, extensions: [...printed.extensions] },
  );
}
