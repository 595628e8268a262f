import * as z from "zod";
import { valuesOf } from "../../contract/client/describe-part.ts";
import type { RequestPart } from "../../contract/client/request-parts.ts";
import { fail } from "../../model/codes/command-words.ts";

/** The value of a flag's texts, as the operation's schema accepts it. Throws `cli/bad-value` if no reading fits. */
export function flagValue(flag: string, part: RequestPart, texts: readonly string[]): unknown {
  const { schema } = part;
  const text = texts.at(-1) ?? "";
  if (schema === undefined) return text;
  const found = readingsOf(texts).find((reading) => isAccepted(schema, reading.value));
  if (found !== undefined) return found.value;
  throw fail("cli/bad-value", {
    flag,
    values: texts.map((each) => JSON.stringify(each)),
    wanted: valuesOf(part),
  });
}

/** The value of a field inside a part. A field without a schema is JSON or, if it is not valid JSON, text. */
export function fieldValue(part: RequestPart | undefined, path: readonly string[], text: string): unknown {
  const schema = part?.schema === undefined ? undefined : schemaAt(part.schema, path);
  const known = readingsOf([text]).find(({ value }) => schema !== undefined && isAccepted(schema, value));
  return (known ?? jsonOf(text) ?? { value: text }).value;
}

function schemaAt(schema: z.ZodType, [name, ...rest]: readonly string[]): z.ZodType | undefined {
  if (name === undefined) return schema;
  const object = unwrapped(schema);
  const field = object instanceof z.ZodObject ? (object.shape[name] as z.ZodType | undefined) : undefined;
  return field === undefined ? undefined : schemaAt(field, rest);
}

function unwrapped(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return isWrapped ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

interface FlagValue {
  readonly value: unknown;
}

/** The possible readings of texts, the likeliest first. `null` is text only if the schema accepts no other reading. */
function readingsOf(texts: readonly string[]): readonly FlagValue[] {
  const [text = ""] = texts;
  const items = { value: texts };
  const parsed = texts.map((each) => jsonOf(each)?.value ?? each);
  const several = [items, { value: parsed }];
  if (texts.length > 1) return several;
  const single = [{ value: text }, jsonOf(text), ...several].filter((each) => each !== undefined);
  return text === "null" ? [{ value: null }, ...single] : single;
}

function isAccepted(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}

function jsonOf(text: string): FlagValue | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
