import type { JsonObject } from "../../../util/json.ts";

/** The type of a page: text, a heading above pages, or a link. */
export type PageType = "document" | "group" | "link";

/** The place of a page or a file in a repository. */
export type GitBlob = { readonly oid: string; readonly path: string };

/** A page of a revision. The pages of a revision are in the order of display. */
export type ContentPage = {
  readonly id: string;
  /** Id of the parent page. null: the page is at the top. */
  readonly parent: string | null;
  readonly type: PageType;
  readonly title: string;
  readonly slug: string;
  readonly markdown: string;
  /** Other settings of the page, as on the wire: description, icon, hidden, target of a link. */
  readonly details: JsonObject;
  /** Other fields of the page file's front matter. The emulator does not interpret them, but it keeps them. */
  readonly frontMatter: JsonObject;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly git: GitBlob | null;
};

/** A file of a revision. */
export type ContentFile = {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly base64: string;
  readonly git: GitBlob | null;
};

/** Text that several pages include. */
export type ReusableContent = {
  readonly id: string;
  readonly title: string;
  readonly markdown: string;
  readonly git: GitBlob | null;
};

/** The whole content of a revision. */
export type RevisionContent = {
  readonly pages: readonly ContentPage[];
  readonly files: readonly ContentFile[];
  readonly reusableContents: readonly ReusableContent[];
  readonly variables: JsonObject;
};

/** The content of a space before the first edit. */
export const emptyContent: RevisionContent = { pages: [], files: [], reusableContents: [], variables: {} };

/** The pages directly under a page, or at the top, in order. */
export function pagesUnder(content: RevisionContent, parent: string | null): readonly ContentPage[] {
  return content.pages.filter((page) => page.parent === parent);
}

/** A page with all pages below it. */
export function pageWithDescendants(content: RevisionContent, page: ContentPage): readonly ContentPage[] {
  return [page, ...pagesUnder(content, page.id).flatMap((child) => pageWithDescendants(content, child))];
}

/** Whether the parents of a page lead back to it. */
export function isInLoop(content: RevisionContent, page: ContentPage): boolean {
  const parents = new Map(content.pages.map(({ id, parent }) => [id, parent]));
  let at: string | null | undefined = page.parent;
  for (let steps = 0; at != null && steps <= parents.size; steps += 1) {
    if (at === page.id) return true;
    at = parents.get(at);
  }
  return false;
}
