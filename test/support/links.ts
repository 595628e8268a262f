import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The links of a page to other files, without those in code blocks. */
export function linksIn(path: string): readonly string[] {
  const text = readFileSync(path, "utf8").replace(/^ *```.*?^ *```/gmsu, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/gu)]
    .map(([, to = ""]) => to)
    .filter((to) => !/^[a-z]+:/u.test(to));
}

/** The path that a link of the page leads to. */
export function targetOf(path: string, to: string): string {
  const [file = ""] = to.split("#");
  return file === "" ? path : join(dirname(path), file);
}
