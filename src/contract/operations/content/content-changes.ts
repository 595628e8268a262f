import { fieldsNamed, textIn } from "../../../model/emulator-responses.ts";
import { type EmulatedService, EmulatorRefusal } from "../../../model/emulator-rules.ts";
import { slugOf } from "../../../model/slug.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { present } from "../../../util/present.ts";
import {
  type ContentFile,
  type ContentPage,
  isInLoop,
  type PageType,
  pagesUnder,
  pageWithDescendants,
  type RevisionContent,
} from "../revisions/content.ts";
import { contentOf } from "../revisions/revisions.ts";
import { markdownOf } from "../revisions/served-text.ts";
import type { ApplicationEdit } from "./content.objects.ts";

/** The result of a change. */
export type ChangeOutcome =
  | {
      readonly did: "created_page" | "updated_page" | "deleted_page";
      readonly page: string;
      readonly ref?: string;
    }
  | { readonly did: "inserted_file"; readonly file: ContentFile };

interface Work {
  readonly service: EmulatedService;
  /** The revision that reverted pages return to, if a change names none. */
  readonly base: string;
  content: RevisionContent;
  /** Ids of pages by the names that the request gave them. */
  readonly named: Map<string, string>;
  readonly outcomes: ChangeOutcome[];
}

/** Applies the changes in order and returns the new content. If one of them is impossible, throws and changes nothing. */
export function changedContent(
  service: EmulatedService,
  given: { readonly content: RevisionContent; readonly base: string },
  changes: readonly ApplicationEdit[],
): { readonly content: RevisionContent; readonly outcomes: readonly ChangeOutcome[] } {
  const work: Work = { ...given, service, named: new Map(), outcomes: [] };
  for (const change of changes)
    (appliers[change.operation] as (work: Work, change: ApplicationEdit) => void)(work, change);
  return { content: work.content, outcomes: work.outcomes };
}

type ChangeOf<Name> = Extract<ApplicationEdit, { operation: Name }>;

const appliers: {
  readonly [Name in ApplicationEdit["operation"]]: (work: Work, change: ChangeOf<Name>) => void;
} = {
  insert_page: insertPage,
  update_page: updatePage,
  delete_page: deletePage,
  revert_page: revertPage,
  insert_files: (work, { files }) => {
    for (const file of files) insertFile(work, file);
  },
  insert_reusable_content: (work, { title, document }) => {
    const added = { id: work.service.newId(""), title, markdown: markdownOf(document as Json), git: null };
    work.content = { ...work.content, reusableContents: [...work.content.reusableContents, added] };
  },
  set_variables: (work, { variables }) => {
    work.content = { ...work.content, variables };
  },
};

const detailFields = [
  "description",
  "emoji",
  "icon",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "condition",
  "target",
];

function insertPage(work: Work, change: ChangeOf<"insert_page">): void {
  const { title = "Untitled", type = "document", into, at, ref } = change;
  const parent = into === undefined ? null : requirePage(work, into).id;
  const now = work.service.now();
  const page: ContentPage = {
    id: work.service.newId(""),
    parent,
    type,
    title,
    slug: safeSlug(change.slug ?? title),
    markdown: type === "document" ? markdownOf(change.document as Json) : "",
    details: detailsOf(type, change),
    frontMatter: {},
    createdAt: now,
    updatedAt: now,
    git: null,
  };
  put(work, page, at);
  if (ref !== undefined) work.named.set(ref, page.id);
  work.outcomes.push({ did: "created_page", page: page.id, ...present({ ref }) });
}

function detailsOf(type: PageType, change: object): JsonObject {
  const details = fieldsNamed(change as JsonObject, detailFields);
  if (type !== "link" || details["target"] !== undefined) return details;
  throw new EmulatorRefusal(400, "A link page wants a target.");
}

/** A slug that can be a path segment and a file name. */
function safeSlug(slug: string): string {
  return slugOf(slug).slice(0, 100) || "page";
}

