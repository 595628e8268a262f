import type { JsonObject } from "../../model/json.ts";

/** What a page is: text, a heading over pages, or a link to somewhere else. */
export type PageType = "document" | "group" | "link";

/** Where a page or a file stands in a repository. */
export type GitBlob = { readonly oid: string; readonly path: string };

/** A page as a revision holds it. A revision's pages stand in the order in which they are shown. */
export type ContentPage = {
  readonly id: string;
  /** The page that it is under; null: at the top. */
  readonly parent: string | null;
  readonly type: PageType;
  readonly title: string;
  readonly slug: string;
  readonly markdown: string;
  /** What else people set of a page, as it is on the wire: description, icon, hidden, where a link leads. */
  readonly details: JsonObject;
  /** What the head of its file says besides, which nobody here understands and nobody loses. */
  readonly frontMatter: JsonObject;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly git: GitBlob | null;
};

/** A file as a revision holds it. */
export type ContentFile = {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly base64: string;
  readonly git: GitBlob | null;
};

/** Text that several pages show. */
export type ReusableContent = {
  readonly id: string;
  readonly title: string;
  readonly markdown: string;
  readonly git: GitBlob | null;
};

/** Everything that a revision holds. */
export type RevisionContent = {
  readonly pages: readonly ContentPage[];
  readonly files: readonly ContentFile[];
  readonly reusableContents: readonly ReusableContent[];
  readonly variables: JsonObject;
};

/** What a space holds before anybody has written in it. */
export const emptyContent: RevisionContent = { pages: [], files: [], reusableContents: [], variables: {} };

/** The pages directly under one, or at the top, in order. */
export function pagesUnder(content: RevisionContent, parent: string | null): readonly ContentPage[] {
  return content.pages.filter((page) => page.parent === parent);
}

/** A page and all that are under it. */
export function pageWithDescendants(content: RevisionContent, page: ContentPage): readonly ContentPage[] {
  return [page, ...pagesUnder(content, page.id).flatMap((child) => pageWithDescendants(content, child))];
}

/** Whether following the parents of a page leads back to it. */
export function isInLoop(content: RevisionContent, page: ContentPage): boolean {
  const parents = new Map(content.pages.map(({ id, parent }) => [id, parent]));
  let at: string | null | undefined = page.parent;
  for (let steps = 0; at != null && steps <= parents.size; steps += 1) {
    if (at === page.id) return true;
    at = parents.get(at);
  }
  return false;
}
