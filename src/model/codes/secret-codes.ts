import type { CodeEntry } from "./code-entry.ts";

/** Codes of the secrets of a saved plan. */
export const secretCodes = {
  "cli/secret-changed": {
    message: "The secret in {place} has changed since the plan was made.",
    remedy: "Plan again, and review the new plan.",
    exitCode: 5,
  },
  "cli/secret-in-layout": {
    message: "docsform cannot save the plan: {place} is a secret in clear text in the layout.",
    remedy:
      "Read it with !file PATH or !env NAME (in an app with file() or a variable), so that apply can read it again and the plan does not contain it.",
  },
  "cli/secret-missing": {
    message: "The plan needs the secret in {place}, which does not exist here.",
    remedy: "Apply the plan with the same environment variables and in the same folder.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
