import { formsOf } from "../../contract/http/service-text.ts";
import { DocsformError, reworded } from "../../model/errors.ts";

const notShown = "(hidden: it repeats a secret)";

/** If the error repeats one of these texts, returns an error without the service's message. Otherwise returns it unchanged. */
export function hidingSecrets<T>(error: T, secrets: readonly string[]): T | DocsformError {
  if (!(error instanceof DocsformError)) return error;
  const hasSecret = (text: string): boolean => secrets.some((secret) => repeats(text, secret));
  if (!hasSecret(error.message)) return error;
  const serviceMessage = "serviceMessage" in error ? error.serviceMessage : undefined;
  const without =
    typeof serviceMessage === "string" ? error.message.replaceAll(serviceMessage, notShown) : notShown;
  return reworded(error, hasSecret(without) ? notShown : without);
}

/** A piece of this length counts as a repetition of a secret, because services cut off messages and join lines. */
const pieceLength = 16;

/** The shortest beginning of a secret that counts as a repetition at the place where a message was cut off. */
const cutLength = 4;

function repeats(text: string, secret: string): boolean {
  const compactText = compact(text);
  return formsOf(secret).some((form) => repeatsForm(compactText, compact(form)));
}

function repeatsForm(text: string, hidden: string): boolean {
  if (hidden.length === 0) return false;
  if (endsWithBeginningOf(text, hidden)) return true;
  if (hidden.length <= pieceLength) return text.includes(hidden);
  for (let at = 0; at + pieceLength <= text.length; at += 1)
    if (hidden.includes(text.slice(at, at + pieceLength))) return true;
  return false;
}

/** Whether a beginning of the secret stands where the text was cut off. */
function endsWithBeginningOf(text: string, hidden: string): boolean {
  return text
    .split("…")
    .slice(0, -1)
    .some((part) => {
      const longest = Math.min(hidden.length, pieceLength) - 1;
      for (let length = longest; length >= cutLength; length -= 1)
        if (part.endsWith(hidden.slice(0, length))) return true;
      return false;
    });
}

/** The text in small letters, without whitespace, and without the lines that start and end every PEM. */
function compact(text: string): string {
  return text
    .replace(/-{5}[^-]+-{5}/g, "\n")
    .replace(/\s+/g, "")
    .toLowerCase();
}
