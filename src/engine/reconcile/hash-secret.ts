/** Returns the salted hash of a secret, for plans and states. The salt is hexadecimal. */
export function hashSecret(text: string, salt: string): string {
  // Most layouts have no secret, and commands start faster without this module.
  const { createHmac } = process.getBuiltinModule("node:crypto");
  return createHmac("sha256", Buffer.from(salt, "hex")).update(text).digest("hex");
}
