import { type ContentPage, pagesUnder, type RevisionContent } from "./content.ts";

/** The paths of pages: their addresses below the space, and their files in a repository. */
export interface PagePaths {
  /** By page id: `guides/start`. Addresses are unique. */
  readonly address: ReadonlyMap<string, string>;
  /** By page id: `guides/README.md` if the page has subpages, otherwise `guides/start.md`. Links have no file. */
  readonly file: ReadonlyMap<string, string>;
}

const known = new WeakMap<RevisionContent, PagePaths>();

/** The paths of all pages of a content. They are computed once, because a content never changes in place. */
export function pagePaths(content: RevisionContent): PagePaths {
  let paths = known.get(content);
  if (paths === undefined) {
    const address = addressesIn(content);
    paths = { address, file: filesIn(content, address) };
    known.set(content, paths);
  }
  return paths;
}

/** The page at an address or in a file. */
export function pageAt(content: RevisionContent, path: string): ContentPage | undefined {
  const { address, file } = pagePaths(content);
  return (
    content.pages.find((page) => file.get(page.id) === path) ??
    content.pages.find((page) => address.get(page.id) === path)
  );
}

function addressesIn(content: RevisionContent): Map<string, string> {
  const addresses = new Map<string, string>();
  const add = (parent: string | null, folder: string): void => {
    const used = new Set<string>();
    for (const page of pagesUnder(content, parent)) {
      const name = freeName(page.slug, used);
      used.add(name);
      addresses.set(page.id, folder + name);
      add(page.id, `${folder}${name}/`);
    }
  };
  add(null, "");
  return addresses;
}

/** The files of pages. A page that came from a file keeps it. The others get a free path that follows their address. */
function filesIn(content: RevisionContent, addresses: ReadonlyMap<string, string>): Map<string, string> {
  const documents = content.pages.filter((page) => page.type === "document");
  const files = new Map<string, string>();
  const used = new Set<string>();
  const put = (page: ContentPage, path: string): void => {
    used.add(path);
    files.set(page.id, path);
  };
  for (const page of documents) {
    if (page.git !== null && !used.has(page.git.path)) put(page, page.git.path);
  }
  for (const page of documents) {
    if (files.has(page.id)) continue;
    const hasPages = pagesUnder(content, page.id).length > 0;
    const path = `${addresses.get(page.id) ?? page.id}${hasPages ? "/README" : ""}`;
    put(page, `${freeName(path, new Set([...used].map(withoutEnding)))}.md`);
  }
  return files;
}

function withoutEnding(path: string): string {
  return path.replace(/[.]md$/, "");
}

/** The name, with a number at its end if it is taken. */
function freeName(name: string, used: ReadonlySet<string>): string {
  let free = name;
  for (let number = 1; used.has(free); number += 1) free = `${name}-${number}`;
  return free;
}
