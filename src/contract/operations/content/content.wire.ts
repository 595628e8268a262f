import { bodyOf, withoutNulls } from "../../../model/emulator-responses.ts";
import type { EmulatedService, EmulatorRecord } from "../../../model/emulator-rules.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import {
  type ContentFile,
  type ContentPage,
  pagesUnder,
  type RevisionContent,
} from "../revisions/content.ts";
import { pagePaths } from "../revisions/page-paths.ts";
import { appUrl, type RevisionPlace } from "../revisions/places.ts";
import { textOnWire } from "../revisions/served-text.ts";

/** A place, with the form in which a request wants its content. */
export interface PageView {
  readonly service: EmulatedService;
  readonly place: RevisionPlace;
  /** Format of texts. Absent: Markdown. */
  readonly format?: string | undefined;
  /** Whether responses contain the place of pages and files in a repository. */
  readonly git: boolean;
}

/** The view that a request's query selects. */
export function pageView(
  service: EmulatedService,
  place: RevisionPlace,
  query: Readonly<Record<string, string>>,
): PageView {
  return { service, place, format: query["format"], git: query["metadata"] !== "false" };
}

/** The current revision of a place, as on the wire. */
export function revisionOnWire(view: PageView): JsonObject {
  const { service, place } = view;
  const { content, space, changeRequest } = place;
  const record = service.get("revision", place.revision);
  const reusable = content.reusableContents.map(({ id, title, git }) => ({
    ...(view.git ? withoutNulls({ git }) : {}),
    id,
    title,
    document: `${id}text`,
  }));
  return {
    ...typeOnWire(service, record),
    ...(service.apiVersion === "current" ? { tags: [] } : {}),
    ...(view.git ? commitOnWire(service, place.revision) : {}),
    object: "revision",
    id: place.revision,
    parents: record?.["parents"] ?? [],
    pages: pagesOnWire(view, null),
    files: content.files.map((file) => fileOnWire(view, file)),
    reusableContents: reusable,
    variables: content.variables,
    createdAt: record?.["createdAt"] ?? (changeRequest ?? space)["createdAt"] ?? longAgo,
    urls: { app: appUrl(service, place) },
  };
}

/** The commit from which a revision was imported, or to which it was exported. */
function commitOnWire(service: EmulatedService, revision: string): JsonObject {
  const record = service.get("revision_git", revision);
  if (record === undefined) return {};
  const { id: _, ...git } = record;
  return { git };
}

const longAgo = "2026-01-01T00:00:00.000Z";

function typeOnWire(service: EmulatedService, record: EmulatorRecord | undefined): JsonObject {
  if (record === undefined || record["type"] !== "merge") return { type: record?.["type"] ?? "edits" };
  const params = { spaceId: record["space"] as string, changeRequestId: record["mergedFrom"] as string };
  return { type: "merge", mergedFrom: bodyOf(service.call("getChangeRequestById", params)) };
}

/** The pages under a page, or at the top, each with its own subpages. */
export function pagesOnWire(view: PageView, parent: string | null): readonly JsonObject[] {
  return pagesUnder(view.place.content, parent).map((page) => pageOnWire(view, page));
}

/** A page as on the wire, with its subpages. */
export function pageOnWire(view: PageView, page: ContentPage): JsonObject {
  const { id, title, createdAt, updatedAt, details } = page;
  const base = { id, title, createdAt, updatedAt, ...details };
  if (page.type === "link") return { ...base, kind: "link", type: "link" };
  const { content } = view.place;
  const path = pagePaths(content).address.get(id) ?? page.slug;
  const slug = path.slice(path.lastIndexOf("/") + 1);
  const pages = pagesOnWire(view, id);
  if (page.type === "group") return { ...base, kind: "group", type: "group", slug, path, pages };
  return {
    ...base,
    ...textOnWire(page.markdown, view.format),
    ...(view.git ? withoutNulls({ git: page.git }) : {}),
    ...layoutOnWire(view.service),
    kind: "sheet",
    type: "document",
    documentId: `${id}text`,
    slug,
    path,
    pages,
    urls: { app: `${appUrl(view.service, view.place)}/${path}` },
  };
}

/** The layout of a page. No operation sets it, so every page has that of new pages. */
function layoutOnWire({ apiVersion }: EmulatedService): { readonly [field: string]: Json } {
  const shown = { title: true, description: true, tableOfContents: true, outline: true, pagination: true };
  const layout = { width: "default", cover: true, coverSize: "hero", ...shown, metadata: true };
  if (apiVersion !== "current") return { layout };
  return { layout: { ...layout, coverMask: "none", tags: true, actions: true, anchors: true }, tags: [] };
}

/** A file as on the wire. */
export function fileOnWire({ service, git }: PageView, file: ContentFile): JsonObject {
  const { id, name, contentType, base64 } = file;
  return {
    ...(git ? withoutNulls({ git: file.git }) : {}),
    id,
    name,
    contentType,
    downloadURL: `https://files.docs.example/o/${service.organizationId}/f/${id}/${encodeURIComponent(name)}`,
    size: Buffer.byteLength(base64, "base64"),
  };
}

/** The page with this id. undefined: the content does not have it. */
export function pageById(content: RevisionContent, id: Json | undefined): ContentPage | undefined {
  return content.pages.find((page) => page.id === id);
}
