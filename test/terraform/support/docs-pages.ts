import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

export const pagesRoot = "docs/terraform";

export interface DocsPage {
  readonly path: string;
  readonly text: string;
  readonly front: Readonly<Record<string, unknown>>;
}

/** The pages of the provider, in the order of their paths. */
export const pages: readonly DocsPage[] = readdirSync(pagesRoot, { recursive: true, encoding: "utf8" })
  .filter((path) => statSync(join(pagesRoot, path)).isFile())
  .sort((a, b) => (a < b ? -1 : 1))
  .map((path) => {
    const text = readFileSync(join(pagesRoot, path), "utf8");
    const [, front = ""] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
    return { path, text, front: parse(front) as DocsPage["front"] };
  });

export const pagesIn = (folder: string) => pages.filter(({ path }) => path.startsWith(`${folder}/`));

/** The Terraform code blocks of a page. */
export function terraformBlocks(text: string): readonly string[] {
  return [...text.matchAll(/```terraform\n(.*?)```/gs)].map(([, code]) => code ?? "");
}
