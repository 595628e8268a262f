import * as z from "zod";
import { language } from "../../contract/facts/languages.ts";
import { markdownField } from "../../contract/facts/markdown-field.ts";
import { translations } from "../../contract/operations/translations/translations.operations.ts";
import { checkMarkdown } from "../../contract/rich-text/markdown-attribute.ts";
import { wordsIn } from "../../model/codes/fail.ts";
import { type DesiredValue, isReference } from "../../model/desired-world.ts";
import { createdAt } from "../../model/plain/facts.ts";
import { plainType } from "../../model/plain/plain-type.ts";
import type { CheckFailure } from "../../model/resource-type/attribute.ts";
import { once } from "../../util/once.ts";
import { translationCodes } from "./translation.codes.ts";

const wordsOf = wordsIn(translationCodes);

type DeclaredValues = Readonly<Record<string, DesiredValue>>;

/** A translation of a space into another language. A run of the translation is an action, which a layout does not declare. */
export const translation = plainType({
  name: "translation",
  label: { one: "translation", many: "translations" },
  description: "A translation of a space into another language. Its result is a separate space.",
  fields: {
    space: {
      description: "Space to translate.",
      schema: z.string(),
      isFixed: true,
      at: ["source", "space"],
      reference: { type: "space" },
      samples: [],
    },
    sourceLanguage: {
      description: "Language of the space.",
      schema: language,
      isFixed: true,
      at: ["source", "language"],
      samples: ["en", "de"],
    },
    language: {
      description: "Language to translate into.",
      schema: language,
      isFixed: true,
      samples: ["fr", "ja"],
    },
    instructions: {
      ...markdownField,
      description: "Instructions for the translator, as Markdown.",
      derived: true,
      default: "",
      // The first sample has another form than the service's Markdown: two texts with the same meaning do not differ.
      samples: ["Address readers *formally*.", "# Tone\n\nKeep product names.\n"],
    },
  },
  computed: {
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
    createdAt,
    updatedAt: {
      description: "Time of the last change, ISO 8601.",
      schema: z.string(),
      follows: "any write",
    },
  },
  identity: {
    // A plan names a translation by the first text in its key. That is the target language, because `space` is a reference.
    key: ["space", "language", "sourceLanguage"],
    createKey: ["space", "sourceLanguage", "language"],
    keyIsUnique: false,
  },
  rows: {
    list: translations.list,
    get: translations.get,
    create: translations.create,
    update: translations.update,
    delete: translations.delete,
  },
  codes: translationCodes,
  check: (attributes) => [
    ...checkLanguages(attributes),
    ...checkMarkdown("instructions", attributes["instructions"]),
  ],
  unmappedFields: {
    source: "`space` and `sourceLanguage`",
  },
  layout: { kind: "map", field: "translations", addressBy: ["$key"] },
});

// Node takes some 9 ms to load the names of languages, and few layouts need them.
const languageNames = once(() => new Intl.DisplayNames(["en"], { type: "language" }));

function checkLanguages({ space, sourceLanguage, language }: DeclaredValues): readonly CheckFailure[] {
  if (typeof language !== "string" || language !== sourceLanguage) return [];
  const facts = { space: nameOfSpace(space), language: languageNames().of(language) ?? language };
  return [{ ...wordsOf("translation/own-language", facts), attribute: "language" }];
}

function nameOfSpace(space: DesiredValue | undefined): string {
  if (isReference(space)) return space.$ref;
  return typeof space === "string" ? `Space ${space}` : "The original";
}
