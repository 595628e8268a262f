import * as z from "zod";
import { language } from "../../contract/operations/languages.ts";
import { markdownAttribute } from "../../contract/rich-text/markdown-attribute.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import type { ComputedAttribute } from "../../model/resource-type/computed-attribute.ts";

export const translationAttributes = {
  space: {
    description: "Space to translate.",
    schema: z.string(),
    atCreate: "required",
    reference: { type: "space" },
    samples: [],
  },
  sourceLanguage: {
    description: "Language of the space.",
    schema: language,
    atCreate: "required",
    samples: ["en", "de"],
  },
  language: {
    description: "Language to translate into.",
    schema: language,
    atCreate: "required",
    samples: ["fr", "ja"],
  },
  instructions: {
    ...markdownAttribute,
    description: "Instructions for the translator, as Markdown.",
    atCreate: "accepted",
    derived: true,
    default: "",
    // The first sample has another form than the service's Markdown: two texts with the same meaning do not differ.
    samples: ["Address readers *formally*.", "# Tone\n\nKeep product names.\n"],
  },
} satisfies Record<string, Attribute>;

export const translationComputed = {
  status: {
    description: "Status of the translation: `pending`, `running` or `completed`.",
    schema: z.string(),
    follows: ["instructions"],
  },
  result: {
    description: "Result of the translation, once it has run.",
    schema: z.object({
      space: z.string().describe("Id of the translated space."),
      revision: z.string().describe("Id of the revision of the translated space after the last run."),
    }),
    follows: { space: [], revision: ["instructions"] },
  },
  stats: {
    description: "Statistics of the translation.",
    schema: z.object({
      runs: z.number().describe("Number of runs."),
      totalPages: z.number().describe("Number of translated pages."),
      totalWords: z.number().describe("Number of translated words."),
      totalDuration: z.number().describe("Duration of all runs."),
      latestPages: z.number().describe("Number of pages that the last run translated."),
      latestWords: z.number().describe("Number of words that the last run translated."),
      latestRunDuration: z.number().describe("Duration of the last run."),
    }),
    follows: ["instructions"],
  },
  createdAt: { description: "Time of creation, ISO 8601.", schema: z.string(), follows: [] },
  updatedAt: { description: "Time of the last change, ISO 8601.", schema: z.string(), follows: "any write" },
} satisfies Record<string, ComputedAttribute>;
