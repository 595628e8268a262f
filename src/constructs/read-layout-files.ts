import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { layoutFilesIn } from "../layout/layout-folder.ts";
import { layoutTypesOf } from "../layout/layout-types.ts";
import { type FilePlaces, readNamedFile } from "../layout/named-file.ts";
import type { ResourceType } from "../model/resource-type.ts";
import { failInApp } from "./problem-text.ts";

/** A file of a layout, with its path and its text. */
export interface AppLayoutFile {
  readonly file: string;
  readonly text: string;
}

/** Reads the files of a layout, those of a folder sorted by name. `construct`: the path of the construct that reads them. */
export function readLayoutFiles(
  construct: string,
  paths: readonly string[],
  types: readonly ResourceType[],
): readonly AppLayoutFile[] {
  const maps = layoutTypesOf(types).maps;
  const files = [...new Set(paths.flatMap((path) => layoutFilesAt(construct, path, maps)))];
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

function layoutFilesAt(
  construct: string,
  path: string,
  maps: ReadonlyMap<string, unknown>,
): readonly string[] {
  if (namesIn(path) === undefined) return [path];
  const text = (file: string) => readText(construct, file);
  const files = layoutFilesIn(path, maps, { list: namesIn, text, real: realpathSync });
  if (files.length > 0) return files;
  throw failInApp("constructs/no-layout", { case: "emptyFolder", construct, path });
}

function namesIn(path: string): readonly string[] | undefined {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? readdirSync(path).sort() : undefined;
}

function readText(construct: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw failInApp("constructs/no-layout", { case: "unreadable", construct, path }, { cause });
  }
}
