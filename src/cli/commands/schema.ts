import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";

/** Prints the JSON Schema of a layout or of a plan. */
export async function schema({ io, types }: Context, what: "layout" | "plan"): Promise<ExitCode> {
  io.stdout(`${JSON.stringify(await schemaOf(what, types), null, 2)}\n`);
  return exitCodes.done;
}

async function schemaOf(what: "layout" | "plan", types: Context["types"]): Promise<unknown> {
  if (what === "plan") return (await import("../../plan/plan-schema.ts")).planJsonSchema();
  return (await import("../../layout/layout-schema.ts")).layoutJsonSchema(types);
}
