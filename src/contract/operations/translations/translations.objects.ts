import * as z from "zod";
import { language } from "../../facts/languages.ts";
import { promised } from "../promised.ts";
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
  status: promised(z.enum(["pending", "running", "completed"])),
  source: z.looseObject({ space: z.string(), language: z.string() }),
  language: z.string(),
  instructions: richText,
  result: z.looseObject({ space: z.string(), revision: z.string() }).optional(),
  createdAt: promised(z.string()),
  updatedAt: promised(z.string()),
  stats: promised(
    z.looseObject({
      runs: promised(z.number()),
      totalWords: promised(z.number()),
      totalPages: promised(z.number()),
      totalDuration: promised(z.number()),
      latestRunDuration: promised(z.number()),
      latestPages: promised(z.number()),
      latestWords: promised(z.number()),
    }),
  ),
  permissions: permissionsObject("view", "edit"),
  urls: urls("location"),
});
