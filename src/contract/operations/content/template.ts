import { requireRecord, textIn } from "../../../model/emulator-responses.ts";
import type { EmulatedService } from "../../../model/emulator-rules.ts";
import { isJsonObject, type JsonObject } from "../../../util/json.ts";
import type { ContentPage, RevisionContent } from "../revisions/content.ts";
import { contentOf, revisionOf } from "../revisions/revisions.ts";

/**
 * Adds the pages of a template after the pages of a content. No document defines templates: in the emulator, every space of the
 * organization is one. A link target in it that is the name of a content reference becomes the target of that reference.
 */
export function withTemplate(
  service: EmulatedService,
  content: RevisionContent,
  body: JsonObject,
): RevisionContent {
  const template = contentOf(service, revisionOf(requireRecord(service, "space", body["id"])));
  const params = isJsonObject(body["params"]) ? body["params"] : {};
  const references = isJsonObject(params["contentRefs"]) ? params["contentRefs"] : {};
  const ids = new Map(template.pages.map((page) => [page.id, service.newId("")]));
  const now = service.now();
  const pages = template.pages.map(
    (page): ContentPage => ({
      ...page,
      id: ids.get(page.id) as string,
      parent: page.parent === null ? null : (ids.get(page.parent) as string),
      markdown: withReferences(page.markdown, references),
      createdAt: now,
      updatedAt: now,
      git: null,
    }),
  );
  return { ...content, pages: [...content.pages, ...pages] };
}

function withReferences(markdown: string, references: JsonObject): string {
  return markdown.replace(/\]\(([^()\s]+)\)/g, (whole, name: string) => {
    const reference = references[name];
    return isJsonObject(reference) ? `](${addressOf(reference)})` : whole;
  });
}

function addressOf(reference: JsonObject): string {
  const kind = textIn(reference["kind"]);
  const target = textIn(reference[kind]);
  return kind === "url" ? target : `/${kind}s/${target}`;
}
