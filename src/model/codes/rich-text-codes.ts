import type { CodeEntry } from "./code-entry.ts";

/** Codes of texts that the service stores as blocks. */
export const richTextCodes = {
  "layout/not-in-rich-text": {
    cases: {
      block:
        "Line {line} of {attribute} has a `{language}` block that is not one block of a document, as JSON.",
      part: "Line {line} of {attribute} has {part}, which docsform cannot store as rich text.",
    },
    remedy: "Use paragraphs, headings, lists, links, code, quotes and emphasis.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
