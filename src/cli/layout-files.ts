import { basename, dirname, extname, join } from "node:path";
import { gitSyncFile } from "../layout/git-sync-file.ts";
import { type FolderAccess, layoutFilesIn } from "../layout/layout-folder.ts";
import { layoutNameFrom, usualLayoutFile } from "../layout/layout-name.ts";
import { layoutTypesOf } from "../layout/layout-types.ts";
import { fail } from "../model/codes/command-words.ts";
import type { DocsformError } from "../model/errors.ts";
import { mostCharacters } from "../model/most-characters.ts";
import type { Home } from "../state/state-places.ts";
import { present } from "../util/present.ts";
import type { Context } from "./command-context.ts";
import type { Files } from "./files.ts";
import { isAppPath, notSynthesized, openApp, type StackFile } from "./synthesized-app.ts";

/** A layout file, with its path and its text. */
export interface LayoutFile {
  readonly path: string;
  readonly text: string;
  /** The position among the named layouts. A later layout overrides an earlier one. */
  readonly layer?: number;
}

/** The files of a layout: written by a team, synthesized by an app, or none yet because the app was not run. */
export type LayoutFiles = { readonly home: Home } & (
  | { readonly kind: "yaml"; readonly files: readonly LayoutFile[] }
  | { readonly kind: "terraform-json"; readonly files: readonly StackFile[] }
  | { readonly kind: "program"; readonly files: readonly []; readonly path: string }
);

/** Files that set the structures of sites through Git Sync. */
export interface StructureFiles {
  readonly kind: "structure";
  readonly files: readonly LayoutFile[];
  readonly home: Home;
}

/** Other names that users give it. docsform does not look for them. */
const otherNames = ["docsform.yml", "docs.yaml", "docs.yml", "gitbook-docs.yaml"];

/** The files of a layout. Throws for files that set the structures of sites through Git Sync. */
export function findLayoutFiles(
  context: Pick<Context, "io" | "types">,
  named: readonly string[] | undefined,
): LayoutFiles {
  const found = findFiles(context, named);
  return found.kind === "structure" ? refuseStructure(found) : found;
}

export function refuseStructure({ files }: StructureFiles): never {
  throw isStructure(files[0]?.path ?? "");
}

function isStructure(path: string): DocsformError {
  return fail("cli/git-sync-file", { case: "structure", path });
}

/** The named layout files, or the files in a named folder. Without names, the default file. */
export function findFiles(
  context: Pick<Context, "io" | "types">,
  named: readonly string[] | undefined,
): LayoutFiles | StructureFiles {
  const { files } = context.io;
  if (named === undefined) return yamlFiles(files, defaultFile(files), ".");
  const program = named.find((path) => isProgram(path) && files.list(path) === undefined);
  if (program !== undefined) return named.length === 1 ? programAt(files, program) : notAlone();
  const apps = named.map((path) => openApp(files, path));
  const [first] = apps;
  if (apps.every((app) => app === undefined))
    return yamlFiles(
      files,
      named.flatMap((path, layer) => opened(context, path, named).map((file) => ({ ...file, layer }))),
      named[0] ?? ".",
    );
  if (first !== undefined && apps.length === 1)
    return { kind: "terraform-json", files: first.stacks, home: first.home };
  return notAlone();
}

function notAlone(): never {
  throw fail("cli/one-app");
}

/** Whether a path is that of a program: the main file of an app. */
export function isProgram(path: string): boolean {
  return /[.][cm]?[jt]s$/u.test(path);
}

function programAt(files: Files, path: string): LayoutFiles {
  if (files.read(path, mostCharacters.app) === undefined)
    throw fail("cli/no-layout", { case: "missing", path });
  files.uses.read(path, "the layout");
  const home = { folder: dirname(path), name: basename(path, extname(path)), source: path };
  return { kind: "program", files: [], path, home };
}

function yamlFiles(files: Files, found: readonly LayoutFile[], named: string): LayoutFiles | StructureFiles {
  const unique = [...new Map(found.map((file) => [file.path, file])).values()];
  const name = layoutNameFrom(
    unique.map(({ path }) => path),
    named,
  );
  const [first] = unique;
  const source = unique.length === 1 ? first?.path : named;
  const inFolder = files.list(named) === undefined ? (first?.path ?? named) : join(named, usualLayoutFile);
  const home = { folder: dirname(inFolder), ...present({ name, source }) };
  const kinds = unique.map(({ path, text }) => gitSyncFile(path, text));
  const pages = kinds.indexOf("pages");
  if (pages >= 0) throw fail("cli/git-sync-file", { case: "pages", path: unique[pages]?.path ?? "" });
  if (!kinds.includes("structure")) return { kind: "yaml", files: unique, home };
  const structures = unique.filter((_, at) => kinds[at] === "structure");
  const all: StructureFiles = { kind: "structure", files: structures, home: { ...home, keepsState: false } };
  return structures.length === unique.length ? all : refuseStructure(all);
}

/** The home of a layout that docsform writes to this file. */
export function homeOfFile(path: string): Home {
  const name = layoutNameFrom([path], path);
  return { folder: dirname(path), source: path, ...present({ name }) };
}

function defaultFile(files: Files): readonly LayoutFile[] {
  const text = files.read(usualLayoutFile, mostCharacters.layout);
  if (text !== undefined) {
    files.uses.read(usualLayoutFile, "the layout");
    return [{ path: usualLayoutFile, text }];
  }
  for (const path of otherNames) {
    const other = files.read(path, mostCharacters.layout);
    if (other === undefined) continue;
    if (gitSyncFile(path, other) === "structure") throw isStructure(path);
    throw otherwiseNamed(path);
  }
  throw fail("cli/no-layout", { case: "usual", file: usualLayoutFile });
}

function otherwiseNamed(path: string): DocsformError {
  return fail("cli/no-layout", { case: "other", file: usualLayoutFile, path });
}

function opened(
  { io: { files }, types }: Pick<Context, "io" | "types">,
  path: string,
  named: readonly string[],
): readonly LayoutFile[] {
  if (files.list(path) === undefined) return [fileAt(files, path)];
  const access: FolderAccess = { ...files, text: (each) => files.read(each, mostCharacters.layout) };
  const apart = named.filter((each) => each !== path);
  const found = layoutFilesIn(path, layoutTypesOf(types).maps, access, apart);
  if (found.length === 0) throw fail("cli/no-layout", { case: "emptyFolder", path });
  return found.map((each) => fileAt(files, each));
}

function fileAt(files: Files, path: string): LayoutFile {
  const text = files.read(path, mostCharacters.layout);
  if (text !== undefined) {
    files.uses.read(path, "the layout");
    return { path, text };
  }
  if (isAppPath(path)) throw notSynthesized(path);
  throw fail("cli/no-layout", { case: "missing", path });
}
