import type { Secret } from "../../model/secret.ts";

const longest = 300;

// Control characters move the cursor and color a terminal; format characters reverse or hide text.
const unprintable = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** Makes text of others safe to print: one line of limited length, without control characters and without the token. */
export function cleanText(text: string, token: Secret): string {
  const line = text.replace(unprintable, " ").replace(/\s+/g, " ").trim();
  const redacted = redact(line, token.reveal());
  return redacted.length > longest ? `${redacted.slice(0, longest - 1)}…` : redacted;
}

function redact(line: string, secret: string): string {
  const hidden = formsOf(secret).reduce((text, form) => text.replaceAll(form, "(secret)"), line);
  // A stripped character may have split the token, so docsform also searches the text without its blanks.
  return hidden.replaceAll(" ", "").includes(secret) ? "(hidden: it repeats the token)" : hidden;
}

/** The secret as it is, and as JSON, headers, URLs and their echoes encode it. */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const inQuotes = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    inQuotes,
    bytes.toString("base64"),
    bytes.toString("base64url"),
    encodeURIComponent(secret),
  ];
}
