import { dirname, resolve, sep } from "node:path";
import { DocsformError } from "../model/errors.ts";

/** Access to the files of this machine. Each function throws if the file does not exist. */
export interface FileAccess {
  /** The path with symbolic links resolved. */
  readonly resolved: (path: string) => string;
  readonly facts: (path: string) => { isFile(): boolean; readonly size: number };
  readonly bytes: (path: string) => Uint8Array;
}

/** The places from which a layout may read files. */
export interface FilePlaces {
  /** The folder of the layout file, and the one that docsform runs in. */
  readonly usual: readonly string[];
  /** Further folders or files, which a person permitted. */
  readonly further: readonly string[];
}

/**
 * Reads a file that a layout names. It must be a regular file, not hidden, below a permitted folder, with at most `most` characters. Throws
 * otherwise.
 */
export function readNamedFile(
  access: FileAccess,
  path: string,
  { usual, further }: FilePlaces,
  most: number,
): string {
  const found = access.resolved(resolve(path));
  // The root of the file system would permit every file.
  const folders = [...usual.filter((folder) => !isRoot(resolve(folder))), ...further];
  const relativePaths = folders.flatMap((folder) => pathBelow(found, access.resolved(resolve(folder))) ?? []);
  if (relativePaths.length === 0) throw outsideFolder();
  if (relativePaths.every(isHidden)) throw hidden(path);
  const facts = access.facts(found);
  if (!facts.isFile()) throw unreadable("it is not a regular file");
  if (facts.size > most * bytesOfCharacter) throw tooLong(most);
  const text = decodeText(access.bytes(found));
  if (text.length > most) throw tooLong(most);
  return text;
}

/** Maximum number of bytes of a character in UTF-8. */
const bytesOfCharacter = 4;

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unreadable("it is not UTF-8", "Save it as UTF-8.");
  }
}

function isRoot(folder: string): boolean {
  return dirname(folder) === folder;
}

/** The path from a folder to a file below it; empty for the same path. Undefined: the file is elsewhere. */
function pathBelow(path: string, folder: string): string | undefined {
  if (path === folder) return "";
  const start = folder.endsWith(sep) ? folder : `${folder}${sep}`;
  return path.startsWith(start) ? path.slice(start.length) : undefined;
}

function isHidden(relativePath: string): boolean {
  return relativePath.split(sep).some((name) => name.startsWith("."));
}

function hidden(path: string): DocsformError {
  const remedy = `Move it out of the hidden folder, or permit it with --files-from ${path}.`;
  return unreadable("it is hidden, or in a hidden folder", remedy);
}

function outsideFolder(): DocsformError {
  const message = "it is not below the layout's folder or the working directory";
  return unreadable(message, "Move it there, or permit its folder with --files-from DIR.");
}

function tooLong(most: number): DocsformError {
  return unreadable(
    `it is longer than ${most} characters, the maximum of this value`,
    "Check that it is the right file.",
  );
}

function unreadable(message: string, remedy?: string): DocsformError {
  return new DocsformError("layout/unreadable-file", message, remedy === undefined ? {} : { remedy });
}
