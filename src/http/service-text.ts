import type { Secret } from "../model/secret.ts";

const longest = 300;

// Controls move the cursor and colour a terminal; format characters reverse or hide text.
const unprintable = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** Makes text from outside safe to print: one line, bounded, without control characters and without the token. */
export function cleanText(text: string, token: Secret): string {
  const line = text.replace(unprintable, " ").replace(/\s+/g, " ").trim();
  const redacted = redact(line, token.reveal());
  return redacted.length > longest ? `${redacted.slice(0, longest - 1)}…` : redacted;
}

function redact(line: string, secret: string): string {
  const hidden = formsOf(secret).reduce((text, form) => text.replaceAll(form, "(secret)"), line);
  // What was stripped may have stood inside the token, so it is looked for without blanks, too.
  return hidden.replaceAll(" ", "").includes(secret) ? "(hidden: it repeats the token)" : hidden;
}

/** As it is, and as headers, addresses and echoes of either say it. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString("base64"), bytes.toString("base64url"), encodeURIComponent(secret)];
}
