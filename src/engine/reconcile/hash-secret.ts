import { createHmac } from "node:crypto";

/** Returns the salted hash of a secret, for plans and states. The salt is hexadecimal. */
export function hashSecret(text: string, salt: string): string {
  return createHmac("sha256", Buffer.from(salt, "hex")).update(text).digest("hex");
}
