import { type OutputName, outputNames } from "./output/formats.ts";

/** What has a JSON Schema: what people write, what is saved, and what programs read. */
export type SchemaName = "layout" | "plan" | "event" | `output/${OutputName}`;

export const schemaNames: readonly SchemaName[] = [
  "layout",
  "plan",
  "event",
  ...outputNames.map((name) => `output/${name}` as const),
];
