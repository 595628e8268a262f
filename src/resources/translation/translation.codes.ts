import type { ExplainedCode } from "../../model/codes/code-entry.ts";

/** Codes of the rules of translations. */
export const translationCodes = {
  "translation/own-language": {
    message: "{space} is already in {language}.",
    cause: "The translation's language is the language of its space.",
    example: "translations:\n  guides: { space: guides, sourceLanguage: en, language: en }",
    remedy: "Declare another language, or correct sourceLanguage.",
  },
} as const satisfies Readonly<Record<string, ExplainedCode>>;
