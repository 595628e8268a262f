import type { ResourceType } from "../model/resource-type.ts";
import { outputNames } from "../report/output/formats.ts";
import type { SchemaName } from "./schema-names.ts";

/** The JSON Schema of this name. Its module is loaded only now. */
export async function publishedSchema(name: SchemaName, types: readonly ResourceType[]): Promise<unknown> {
  if (name === "layout") return (await import("../layout/layout-schema.ts")).layoutJsonSchema(types);
  if (name === "plan") return (await import("../model/plan/plan-schema.ts")).planJsonSchema();
  if (name === "event") return (await import("../report/events/event-schema.ts")).eventJsonSchema();
  const { outputJsonSchema } = await import("../report/output/output-schema.ts");
  const outputName = outputNames.find((each) => name === `output/${each}`);
  if (outputName === undefined) throw new TypeError(`No schema is called ${name}.`);
  return outputJsonSchema(outputName);
}
