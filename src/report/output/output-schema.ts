import * as z from "zod";
import type { JsonObject } from "../../util/json.ts";
import { formats, type OutputName } from "./formats.ts";
import { outputs } from "./outputs.ts";

/** Whether the schema accepts undeclared fields. Programs that read outputs should accept them. docsform's own tests do not. */
type Strictness = "open" | "strict";

/** JSON Schema (2020-12) of a command's output with `--json`: its result, or an error. */
export function outputJsonSchema(name: OutputName, strictness: Strictness = "open"): JsonObject {
  const shapes = [...shapesOf(name), ...(name === "error" ? [] : shapesOf("error"))];
  const [only, ...others] = shapes;
  const whole = only !== undefined && others.length === 0 ? only : z.union(shapes);
  // A reader must expect unknown fields ("input"); docsform itself writes only declared ones ("output").
  const io = strictness === "open" ? "input" : "output";
  const { $schema, ...schema } = z.toJSONSchema(whole, { io }) as JsonObject;
  const title = name === "error" ? "docsform --json, when it fails" : `docsform ${name} --json`;
  return { $schema: $schema ?? null, title, ...schema };
}

function shapesOf(name: OutputName): readonly z.ZodObject[] {
  const formatVersion = z.literal(formats[name]).describe("Version of the format.");
  return outputs[name].map((shape) => withDescription(z.object({ formatVersion, ...shape.shape }), shape));
}

function withDescription(made: z.ZodObject, { description }: z.ZodObject): z.ZodObject {
  return description === undefined ? made : made.describe(description);
}
