import type { CodeEntry } from "./code-entry.ts";

/** Codes without a room. */
export const generalCodes = {
  diagnostics: {
    cause: "The input has several errors. Each has a code of its own, in `diagnostics` of the JSON output.",
    example: "docsform validate --json",
    remedy: "Correct each of them.",
  },
  "docsform/unexpected": {
    cause: "docsform failed for an unknown reason.",
    example: "any command",
    remedy:
      "This is a bug in docsform. Run the command again with DOCSFORM_DEBUG=1, and report what it prints.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
