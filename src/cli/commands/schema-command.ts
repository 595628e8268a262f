import type { Context } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { publishedSchema } from "../published-schemas.ts";
import type { SchemaName } from "../schema-names.ts";

/** Prints a JSON Schema: of a layout, of a plan, of an event, or of a command's JSON output. */
export async function schema({ io, types }: Context, what: SchemaName): Promise<ExitCode> {
  io.stdout(`${JSON.stringify(await publishedSchema(what, types), null, 2)}\n`);
  return exitCodes.done;
}
