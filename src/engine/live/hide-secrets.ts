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

function repeats(text: string, secret: string): boolean {
  const [compactText, hidden] = [compact(text), compact(secret)];
  if (hidden.length === 0) return false;
  if (hidden.length <= pieceLength) return compactText.includes(hidden);
  for (let at = 0; at + pieceLength <= compactText.length; at += 1)
    if (hidden.includes(compactText.slice(at, at + pieceLength))) return true;
  return false;
}

/** The text without whitespace, and without the lines that start and end every PEM. */
function compact(text: string): string {
  return text.replace(/-{5}[^-]+-{5}/g, "\n").replace(/\s+/g, "");
}
