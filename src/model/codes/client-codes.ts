import type { CodeEntry } from "./code-entry.ts";

/** Codes of calls by programs. */
export const clientCodes = {
  "client/bad-path": {
    cases: {
      noPath: {
        text: "This is no path of the service.",
        remedy: "A path begins with one /, as in /orgs/acme/sites. The base URL says which service it is.",
      },
      otherwise: {
        text: "The path could lead to another place than it says.",
        remedy:
          "Write it without //, without . or .. as a segment, without #, and with other characters than letters, digits and -._~ encoded as in %20.",
      },
    },
    remedy: "Write the path as it stands below /v1 in the service's documentation, with the ids in it.",
    exitCode: 64,
  },
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
