import { fieldsNamed, textIn } from "../../../model/emulator-responses.ts";
import type { EmulatedService, EmulatorRecord } from "../../../model/emulator-rules.ts";
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import { noCounts } from "../revisions/places.ts";
import { copyRevision } from "../revisions/revisions.ts";
import { isTrashed } from "../trash.ts";

/** The result of a run. */
export interface TranslationRun {
  readonly result: { readonly space: string; readonly revision: string };
  /** The source's texts of this run, by page. */
  readonly texts: JsonObject;
  /** The number of words on the pages that this run has translated. */
  readonly words: number;
  readonly pages: number;
  readonly seconds: number;
}

const wordsPerSecond = 50;

/**
 * Translates a space: into the space of the last run, or into a new one beside it. Pages whose texts have not changed since the
 * last run keep their translation. The emulator knows no languages: it only puts the language into each page. undefined: the space
 * no longer exists.
 */
export function translateSpace(
  service: EmulatedService,
  translation: EmulatorRecord,
): TranslationRun | undefined {
  const source = isJsonObject(translation["source"]) ? translation["source"] : {};
  const space = service.get("space", textIn(source["space"]));
  if (space === undefined || isTrashed(space)) return undefined;
  const language = textIn(translation["language"]);
  const earlier = isJsonObject(translation["texts"]) ? translation["texts"] : {};
  const target = targetOf(service, translation, space, language);
  const former = textIn(service.get("space", target)?.["revision"]);
  const before = pagesIn(service.get("revision", former));
  const revision = service.newId("");
  const sourceRevision = service.get("revision", textIn(space["revision"]));
  const pages = pagesIn(sourceRevision);
  const keptTranslation = (page: JsonObject) =>
    canonicalJson(textsOf(page)) === canonicalJson(earlier[textIn(page["id"])] ?? null)
      ? before.find(({ id }) => id === page["id"])
      : undefined;
  const changed = pages.filter((page) => keptTranslation(page) === undefined);
  if (sourceRevision !== undefined) {
    const translated = pages.map((page) => {
      const kept = keptTranslation(page);
      return kept === undefined ? inLanguage(page, language) : { ...page, ...textsOf(kept) };
    });
    copyRevision(service, space, {
      id: revision,
      space: target,
      parents: service.get("revision", former) === undefined ? [] : [former],
      content: { ...(sourceRevision["content"] as JsonObject), pages: translated },
    });
  }
  service.change("space", target, { revision, updatedAt: service.now() });
  const words = changed.reduce((sum, page) => sum + wordsIn(page), 0);
  return {
    result: { space: target, revision },
    texts: Object.fromEntries(pages.map((page) => [textIn(page["id"]), textsOf(page)])),
    words,
    pages: changed.length,
    seconds: Math.ceil(words / wordsPerSecond),
  };
}

/** The translated fields of a page. */
function textsOf(page: JsonObject): JsonObject {
  return fieldsNamed(page, ["title", "linkTitle", "description", "markdown"]);
}

function targetOf(
  service: EmulatedService,
  { result }: EmulatorRecord,
  space: EmulatorRecord,
  language: string,
): string {
  const before = isJsonObject(result) ? service.get("space", textIn(result["space"])) : undefined;
  if (before !== undefined && before["deletedAt"] == null) return before.id;
  const now = service.now();
  const [id, revision] = [service.newId(""), service.newId("")];
  const own = { id, revision, language, gitSync: null, createdAt: now, updatedAt: now };
  const made = { ...space, ...noCounts, ...own };
  return service.add("space", made).id;
}

function pagesIn(revision: EmulatorRecord | undefined): readonly JsonObject[] {
  const content: Json | undefined = revision?.["content"];
  const pages = isJsonObject(content) ? content["pages"] : undefined;
  return Array.isArray(pages) ? pages.filter(isJsonObject) : [];
}

function inLanguage(page: JsonObject, language: string): JsonObject {
  return page["type"] === "document"
    ? { ...page, markdown: `*${language}*\n\n${textIn(page["markdown"])}` }
    : page;
}

function wordsIn(page: JsonObject): number {
  return textIn(page["markdown"]).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
