import type { CodeEntry } from "./code-entry.ts";

/** Codes of calls by programs. */
export const clientCodes = {
  "client/unknown-input": {
    cases: {
      duplicate: {
        text: "{operation} takes body or {name}, not both.",
        remedy: "Give the whole body, or its fields.",
      },
      unknown: { text: "{operation} has no input {name}.", remedy: "{meant}" },
      listed: { text: "{operation} has no input {name}.", remedy: "Its inputs are {inputs}." },
      none: { text: "{operation} has no input {name}.", remedy: "Remove it: the operation has no inputs." },
    },
    remedy: "Correct the name. The message suggests the nearest one.",
    exitCode: 64,
  },
  "client/unknown-operation": {
    message: { text: "There is no operation {operation}.", remedy: "{meant}" },
    remedy:
      "Use the operation's name in the published contract. docs/reference/coverage.md lists all operations.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
