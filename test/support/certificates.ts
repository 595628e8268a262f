import { readFileSync } from "node:fs";

/** A certificate of "login.acme.example", which is valid for 100 years. Its key is gone. */
export const realCertificate = readFileSync(new URL("certificates/base.pem", import.meta.url), "utf8");

/**
 * A certificate that differs from {@link realCertificate} in its signature, which contains this text in base64. Readers of certificates accept
 * every signature of the right length.
 */
export function certificateWith(text: string): string {
  if (!/^[A-Za-z0-9+/]{1,128}$/u.test(text))
    throw new Error(`This is no base64, or too long for a signature: ${text}`);
  const lines = realCertificate.trimEnd().split("\n");
  const first = lines.length - 5;
  const there = lines.slice(first, first + 3).join("");
  const body = `${text}${there.slice(text.length)}`;
  const changed = [body.slice(0, 64), body.slice(64, 128), body.slice(128)];
  return [...lines.slice(0, first), ...changed, ...lines.slice(first + 3), ""].join("\n");
}
