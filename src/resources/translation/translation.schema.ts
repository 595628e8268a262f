import * as z from "zod";
import type { Attribute, ComputedAttribute } from "../../model/resource-type.ts";
import { language } from "../../operations/languages.ts";
import { markdownAttribute } from "../../rich-text/markdown-attribute.ts";

/** What can be set on a translation. */
export const translationAttributes = {
  space: {
    description: "The space that is translated. Another one takes a new translation.",
    schema: z.string(),
    atCreate: "required",
    reference: { type: "space" },
    samples: [],
  },
  sourceLanguage: {
    description: "The language that the space is written in. Another one takes a new translation.",
    schema: language,
    atCreate: "required",
    samples: ["en", "de"],
  },
  language: {
    description: "The language that it is translated into. Another one takes a new translation.",
    schema: language,
    atCreate: "required",
    samples: ["fr", "ja"],
  },
  instructions: {
    ...markdownAttribute,
    description: "What the translator is told, as Markdown.",
    atCreate: "accepted",
    derived: true,
    default: "",
    // The first is not as the service would write it: what means the same is no difference.
    samples: ["Address readers *formally*.", "# Tone\n\nKeep product names.\n"],
  },
} satisfies Record<string, Attribute>;

/** What the service tells about a translation. */
export const translationComputed = {
  status: {
    description: "How far it is: `pending`, `running` or `completed`.",
    schema: z.string(),
    follows: ["instructions"],
  },
  result: {
    description: "What came of it, once it has been run.",
    schema: z.object({
      space: z.string().describe("Id of the space that holds the translation."),
      revision: z.string().describe("Id of the revision that it was brought to."),
    }),
    follows: { space: [], revision: ["instructions"] },
  },
  stats: {
    description: "How much was translated.",
    schema: z.object({
      runs: z.number().describe("How often it was run."),
      totalPages: z.number().describe("Pages that were translated."),
      totalWords: z.number().describe("Words that were translated."),
      totalDuration: z.number().describe("How long all runs took."),
      latestPages: z.number().describe("Pages that the last run translated."),
      latestWords: z.number().describe("Words that the last run translated."),
      latestRunDuration: z.number().describe("How long the last run took."),
    }),
    follows: ["instructions"],
  },
  createdAt: { description: "When it was created, ISO 8601.", schema: z.string(), follows: [] },
  updatedAt: { description: "When it was last changed, ISO 8601.", schema: z.string(), follows: "any write" },
} satisfies Record<string, ComputedAttribute>;
