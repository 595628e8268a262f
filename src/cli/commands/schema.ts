import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { SchemaName } from "../schema-names.ts";
import { publishedSchema } from "../schemas.ts";

/** Prints a JSON Schema: of a layout, of a plan, or of what a command answers. */
export async function schema({ io, types }: Context, what: SchemaName): Promise<ExitCode> {
  io.stdout(`${JSON.stringify(await publishedSchema(what, types), null, 2)}\n`);
  return exitCodes.done;
}
