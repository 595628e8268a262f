import { textIn } from "../../../model/emulator-responses.ts";
import { slugOf } from "../../../model/slug.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { ContentPage, RevisionContent } from "../revisions/content.ts";
import { pagePaths } from "../revisions/page-paths.ts";
import { appUrl } from "../revisions/places.ts";
import { type PageView, pageById } from "./content.wire.ts";

interface Section {
  readonly title: string;
  readonly body: string;
}

/** A page that contains every word of a query, with its sections that contain at least one. */
export interface SearchHit {
  readonly page: ContentPage;
  readonly sections: readonly Section[];
}

/** The pages whose title, description and text together contain every word, in the order of the content. */
export function findPages(content: RevisionContent, query: string): readonly SearchHit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return content.pages.flatMap((page) => {
    const all = `${page.title}\n${textIn(page.details["description"])}\n${page.markdown}`.toLowerCase();
    if (page.type === "link" || !words.every((word) => all.includes(word))) return [];
    const sections = sectionsOf(page).filter(({ title, body }) => hasSome(`${title}\n${body}`, words));
    return [{ page, sections }];
  });
}

function wordsOf(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

function hasSome(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word));
}

/** Splits a page into sections at its headings. The text before the first heading is a section with the page's title. */
function sectionsOf({ title, markdown }: ContentPage): readonly Section[] {
  const [lead = "", ...parts] = markdown.split(/^#{1,6} +/m);
  const headed = parts.map((part) => {
    const [heading = "", ...body] = part.split("\n");
    return { title: heading.trim(), body: body.join("\n").trim() };
  });
  return lead.trim() === "" ? headed : [{ title, body: lead.trim() }, ...headed];
}

/** A found page as on the wire. `rank` counts from 1 over all results. */
export function foundOnWire(view: PageView, { page, sections }: SearchHit, rank: number): JsonObject {
  const { content } = view.place;
  const path = pagePaths(content).address.get(page.id) ?? page.slug;
  const app = `${appUrl(view.service, view.place)}/${path}`;
  const isCurrent = view.service.apiVersion === "current";
  const score = isCurrent ? { score: 1 / rank } : {};
  return {
    ...score,
    ...(isCurrent
      ? { rank, description: page.details["description"] ?? "", ancestors: ancestorsOf(content, page) }
      : {}),
    id: page.id,
    title: page.title,
    path,
    sections: sections.map(({ title, body }, index) => ({
      ...score,
      id: `${page.id}-${index}`,
      title,
      body,
      path: `${path}#${slugOf(title)}`,
      urls: { app: `${app}#${slugOf(title)}` },
    })),
    urls: { app },
  };
}

function ancestorsOf(content: RevisionContent, page: ContentPage): readonly JsonObject[] {
  const parent = pageById(content, page.parent);
  return parent === undefined ? [] : [...ancestorsOf(content, parent), { title: parent.title }];
}