function updatePage(work: Work, change: ChangeOf<"update_page">): void {
  const before = requirePage(work, change.page);
  const { title = before.title, slug, document, into, at } = change;
  const page: ContentPage = {
    ...before,
    title,
    ...(slug === undefined ? {} : { slug: safeSlug(slug) }),
    ...(document === undefined ? {} : { markdown: markdownOf(document as Json) }),
    ...(into === undefined ? {} : { parent: into === null ? null : requirePage(work, into).id }),
    details: { ...before.details, ...fieldsNamed(change as JsonObject, detailFields) },
    updatedAt: work.service.now(),
  };
  if (into === undefined && at === undefined) replace(work, page);
  else put(work, page, at);
  work.outcomes.push({ did: "updated_page", page: page.id });
}

function deletePage(work: Work, change: ChangeOf<"delete_page">): void {
  const page = requirePage(work, change.page);
  const gone = new Set(pageWithDescendants(work.content, page).map(({ id }) => id));
  work.content = { ...work.content, pages: work.content.pages.filter(({ id }) => !gone.has(id)) };
  work.outcomes.push({ did: "deleted_page", page: page.id });
}

/**
 * Restores a page as it was in a revision, or deletes it if that revision does not have it. The emulator has no blocks, so it
 * always restores the whole page.
 */
function revertPage(work: Work, { page: named, revision }: ChangeOf<"revert_page">): void {
  if (revision !== undefined && work.service.get("revision", revision) === undefined)
    throw new EmulatorRefusal(400, `No such revision: ${revision}`);
  const id = work.named.get(named) ?? named;
  const former = contentOf(work.service, revision ?? work.base).pages.find((page) => page.id === id);
  const present = work.content.pages.find((page) => page.id === id);
  if (former === undefined && present === undefined) throw new EmulatorRefusal(400, `No such page: ${named}`);
  if (former === undefined) return deletePage(work, { operation: "delete_page", page: id });
  const parent = work.content.pages.some((page) => page.id === former.parent) ? former.parent : null;
  if (present === undefined) put(work, { ...former, parent }, undefined);
  else replace(work, { ...former, parent });
  work.outcomes.push({ did: "updated_page", page: id });
}

function insertFile(work: Work, file: ChangeOf<"insert_files">["files"][number]): void {
  // The emulator does not fetch the URL. The content of the file is the URL itself.
  const base64 = "base64" in file ? file.base64 : Buffer.from(file.url).toString("base64");
  const { name, contentType = "application/octet-stream" } = file;
  const added: ContentFile = { id: work.service.newId(""), name, contentType, base64, git: null };
  work.content = { ...work.content, files: [...work.content.files, added] };
  work.outcomes.push({ did: "inserted_file", file: added });
}

function requirePage({ content, named }: Work, name: string): ContentPage {
  const id = named.get(name) ?? name;
  const page = content.pages.find((each) => each.id === id);
  if (page === undefined) throw new EmulatorRefusal(400, `No such page: ${textIn(name)}`);
  return page;
}

function replace(work: Work, page: ContentPage): void {
  work.content = checked(
    { ...work.content, pages: work.content.pages.map((other) => (other.id === page.id ? page : other)) },
    page,
  );
}

/** Inserts a page among the pages of its parent: before the page at index `at`, or at the end. */
function put(work: Work, page: ContentPage, at: number | undefined): void {
  const others = { ...work.content, pages: work.content.pages.filter(({ id }) => id !== page.id) };
  const sibling = at === undefined ? undefined : pagesUnder(others, page.parent)[at];
  const index = sibling === undefined ? others.pages.length : others.pages.indexOf(sibling);
  work.content = checked({ ...others, pages: others.pages.toSpliced(index, 0, page) }, page);
}

function checked(content: RevisionContent, page: ContentPage): RevisionContent {
  if (isInLoop(content, page)) throw new EmulatorRefusal(400, "A page cannot be moved under itself.");
  const parent = content.pages.find(({ id }) => id === page.parent);
  if (parent !== undefined && (page.type === "group" || parent.type === "link"))
    throw new EmulatorRefusal(400, "Groups are at the top, and no page is under a link.");
  return content;
}
