import { posix } from "node:path";
import { parse, stringify } from "yaml";
import { textIn } from "../../../model/emulator-responses.ts";
import { slugOf } from "../../../model/slug.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import type { ContentFile, ContentPage, ReusableContent, RevisionContent } from "../revisions/content.ts";
import { targetsIn } from "../revisions/links.ts";
import { pagePaths } from "../revisions/page-paths.ts";
import { frontMatterOf, type PageText, pageFile, readPageFile, withFrontMatter } from "./page-file.ts";
import { linkTarget, readSummary, type SummaryItem, summaryOf } from "./summary.ts";

const summaryPath = "SUMMARY.md";
const variablesPath = ".gitbook/vars.yaml";
const assetsFolder = ".gitbook/assets";
const includesFolder = ".gitbook/includes";

/** A content as the files of a folder, by path. */
export interface ContentFiles {
  readonly files: ReadonlyMap<string, Buffer>;
  /** Path of the file of each page, file and reusable content, by id. */
  readonly paths: ReadonlyMap<string, string>;
}

/** Converts a content to the files of a folder, with a table of contents. An empty content has no files. */
export function filesOf(content: RevisionContent): ContentFiles {
  const files = new Map<string, Buffer>();
  const paths = new Map<string, string>();
  const addFile = (id: string, preferredPath: string, bytes: Buffer): void => {
    const path = freePath(preferredPath, files);
    files.set(path, bytes);
    paths.set(id, path);
  };
  const pageFiles = pagePaths(content).file;
  for (const page of content.pages) {
    const path = pageFiles.get(page.id);
    if (path !== undefined) addFile(page.id, path, Buffer.from(pageFile(page)));
  }
  for (const { id, name, base64, git } of content.files) {
    addFile(id, git?.path ?? `${assetsFolder}/${safeName(name)}`, Buffer.from(base64, "base64"));
  }
  for (const { id, title, markdown, git } of content.reusableContents) {
    const text = withFrontMatter({ title }, [markdown.trim()]);
    addFile(id, git?.path ?? `${includesFolder}/${slugOf(title) || "content"}.md`, Buffer.from(text));
  }
  if (content.pages.length > 0) files.set(summaryPath, Buffer.from(summaryOf(content, paths)));
  if (Object.keys(content.variables).length > 0)
    files.set(variablesPath, Buffer.from(stringify(content.variables)));
  return { files, paths };
}

/** The path, with a number before its extension if it is taken. */
function freePath(preferredPath: string, files: ReadonlyMap<string, Buffer>): string {
  const { dir, name, ext } = posix.parse(preferredPath);
  let path = preferredPath;
  for (let number = 1; files.has(path); number += 1) path = posix.join(dir, `${name}-${number}${ext}`);
  return path;
}

/** The name as that of a file in one folder. */
function safeName(name: string): string {
  const withoutSlashes = name.replace(/[/\\\0]/g, "-");
  return /^[.]*$/.test(withoutSlashes) ? "file" : withoutSlashes;
}

/** A file of a repository. */
export interface SourceFile {
  readonly oid: string;
  readonly bytes: Buffer;
}

/** The content before an import. A page that was read from a file remains the page of that file. */
export interface KnownFiles {
  readonly content: RevisionContent;
  readonly paths: ReadonlyMap<string, string>;
  readonly newId: () => string;
  readonly now: string;
}

/** Converts files to a content, with the pages in the table of contents, or with every page file if there is none. */
export function contentFrom(files: ReadonlyMap<string, SourceFile>, known: KnownFiles): RevisionContent {
  const imported = { files, known, ids: new Map([...known.paths].map(([id, path]) => [path, id])) };
  const pages = pagesFrom(imported, summaryItems(files));
  return {
    pages,
    files: assetsFrom(imported, pages),
    reusableContents: reusableContentsFrom(imported),
    variables: variablesFrom(files),
  };
}

interface ContentImport {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly known: KnownFiles;
  /** Ids by the path of their file. */
  readonly ids: ReadonlyMap<string, string>;
}

/** The table of contents. Without one: an item for each page file, inside the item of its folder's README. */
function summaryItems(files: ReadonlyMap<string, SourceFile>): readonly SummaryItem[] {
  const summary = files.get(summaryPath);
  if (summary !== undefined) return readSummary(summary.bytes.toString("utf8"));
  const pagePaths = [...files.keys()].filter((path) => /^[^.].*[.]md$/.test(path) && !path.includes("/."));
  // A README comes before the other files of its folder.
  const sortKey = (path: string) => path.replace(/(^|\/)README[.]md$/i, "$1");
  const sorted = pagePaths.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const itemByFolder = new Map<string, SummaryItem>();
  return sorted.map((path) => {
    const { dir, name, base } = posix.parse(path);
    const isReadme = base.toLowerCase() === "readme.md" && dir !== "";
    const item = {
      title: isReadme ? posix.basename(dir) : name,
      target: path,
      parent: itemByFolder.get(isReadme ? posix.dirname(dir) : dir),
    };
    if (isReadme) itemByFolder.set(dir, item);
    return item;
  });
}

function pagesFrom(imported: ContentImport, items: readonly SummaryItem[]): readonly ContentPage[] {
  const pages = new Map<SummaryItem, ContentPage>();
  const usedIds = new Set<string>();
  const usedPaths = new Set<string>();
  for (const item of items) {
    const parent = item.parent === undefined ? null : (pages.get(item.parent)?.id ?? null);
    const page = pageFrom(imported, item, parent, usedIds);
    if (page === undefined || (page.git !== null && usedPaths.has(page.git.path))) continue;
    usedIds.add(page.id);
    if (page.git !== null) usedPaths.add(page.git.path);
    pages.set(item, page);
  }
  return [...pages.values()];
}

