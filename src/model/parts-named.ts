import * as z from "zod";
import { isJsonObject, type Json } from "./json.ts";

/** As much of a value as the rule names, object by object; null for what is not there. */
export function partsNamed(rule: z.ZodType, value: Json | undefined): Json {
  if (!(rule instanceof z.ZodObject)) return value ?? null;
  if (!isJsonObject(value)) return null;
  return Object.fromEntries(
    Object.entries(rule.shape).map(([name, part]) => [name, partsNamed(part as z.ZodType, value[name])]),
  );
}
