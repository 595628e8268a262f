import * as z from "zod";

/** The names of the fields that an object of this schema can have. */
export function fieldNames(schema: z.ZodType | undefined): readonly string[] {
  if (!(schema instanceof z.ZodObject)) throw new TypeError("Only the schema of an object names fields.");
  return Object.keys(schema.shape);
}
