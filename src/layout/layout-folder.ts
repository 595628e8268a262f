import { basename, join } from "node:path";
import { isJsonObject, type Json } from "../util/json.ts";
import { gitSyncFile } from "./git-sync-file.ts";
import { usualLayoutFile } from "./layout-name.ts";

/** How to look into folders. Paths are relative to the same folder. */
export interface FolderAccess {
  /** The names in a folder, sorted. Undefined: it is not a folder. */
  list(path: string): readonly string[] | undefined;
  /** The text of a file. Undefined: it does not exist. */
  text(path: string): string | undefined;
  /** The path without links. */
  real(path: string): string;
}

interface Reading {
  readonly access: FolderAccess;
  /** The maps at the top of a layout. */
  readonly maps: ReadonlyMap<string, unknown>;
  /** Files and folders that are read by themselves. */
  readonly apart: ReadonlySet<string>;
  /** Folders that were read, without links. */
  readonly seen: Set<string>;
}

/**
 * The paths of the layout's files in a folder: its YAML files, then every JSON file and every file in its subfolders that declares objects.
 * It passes over files of Git Sync, hidden folders, `node_modules`, subfolders that hold a layout of their own, and the paths `apart`, which are read by
 * themselves.
 */
export function layoutFilesIn(
  folder: string,
  maps: ReadonlyMap<string, unknown>,
  access: FolderAccess,
  apart: readonly string[] = [],
): readonly string[] {
  const others = new Set(apart.map((path) => join(path)));
  const reading: Reading = { access, maps, apart: others, seen: new Set([access.real(folder)]) };
  const names = access.list(folder) ?? [];
  const yaml = names.filter(isYaml).map((name) => join(folder, name));
  const usual = yaml.filter((path) => gitSyncFile(path, access.text(path) ?? "") === undefined);
  const json = names.filter(isJson).map((name) => join(folder, name));
  return [
    ...usual,
    ...json.filter((path) => !others.has(path) && declaresObjects(reading, path)),
    ...names.flatMap((name) => filesInside(reading, join(folder, name))),
  ];
}

const isYaml = (name: string): boolean => /[.]ya?ml$/u.test(name);
const isJson = (name: string): boolean => /[.]json$/u.test(name) && !name.endsWith(".tf.json");

/** The files that declare objects in a subfolder and below it. Empty: it is not a folder, or it is not a part of this layout. */
function filesInside(reading: Reading, folder: string): readonly string[] {
  const { access, apart, seen } = reading;
  if (/^[.]|^node_modules$/u.test(basename(folder)) || apart.has(folder)) return [];
  const names = access.list(folder);
  if (names === undefined || seen.has(access.real(folder))) return [];
  seen.add(access.real(folder));
  const files = names.filter((name) => isYaml(name) || isJson(name)).map((name) => join(folder, name));
  if (files.some((path) => isHead(path, access.text(path)))) return [];
  return [
    ...files.filter((path) => !apart.has(path) && declaresObjects(reading, path)),
    ...names.flatMap((name) => filesInside(reading, join(folder, name))),
  ];
}

/** Whether the file is the head of a layout: it names the version, and what only one file of a layout says. */
function isHead(path: string, text = ""): boolean {
  const has = (fields: string) => new RegExp(`^\\{?\\s*["']?(?:${fields})["']?\\s*:`, "mu").test(text);
  return has("docsform") && (basename(path) === usualLayoutFile || has("organization|environments|name"));
}

/**
 * Whether a file has one of the layout's maps at its top. It does not parse YAML, so a mistake in a file does not remove the file from the
 * layout.
 */
function declaresObjects({ access, maps }: Reading, path: string): boolean {
  const text = access.text(path) ?? "";
  if (!text.trimStart().startsWith("{")) {
    const fields = [...maps.keys()].join("|");
    return new RegExp(`^["']?(?:${fields})["']?\\s*:[ \\t]*(?:$|\\r|[{&*!#])`, "mu").test(text);
  }
  const top = jsonOf(text);
  return isJsonObject(top) && [...maps.keys()].some((field) => isJsonObject(top[field]));
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
