import { type AnswerName, answerNames } from "./answers/formats.ts";

/** What has a JSON Schema: what people write, what is saved, and what programs read. */
export type SchemaName = "layout" | "plan" | "event" | `answer/${AnswerName}`;

export const schemaNames: readonly SchemaName[] = [
  "layout",
  "plan",
  "event",
  ...answerNames.map((name) => `answer/${name}` as const),
];
