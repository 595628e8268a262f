import type { CodeEntry } from "./code-entry.ts";

/** Codes of the secrets of a saved plan. */
export const secretCodes = {
  "cli/secret-changed": {
    message: "The secret in {place} has changed since the plan was made.",
    cause: "The value of a secret has changed since the plan was saved.",
    example: "docsform apply plan.json    # after OKTA_PEM was changed",
    remedy: "Plan again, and review the new plan.",
    exitCode: 5,
  },
  "cli/secret-in-layout": {
    message: "docsform cannot save the plan: {place} is a secret in clear text in the layout.",
    cause: "A saved plan must not contain a secret, and the layout contains this secret in clear text.",
    example: 'docsform plan --out plan.json    # with certificate: "-----BEGIN …"',
    remedy:
      "Read it with !file PATH or !env NAME (in an app with file() or a variable), so that apply can read it again and the plan does not contain it.",
  },
  "cli/secret-missing": {
    message: "The plan needs the secret in {place}, which does not exist here.",
    cause: "A saved plan writes a secret, and its variable is not set or its file does not exist.",
    example: "docsform apply plan.json    # without the file of certificate: !file okta.pem",
    remedy: "Apply the plan with the same environment variables and in the same folder.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
