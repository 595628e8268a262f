import { basename } from "node:path";

/** What a file of Git Sync declares: the structure of a site (`gitbook-docs.yaml`), or where the pages of one space are (`.gitbook.yaml`). */
export type GitSyncFile = "structure" | "pages";

/** Tells files of Git Sync from layouts, by their names as Git Sync does. Undefined: it is another file. */
export function gitSyncFile(path: string, text: string): GitSyncFile | undefined {
  if (/^["']?docsform["']?\s*:/mu.test(text)) return undefined;
  const name = basename(path).replace(/[.]ya?ml$/u, "");
  if (name === ".gitbook") return "pages";
  // Its name until August 2026 is one that people give layouts too.
  const isStructure = name === "gitbook-docs" || (name === "docs" && formerStructure.test(text));
  return isStructure ? "structure" : undefined;
}

/** A site with a title or a structure. In a layout with a mistyped field, keys of sites are in this place. */
const formerStructure = /^site\s*:\s*\n(?:[ \t]*(?:#.*)?\n)*[ \t]+(?:title|structure)\s*:/mu;
