import * as z from "zod";
import { longText } from "../../model/long-text.ts";

/** The name of a specification in its organization. The current generation allows capitals too; docsform does not. */
export const openapiSlug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case letters and digits, with single hyphens between");

/** Where a specification comes from: an address that the service fetches, or its text. */
export const openapiSource = z.union([
  z.strictObject({ url: z.url().max(2048) }),
  z.strictObject({ text: longText(z.string().min(1), 5_000_000) }),
]);

/** The fields of a specification in an answer that docsform relies on. */
export const openapiSpecObject = z.object({
  id: z.string(),
  slug: z.string(),
  sourceURL: z.string().nullish(),
  visibility: z.string().nullish(),
  processingState: z.string().optional(),
  lastVersion: z.string().nullish(),
  lastProcessedAt: z.string().nullish(),
  lastProcessErrorCode: z.string().nullish(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
  urls: z.object({ app: z.string().optional(), published: z.string().optional() }).optional(),
});

export type OpenapiSpecObject = z.infer<typeof openapiSpecObject>;
