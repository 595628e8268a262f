import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Links of a page to other files, code aside. */
export function linksIn(path: string): readonly string[] {
  const text = readFileSync(path, "utf8").replace(/^ *```.*?^ *```/gmsu, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/gu)]
    .map(([, to = ""]) => to)
    .filter((to) => !/^[a-z]+:/u.test(to));
}

/** The file or folder that a link of the page leads to. */
export function targetOf(path: string, to: string): string {
  const [file = ""] = to.split("#");
  return file === "" ? path : join(dirname(path), file);
}
