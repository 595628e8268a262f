import type { ExplainedCode } from "../../model/codes/code-entry.ts";

/** Codes of the rules of spaces. */
export const spaceCodes = {
  "space/emoji-and-icon": {
    message: "A space has an emoji or an icon, not both.",
    cause: "The layout declares both an emoji and an icon, and a space can have only one of them.",
    example: 'spaces:\n  api: { title: API, emoji: "1f600", icon: book }',
    remedy: "Remove one of them, or set it to null.",
  },
} as const satisfies Readonly<Record<string, ExplainedCode>>;
