import { translations } from "../../contract/operations/translations/translations.operations.ts";
import {
  checkMarkdown,
  documentOnWire,
  markdownFromWire,
} from "../../contract/rich-text/markdown-attribute.ts";
import { wordsIn } from "../../model/codes/fail.ts";
import { type DesiredValue, isReference } from "../../model/desired-world.ts";
import type { CheckFailure } from "../../model/resource-type/attribute.ts";
import { defineResource } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { fieldOrNull, fieldsOrNull, type Json, type JsonObject } from "../../util/json.ts";
import { once } from "../../util/once.ts";
import { translationCodes } from "./translation.codes.ts";
import { translationAttributes, translationComputed } from "./translation.schema.ts";

const wordsOf = wordsIn(translationCodes);

type DeclaredValues = Readonly<Record<string, DesiredValue>>;

/** A translation of a space into another language. A run of the translation is an action, which a layout does not declare. */
export const translation = defineResource({
  name: "translation",
  label: { one: "translation", many: "translations" },
  description: "A translation of a space into another language. Its result is a separate space.",
  attributes: translationAttributes,
  computed: translationComputed,
  identity: {
    // A plan names a translation by the first text in its key. That is the target language, because `space` is a reference.
    key: ["space", "language", "sourceLanguage"],
    createKey: ["space", "sourceLanguage", "language"],
    keyIsUnique: false,
  },
  deletion: {
    endpoint: translations.delete,
    contents: "first",
  },
  creation: {
    endpoint: translations.create,
    body: ({ attributes }) => createBody(attributes),
    created: (response) => ({ object: foundTranslation(response), children: [] }),
  },
  writers: [
    {
      name: "instructions",
      endpoint: translations.update,
      body: ({ values }) => ({ instructions: documentOnWire(values["instructions"]) }),
      fromResponse: (response) => foundTranslation(response),
    },
  ],
  reads: [
    {
      name: "translations",
      endpoint: translations.list,
      finds: ["translation"],
      found: (response) => [foundTranslation(response)],
    },
  ],
  readById: {
    endpoint: translations.get,
    found: (response) => foundTranslation(response),
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

function createBody({ space, sourceLanguage, language, instructions }: JsonObject): JsonObject {
  return {
    source: { space: space ?? null, language: sourceLanguage ?? null },
    language: language ?? null,
    ...(instructions !== undefined && { instructions: documentOnWire(instructions) }),
  };
}

function foundTranslation(response: Json): FoundObject {
  const translation = response as JsonObject;
  const { source, language, instructions, stats, result } = translation;
  return {
    type: "translation",
    id: translation["id"] as string,
    container: null,
    attributes: {
      space: fieldOrNull(source, "space"),
      sourceLanguage: fieldOrNull(source, "language"),
      language: language ?? null,
      instructions: markdownFromWire(instructions),
    },
    computed: {
      ...fieldsOrNull(translation, ["id", "status", "createdAt", "updatedAt"]),
      result: { space: fieldOrNull(result, "space"), revision: fieldOrNull(result, "revision") },
      stats: Object.fromEntries(statNames.map((name) => [name, fieldOrNull(stats, name)])),
    },
  };
}

const statNames = [
  "runs",
  "totalPages",
  "totalWords",
  "totalDuration",
  "latestPages",
  "latestWords",
  "latestRunDuration",
] as const;
