import type { CodeEntry } from "./code-entry.ts";

/** Codes without a room. */
export const generalCodes = {
  diagnostics: {
    remedy: "Correct each of them.",
  },
  "docsform/unexpected": {
    remedy:
      "This is a bug in docsform. Run the command again with DOCSFORM_DEBUG=1, and report what it prints.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
