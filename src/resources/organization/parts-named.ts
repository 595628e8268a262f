import * as z from "zod";
import { isJsonObject, type Json } from "../../util/json.ts";

/** The parts of a value that the schema names, object by object; null for a missing part. */
export function partsNamed(rule: z.ZodType, value: Json | undefined): Json {
  if (!(rule instanceof z.ZodObject)) return value ?? null;
  if (!isJsonObject(value)) return null;
  return Object.fromEntries(
    Object.entries(rule.shape).map(([name, part]) => [name, partsNamed(part as z.ZodType, value[name])]),
  );
}
