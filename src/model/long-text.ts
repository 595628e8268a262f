import * as z from "zod";
import { kindAt } from "./kinds-of.ts";
import { mostCharactersAt, partsAt } from "./schema-parts.ts";
import type { Kinds } from "./value-kind.ts";

/** A text with at least this limit is long enough for a file of its own. */
const longText = 5000;

/** The maximum length of a long text at a path in a value. Undefined: the path leads to no long text. */
export function longTextAt(attribute: Kinds, path: readonly PropertyKey[]): number | undefined {
  const ofKind = kindAt(attribute, path)?.mostCharacters;
  const most = ofKind ?? mostCharactersAt(attribute.schema, path) ?? 0;
  return ofKind !== undefined || most >= longText ? most : undefined;
}

/** Whether a path in a value accepts only fixed values. */
export function isChoiceAt(schema: z.ZodType, path: readonly PropertyKey[]): boolean {
  const parts = partsAt(schema, path);
  if (parts.length > 0) return parts.every(([part, rest]) => isChoiceAt(part, rest));
  return schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral;
}
