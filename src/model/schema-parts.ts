import * as z from "zod";

type Part = readonly [z.ZodType, readonly PropertyKey[]];

/** The schemas that the next step of a path leads to, each with the rest of the path. */
export function partsAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly Part[] {
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

/** Whether a value of the schema can have a part at a path. */
export function hasPath(schema: z.ZodType, path: readonly PropertyKey[]): boolean {
  return path.length === 0 || partsAt(schema, path).some(([part, rest]) => hasPath(part, rest));
}

/** The maximum length of a text at a path in a value, by its schema. Undefined: the schema sets none. */
export function mostCharactersAt(schema: z.ZodType, path: readonly PropertyKey[]): number | undefined {
  const parts = partsAt(schema, path);
  if (parts.length === 0)
    return path.length === 0 && schema instanceof z.ZodString ? (schema.maxLength ?? undefined) : undefined;
  for (const [part, rest] of parts) {
    const found = mostCharactersAt(part, rest);
    if (found !== undefined) return found;
  }
  return undefined;
}
