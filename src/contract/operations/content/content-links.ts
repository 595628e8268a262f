import { posix } from "node:path";
import { bodyOf } from "../../../model/emulator-responses.ts";
import { slugOf } from "../../../model/slug.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { ContentFile, ContentPage, RevisionContent } from "../revisions/content.ts";
import { targetsIn } from "../revisions/links.ts";
import { pageAt, pagePaths } from "../revisions/page-paths.ts";
import { revisionParams } from "../revisions/places.ts";
import { fileOnWire, type PageView, pageById, pageOnWire } from "./content.wire.ts";

/** The target of a link. */
export type Target =
  | { readonly kind: "page"; readonly page: ContentPage; readonly anchor: string | undefined }
  | { readonly kind: "file"; readonly file: ContentFile }
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "nowhere"; readonly written: string };

/** A link, with the page that contains it. */
export interface Link {
  readonly target: Target;
  readonly page: ContentPage;
}

export type LinkStatus = "ok" | "broken" | "in-app";

/** The links of a content, in the order of its pages. */
export function linksIn(content: RevisionContent): readonly Link[] {
  return content.pages.flatMap((page) => linksOf(content, page));
}

/** The links of one page, in the order of its text. */
export function linksOf(content: RevisionContent, page: ContentPage): readonly Link[] {
  return targetsIn(page.markdown).map((written) => ({ page, target: resolve(content, page, written) }));
}

const scheme = /^[a-z][a-z0-9+.-]*:/i;

function resolve(content: RevisionContent, page: ContentPage, written: string): Target {
  if (scheme.test(written)) return { kind: "url", url: written };
  const [path = "", anchor] = written.split("#", 2);
  if (path === "") return anchorIn(page, anchor, written);
  const file = pagePaths(content).file.get(page.id) ?? "";
  const place = decoded(posix.normalize(posix.join(path.startsWith("/") ? "" : posix.dirname(file), path)));
  const contentPath = place.replace(/^[./]+(?=[^.])/, "").replace(/\/$/, "");
  const uploaded = fileAt(content, contentPath, path);
  if (uploaded !== undefined) return { kind: "file", file: uploaded };
  const linked = linkedPage(content, contentPath);
  return linked === undefined ? { kind: "nowhere", written } : anchorIn(linked, anchor, written);
}

/** The page at a file path, an address, a folder or a `pages/` id. */
function linkedPage(content: RevisionContent, path: string): ContentPage | undefined {
  const id = /^pages\/([\w-]+)$/.exec(path)?.[1];
  return (
    pageAt(content, path) ??
    pageAt(content, `${path}/README.md`) ??
    pageAt(content, path.replace(/(?:\/README)?[.]md$/, "")) ??
    pageById(content, id)
  );
}

/** A file from a repository, by its path or id; an uploaded file, by its id or name. */
function fileAt(content: RevisionContent, path: string, written: string): ContentFile | undefined {
  const id = /^files\/([\w-]+)$/.exec(path)?.[1];
  const name = /(?:^|\/)[.]gitbook\/assets\/([^/]+)$/.exec(decoded(written))?.[1];
  return content.files.find((file) =>
    file.git === null ? file.id === id || file.name === name : file.git.path === path || file.id === id,
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function anchorIn(page: ContentPage, anchor: string | undefined, written: string): Target {
  if (anchor === undefined || anchor === "") return { kind: "page", page, anchor: undefined };
  const headings = [...page.markdown.matchAll(/^#{1,6} +(.*?)(?: +<a id="([^"]*)".*)?$/gm)];
  const exists = headings.some(([, title = "", id]) => id === anchor || slugOf(title) === anchor);
  return exists ? { kind: "page", page, anchor } : { kind: "nowhere", written };
}

/** Whether a link works. `in-app`: it leads into the app, where readers have no access. */
export function linkStatus(target: Target): LinkStatus {
  if (target.kind === "nowhere") return "broken";
  return target.kind === "url" && target.url.startsWith("https://app.docs.example/") ? "in-app" : "ok";
}

/** Groups links by target, in the order in which the targets first appear. */
export function linksByTarget(links: readonly Link[]): readonly (readonly Link[])[] {
  const groups = new Map<string, Link[]>();
  for (const link of links) {
    const key = targetKey(link.target);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [link]);
    else if (!group.some((other) => other.page === link.page)) group.push(link);
  }
  return [...groups.values()];
}

function targetKey(target: Target): string {
  switch (target.kind) {
    case "page":
      return `page ${target.page.id} ${target.anchor ?? ""}`;
    case "file":
      return `file ${target.file.id}`;
    case "url":
      return `url ${target.url}`;
    case "nowhere":
      return `nowhere ${target.written}`;
  }
}

/** The report's entry for the links with one target. */
export function linkOnWire(view: PageView, links: readonly Link[]): JsonObject {
  const { target } = links[0] as Link;
  const reference = targetOnWire(view, target);
  return {
    status: linkStatus(target),
    relation: "reference",
    ...(reference && { targetReference: reference }),
    locationReferences: links.map(({ page }) => pageReference(view, page)),
  };
}

function targetOnWire(view: PageView, target: Target): JsonObject | undefined {
  switch (target.kind) {
    case "page":
      return pageReference(view, target.page, target.anchor);
    case "file":
      return { kind: "file", file: fileOnWire(view, target.file), ...surroundings(view) };
    case "url":
      return { kind: "url", url: target.url };
    case "nowhere":
      return undefined;
  }
}

/** A reference to a page. */
export function pageReference(view: PageView, page: ContentPage, anchor?: string): JsonObject {
  return {
    kind: "page",
    page: pageOnWire(view, page),
    ...surroundings(view),
    ...(anchor === undefined ? {} : { internalLocation: { type: "anchor", anchor } }),
  };
}

/**
 * The organization, space and version of a reference. The contract lets it omit the space's own revision, which would be in every
 * reference in full, so the emulator omits it.
 */
function surroundings({ service, place }: PageView): JsonObject {
  const params = revisionParams(place);
  const { organizationId } = service;
  return {
    organization: bodyOf(service.call("getOrganizationById", { organizationId })),
    space: bodyOf(service.call("getSpaceById", params)),
    ...(place.changeRequest && {
      versionContext: {
        type: "changeRequest",
        changeRequest: bodyOf(service.call("getChangeRequestById", params)),
      },
    }),
  };
}
