import { dirname, resolve, sep } from "node:path";
import { fail } from "../model/codes/start-words.ts";

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
  if (relativePaths.length === 0) throw fail("layout/unreadable-file", { case: "outside" });
  if (relativePaths.every(isHidden)) throw fail("layout/unreadable-file", { case: "hidden", path });
  const facts = access.facts(found);
  if (!facts.isFile()) throw fail("layout/unreadable-file", { case: "notRegular" });
  if (facts.size > most * bytesOfCharacter) throw fail("layout/unreadable-file", { case: "tooLong", most });
  const text = decodeText(access.bytes(found));
  if (text.length > most) throw fail("layout/unreadable-file", { case: "tooLong", most });
  return text;
}

/** Maximum number of bytes of a character in UTF-8. */
const bytesOfCharacter = 4;

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw fail("layout/unreadable-file", { case: "notUtf8" });
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
