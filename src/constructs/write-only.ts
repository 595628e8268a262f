import { createHash } from "node:crypto";
import { canonicalValue } from "../model/attribute-value.ts";
import { typeOf } from "./types.ts";

/** The version of a write-only value: a number that changes when the value does. */
export function versionOf(kind: string, attribute: string, value: string): number {
  const rule = typeOf(kind).attributes[attribute];
  const normalized = rule === undefined ? value : canonicalValue(rule, value);
  return createHash("sha256").update(JSON.stringify(normalized)).digest().readUIntBE(0, 6);
}
