import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { type FilePlaces, readNamedFile } from "../layout/named-file.ts";
import { fail } from "./fail.ts";

/** A file of a layout, with its path and its text. */
export interface AppLayoutFile {
  readonly file: string;
  readonly text: string;
}

/** Reads the files of a layout. `construct`: the path of the construct that reads them. From a folder it reads the `.yaml` and `.yml` files, sorted by name. */
export function readLayoutFiles(construct: string, paths: readonly string[]): readonly AppLayoutFile[] {
  const files = [...new Set(paths.flatMap((path) => layoutFilesAt(construct, path)))];
  return files.map((file) => ({ file, text: readText(construct, file) }));
}

/** The path of a file that a layout names, relative to the layout file. */
export function besideLayout(path: string, layoutFile: string): string {
  return isAbsolute(path) ? path : join(dirname(layoutFile), path);
}

/** Reads a file that a layout names. Throws if it is not below one of these folders, or if it has more than `most` characters. */
export function textOfNamed(path: string, places: FilePlaces, most: number): string {
  const access = { resolved: realpathSync, facts: statSync, bytes: readFileSync };
  return readNamedFile(access, path, places, most);
}

function layoutFilesAt(construct: string, path: string): readonly string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
  const names = readdirSync(path).filter((name) => /[.]ya?ml$/u.test(name));
  if (names.length > 0) return names.sort().map((name) => join(path, name));
  throw fail("constructs/no-layout", { case: "emptyFolder", construct, path });
}

function readText(construct: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw fail("constructs/no-layout", { case: "unreadable", construct, path }, { cause });
  }
}
