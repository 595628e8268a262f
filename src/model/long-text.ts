import * as z from "zod";

const longTexts = z.registry<{ readonly mostCharacters: number }>();

/** Says of a text that it may be long enough to stand in a file of its own, and how long it may be at most. */
export function longText<Schema extends z.ZodType>(schema: Schema, mostCharacters: number): Schema {
  longTexts.add(schema as z.ZodType, { mostCharacters });
  return schema;
}

/** How many characters a long text at a place in a value may have; undefined where no long text belongs. */
export function longTextAt(schema: z.ZodType, path: readonly PropertyKey[]): number | undefined {
  const mark = path.length === 0 ? longTexts.get(schema) : undefined;
  if (mark !== undefined) return mark.mostCharacters;
  for (const [part, rest] of partsAt(schema, path)) {
    const found = longTextAt(part, rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How many characters a text may have, where its schema says so. */
export function mostCharactersOf(schema: z.ZodType): number | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return mostCharactersOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodString ? (schema.maxLength ?? undefined) : undefined;
}

/** Whether a place in a value takes nothing but one of a few values. */
export function isChoiceAt(schema: z.ZodType, path: readonly PropertyKey[]): boolean {
  const parts = partsAt(schema, path);
  if (parts.length > 0) return parts.every(([part, rest]) => isChoiceAt(part, rest));
  return schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral;
}

type Part = readonly [z.ZodType, readonly PropertyKey[]];

/** The schemas that a place in a value leads to next, each with what is left of the way. */
function partsAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly Part[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return [[schema.unwrap() as z.ZodType, path]];
  if (schema instanceof z.ZodUnion)
    return (schema.options as readonly z.ZodType[]).map((each): Part => [each, path]);
  const [step, ...rest] = path;
  if (step === undefined) return [];
  if (schema instanceof z.ZodArray) return [[schema.element as z.ZodType, rest]];
  const fields = schema instanceof z.ZodObject ? (schema.shape as Readonly<Record<string, z.ZodType>>) : {};
  const field = Object.hasOwn(fields, step) ? fields[String(step)] : undefined;
  return field === undefined ? [] : [[field, rest]];
}