/** What an item of the table of contents refers to: a page file, the target of a link, or nothing (a group). */
type Source =
  | { readonly type: "document"; readonly path: string; readonly file: SourceFile }
  | { readonly type: "link"; readonly target: JsonObject }
  | { readonly type: "group" };

/** The source of an item. Undefined: the item names a file that the repository does not have. */
function sourceOf({ files }: ContentImport, { target }: SummaryItem): Source | undefined {
  if (target === undefined) return { type: "group" };
  const targetOfLink = linkTarget(target);
  if (targetOfLink !== undefined) return { type: "link", target: targetOfLink };
  const path = pathOf(target);
  const file = files.get(path);
  return file === undefined ? undefined : { type: "document", path, file };
}

function pageFrom(
  imported: ContentImport,
  item: SummaryItem,
  parent: string | null,
  usedIds: ReadonlySet<string>,
): ContentPage | undefined {
  const { known } = imported;
  const source = sourceOf(imported, item);
  if (source === undefined) return undefined;
  const before = known.content.pages.find(
    (page) => !usedIds.has(page.id) && isOfSource(imported, page, item, source),
  );
  const text = textFrom(source, item.title, before);
  const path = source.type === "document" ? source.path : undefined;
  const isUnchanged = before !== undefined && before.markdown === text.markdown;
  return {
    id: before?.id ?? known.newId(),
    parent,
    type: source.type,
    slug: before?.slug ?? slugFrom(path, text.title),
    ...text,
    createdAt: before?.createdAt ?? known.now,
    updatedAt: isUnchanged ? before.updatedAt : known.now,
    git: source.type === "document" ? { oid: source.file.oid, path: source.path } : null,
  };
}

/** Whether a page is that of an item. The file identifies a document; the title identifies a group or a link. */
function isOfSource(
  { ids }: ContentImport,
  page: ContentPage,
  { title }: SummaryItem,
  source: Source,
): boolean {
  if (source.type === "document") return ids.get(source.path) === page.id;
  return page.type === source.type && page.title === title;
}

function textFrom(source: Source, title: string, before: ContentPage | undefined): PageText {
  if (source.type === "document") return readPageFile(source.file.bytes.toString("utf8"), title);
  const details = {
    ...before?.details,
    ...(source.type === "link" ? { target: source.target } : {}),
  };
  return { title, markdown: "", details, frontMatter: {} };
}

/** The path of a file in the table of contents. It may be percent-encoded. */
function pathOf(target: string): string {
  const [path = ""] = target.split("#", 1);
  try {
    return posix.normalize(decodeURIComponent(path));
  } catch {
    return posix.normalize(path);
  }
}

function slugFrom(path: string | undefined, title: string): string {
  if (path === undefined) return slugOf(title) || "page";
  const { dir, name } = posix.parse(path);
  const pageName = name.toLowerCase() === "readme" && dir !== "" ? posix.basename(dir) : name;
  return slugOf(pageName) || "page";
}

/** The uploaded files, and other files that pages show or link. */
function assetsFrom(
  { files, known, ids }: ContentImport,
  pages: readonly ContentPage[],
): readonly ContentFile[] {
  const linkedPaths = pages.flatMap(({ git, markdown }) =>
    git === null
      ? []
      : targetsIn(markdown).map((target) => posix.join(posix.dirname(git.path), pathOf(target))),
  );
  const isAsset = (path: string) =>
    path.startsWith(`${assetsFolder}/`) || (linkedPaths.includes(path) && !path.endsWith(".md"));
  return [...files].flatMap(([path, { oid, bytes }]) => {
    if (!isAsset(path)) return [];
    const before = known.content.files.find(({ id }) => ids.get(path) === id);
    const name = before?.name ?? posix.basename(path);
    const contentType = before?.contentType ?? contentTypes[posix.extname(path).toLowerCase()];
    return [
      {
        id: before?.id ?? known.newId(),
        name,
        contentType: contentType ?? "application/octet-stream",
        base64: bytes.toString("base64"),
        git: { oid, path },
      },
    ];
  });
}

const contentTypes: Readonly<Record<string, string>> = {
  ".gif": "image/gif",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".json": "application/json",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".webp": "image/webp",
};

function reusableContentsFrom({ files, known, ids }: ContentImport): readonly ReusableContent[] {
  return [...files].flatMap(([path, { oid, bytes }]) => {
    if (!path.startsWith(`${includesFolder}/`) || !path.endsWith(".md")) return [];
    const { frontMatter, body } = frontMatterOf(bytes.toString("utf8"));
    const title = textIn(frontMatter["title"]) || posix.parse(path).name;
    return [{ id: ids.get(path) ?? known.newId(), title, markdown: body.trim(), git: { oid, path } }];
  });
}

function variablesFrom(files: ReadonlyMap<string, SourceFile>): JsonObject {
  const text = files.get(variablesPath)?.bytes.toString("utf8");
  if (text === undefined) return {};
  const variables: unknown = parse(text);
  if (!isJsonObject(variables)) return {};
  const isValue = (value: Json) => ["string", "number", "boolean"].includes(typeof value);
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => isValue(value)));
}
