/** The header of a private key in PEM, of every kind of key. */
const header = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|^PuTTY-User-Key-File-/u;

/**
 * A private key in base64 without a header: its beginning, by the kinds of PKCS #8, encrypted PKCS #8, PKCS #1 and SEC 1. Certificates and
 * public keys begin otherwise.
 */
const headless =
  /^M[A-Za-z0-9+/]{2,8}(?:IBADA|AgEAM|CAQAwB|CAQEwB|BgkqhkiG9w0BBQ|IBAAKB|IBAAKC|CAQEE|AgEBB)/u;

/** Whether a text contains a private key. */
export function containsKey(text: string): boolean {
  return header.test(text) || isKeyInBase64(text);
}

/** Whether a text is a private key and nothing else. A longer text, such as a page of documentation, may show one as an example. */
export function isKey(text: string): boolean {
  const whole = text.trim();
  const start = header.exec(whole);
  return (start?.index === 0 && /-----END [A-Z0-9 ]+-----$|^PuTTY/u.test(whole)) || isKeyInBase64(whole);
}

function isKeyInBase64(text: string): boolean {
  const joined = text.slice(0, 100).replace(/\s+|\\[rn]/gu, "");
  return headless.test(joined) && /^[A-Za-z0-9+/=\s\\]+$/u.test(text);
}
