import { type OutputName, outputNames } from "../report/output/formats.ts";

/** The names of the published JSON Schemas: of files that users write, of saved files, and of outputs that programs read. */
export type SchemaName = "layout" | "plan" | "event" | `output/${OutputName}`;

export const schemaNames: readonly SchemaName[] = [
  "layout",
  "plan",
  "event",
  ...outputNames.map((name) => `output/${name}` as const),
];
