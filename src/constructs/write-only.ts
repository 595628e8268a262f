import { createHash } from "node:crypto";
import { typeOf } from "./types.ts";

/** The version of a write-only value: a number that changes when the value does. */
export function versionOf(kind: string, attribute: string, value: string): number {
  const normalized = typeOf(kind).attributes[attribute]?.normalize?.(value) ?? value;
  return createHash("sha256").update(JSON.stringify(normalized)).digest().readUIntBE(0, 6);
}
