import { type DesiredValue, isReference } from "../../model/desired-world.ts";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import type { CheckFailure } from "../../model/resource-type/attribute.ts";
import { defineResource } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { translations } from "../../operations/translations/translations.operations.ts";
import { checkMarkdown, documentOnWire, markdownFromWire } from "../../rich-text/markdown-attribute.ts";
import { translationAttributes, translationComputed } from "./translation.schema.ts";

type Declared = Readonly<Record<string, DesiredValue>>;

/** A translation of a space into another language. A run of the translation is an action, which a layout does not declare. */
export const translation = defineResource({
  name: "translation",
  label: { one: "translation", many: "translations" },
  description: "A translation of a space into another language. Its result is a separate space.",
  attributes: translationAttributes,
  computed: translationComputed,
  identity: {
    // A plan names it by the first text in its key: the target language, and not the source language.
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
    body: ({ attributes }) => bodyOf(attributes),
    created: (response) => ({
      object: foundTranslation(response as JsonObject),
      children: [],
    }),
  },
  writers: [
    {
      name: "instructions",
      endpoint: translations.update,
      body: ({ values }) => ({ instructions: documentOnWire(values["instructions"]) }),
      fromResponse: (response) => foundTranslation(response as JsonObject),
    },
  ],
  reads: [
    {
      name: "translations",
      endpoint: translations.list,
      finds: ["translation"],

      found: (response) => [foundTranslation(response as JsonObject)],
    },
  ],
  readById: {
    endpoint: translations.get,
    found: (response) => foundTranslation(response as JsonObject),
  },
  codes: {
    "translation/own-language": {
      cause: "The translation's language is the language of its space.",
      example: "translations:\n  guides: { space: guides, sourceLanguage: en, language: en }",
      remedy: "Declare another language, or correct the sourceLanguage.",
    },
  },
  check: (attributes) => [
    ...checkLanguages(attributes),
    ...checkMarkdown("instructions", attributes["instructions"]),
  ],
  unmappedFields: {
    source: "`space` and `sourceLanguage`",
  },
  layout: { kind: "map", field: "translations", addressBy: ["$key"] },
});

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });

function checkLanguages({ space, sourceLanguage, language }: Declared): readonly CheckFailure[] {
  if (typeof language !== "string" || language !== sourceLanguage) return [];
  return [
    {
      code: "translation/own-language",
      message: `${nameOfSpace(space)} is already in ${languageNames.of(language)}.`,
      remedy: "Declare another language, or correct sourceLanguage.",
      attribute: "language",
    },
  ];
}

function nameOfSpace(space: DesiredValue | undefined): string {
  if (isReference(space)) return space.$ref;
  return typeof space === "string" ? `Space ${space}` : "The original";
}

function bodyOf({ space, sourceLanguage, language, instructions }: JsonObject): JsonObject {
  return {
    source: { space: space ?? null, language: sourceLanguage ?? null },
    language: language ?? null,
    ...(instructions !== undefined && { instructions: documentOnWire(instructions) }),
  };
}

function foundTranslation(response: JsonObject): FoundObject {
  const { source, language, instructions, status, stats, createdAt, updatedAt, result } = response;
  return {
    type: "translation",
    id: response["id"] as string,
    container: null,
    attributes: {
      space: field(source, "space"),
      sourceLanguage: field(source, "language"),
      language: language ?? null,
      instructions: markdownFromWire(instructions),
    },
    computed: {
      id: response["id"] ?? null,
      status: status ?? null,
      result: { space: field(result, "space"), revision: field(result, "revision") },
      stats: Object.fromEntries(statNames.map((name) => [name, field(stats, name)])),
      createdAt: createdAt ?? null,
      updatedAt: updatedAt ?? null,
    },
  };
}

function field(value: Json | undefined, name: string): Json {
  return isJsonObject(value) ? (value[name] ?? null) : null;
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
