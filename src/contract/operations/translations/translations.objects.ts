import * as z from "zod";
import { language } from "../languages.ts";
import { permissionsObject, urls } from "../response-parts.ts";
import { richText } from "../rich-text.objects.ts";

export const translationSource = z.strictObject({
  space: z.string().describe("Id of the space to translate."),
  language: language.describe("Language of the space."),
});
export const translationLanguage = language;
export const translationInstructions = richText;

/** The fields of a translation in a response. */
export const translationObject = z.looseObject({
  object: z.literal("translation"),
  id: z.string(),
  status: z.enum(["pending", "running", "completed"]),
  source: z.looseObject({ space: z.string(), language: z.string() }),
  language: z.string(),
  instructions: richText,
  result: z.looseObject({ space: z.string(), revision: z.string() }).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  stats: z.looseObject({
    runs: z.number(),
    totalWords: z.number(),
    totalPages: z.number(),
    totalDuration: z.number().optional(),
    latestRunDuration: z.number().optional(),
    latestPages: z.number().optional(),
    latestWords: z.number().optional(),
  }),
  permissions: permissionsObject("view", "edit"),
  urls: urls("location"),
});
