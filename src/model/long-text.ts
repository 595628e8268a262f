import * as z from "zod";

const longTexts = z.registry<{ readonly mostCharacters: number }>();

/** Marks a text that may be long enough for a file of its own, and sets its maximum length. */
export function longText<Schema extends z.ZodType>(schema: Schema, mostCharacters: number): Schema {
  longTexts.add(schema as z.ZodType, { mostCharacters });
  return schema;
}

/** The maximum length of a long text at a path in a value. Undefined: the path leads to no long text. */
export function longTextAt(schema: z.ZodType, path: readonly PropertyKey[]): number | undefined {
  const mark = path.length === 0 ? longTexts.get(schema) : undefined;
  if (mark !== undefined) return mark.mostCharacters;
  for (const [part, rest] of partsAt(schema, path)) {
    const found = longTextAt(part, rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The maximum length of a text by its schema. Undefined: the schema sets none. */
export function mostCharactersOf(schema: z.ZodType): number | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return mostCharactersOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodString ? (schema.maxLength ?? undefined) : undefined;
}

/** Whether a path in a value accepts only fixed values. */
export function isChoiceAt(schema: z.ZodType, path: readonly PropertyKey[]): boolean {
  const parts = partsAt(schema, path);
  if (parts.length > 0) return parts.every(([part, rest]) => isChoiceAt(part, rest));
  return schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral;
}

type Part = readonly [z.ZodType, readonly PropertyKey[]];

/** The schemas that the next step of a path leads to, each with the rest of the path. */
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
