import type { Diagnostic } from "../model/diagnostic.ts";
import type { Secret } from "../model/secret.ts";
import type { SourceText } from "./yaml-source.ts";

/** Shorter tokens occur in texts by chance. */
const shortestToken = 8;

/** The texts of secrets, such as tokens, that no output may show. */
export function tokenTexts(tokens: readonly Secret[] = []): readonly string[] {
  return tokens.flatMap((token) => token.texts()).filter((text) => text.length >= shortestToken);
}

/** The diagnostics with tokens redacted. */
export function withoutTokens(
  diagnostics: readonly Diagnostic[],
  tokens: readonly string[],
): readonly Diagnostic[] {
  if (tokens.length === 0) return diagnostics;
  return diagnostics.map((found) => ({
    ...found,
    message: hidden(found.message, tokens),
    ...(found.remedy === undefined ? {} : { remedy: hidden(found.remedy, tokens) }),
  }));
}

/** The file with tokens redacted. Its length stays the same, so that positions stay correct. */
export function fileWithoutTokens(source: SourceText, tokens: readonly string[]): SourceText {
  return { ...source, text: hidden(source.text, tokens) };
}

function hidden(text: string, tokens: readonly string[]): string {
  return tokens.reduce((rest, token) => rest.replaceAll(token, token.replace(/\S/g, "*")), text);
}
