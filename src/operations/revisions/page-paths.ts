import { type ContentPage, pagesUnder, type RevisionContent } from "./content.ts";

/** Where pages are: their addresses below the space, and the files that they would be in a repository. */
export interface PagePaths {
  /** By the page's id: `guides/start`. No two pages have the same. */
  readonly address: ReadonlyMap<string, string>;
  /** By the page's id: `guides/README.md` where pages are under it, `guides/start.md` where none is. Links have none. */
  readonly file: ReadonlyMap<string, string>;
}

const known = new WeakMap<RevisionContent, PagePaths>();

/** The paths of all pages of a content, which is never changed in place. */
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

/** A page that came from a file stays in it; the others go where their address says, and where no file is yet. */
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

/** The name, with a number behind it where it is taken already. */
function freeName(name: string, used: ReadonlySet<string>): string {
  let free = name;
  for (let number = 1; used.has(free); number += 1) free = `${name}-${number}`;
  return free;
}
