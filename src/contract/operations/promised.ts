import * as z from "zod";
import type { Promised } from "./operation.ts";

/**
 * Marks a field of a response that the contract promises and docsform does without. A program that calls the client relies on it, so
 * its type has it. A response without it still ends no plan.
 */
export function promised<Schema extends z.ZodType>(schema: Schema): Promised<Schema> {
  return Object.assign(schema.optional(), { isPromised: true as const });
}

type Inside<Shape> = {
  [Name in keyof Shape]: Name extends "id"
    ? Shape[Name]
    : Shape[Name] extends z.ZodOptional
      ? Shape[Name]
      : Promised<Extract<Shape[Name], z.ZodType>>;
};

/** An object inside another one. Readers of that one need only the id. */
export function inside<Shape extends Readonly<Record<string, z.ZodType>>>({ shape }: z.ZodObject<Shape>) {
  const fields = Object.entries<z.ZodType>(shape).map(([name, field]) => [
    name,
    name === "id" || field instanceof z.ZodOptional ? field : promised(field),
  ]);
  return z.object(Object.fromEntries(fields) as Inside<Shape>);
}
