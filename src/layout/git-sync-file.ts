import { basename } from "node:path";

/** What a file of Git Sync declares: the structure of a site (`gitbook-docs.yaml`), or where the pages of one space are (`.gitbook.yaml`). */
export type GitSyncFile = "structure" | "pages";

/** Tells files of Git Sync from layouts by their names and their fields at the top. It does not parse YAML. Undefined: it is another file. */
export function gitSyncFile(path: string, text: string): GitSyncFile | undefined {
  if (/^["']?docsform["']?\s*:/mu.test(text)) return undefined;
  if (/^["']?site["']?\s*:/mu.test(text)) return "structure";
  return /^[.]gitbook[.]ya?ml$/u.test(basename(path)) ? "pages" : undefined;
}
