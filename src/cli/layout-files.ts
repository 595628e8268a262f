import { join } from "node:path";
import { DocsformError } from "../model/errors.ts";
import type { Files } from "./files.ts";

/** A layout file: where it is, and what it says. */
export interface LayoutFile {
  readonly path: string;
  readonly text: string;
}

const defaults = ["docs.yaml", "docsform.yaml"];

/** The layout files that were named, folders opened; or the default one. */
export function findLayoutFiles(files: Files, named: readonly string[] | undefined): readonly LayoutFile[] {
  const found = named === undefined ? defaultFile(files) : named.flatMap((path) => opened(files, path));
  const unique = new Map(found.map((file) => [file.path, file]));
  return [...unique.values()];
}

function defaultFile(files: Files): readonly LayoutFile[] {
  for (const path of defaults) {
    const text = files.read(path);
    if (text !== undefined) return [{ path, text }];
  }
  throw new DocsformError("cli/no-layout", `There is no ${defaults.join(" and no ")} here.`, {
    remedy: "Name a layout file or a folder of them with --file.",
  });
}

function opened(files: Files, path: string): readonly LayoutFile[] {
  const names = files.list(path);
  if (names === undefined) return [fileAt(files, path)];
  const found = names
    .filter((name) => /[.]ya?ml$/u.test(name))
    .map((name) => fileAt(files, join(path, name)));
  if (found.length === 0) {
    throw new DocsformError("cli/no-layout", `The folder ${path} holds no .yaml or .yml file.`, {
      remedy: "Name a folder that holds layout files, or a file.",
    });
  }
  return found;
}

function fileAt(files: Files, path: string): LayoutFile {
  const text = files.read(path);
  if (text !== undefined) return { path, text };
  throw new DocsformError("cli/no-layout", `There is no file or folder ${path}.`, {
    remedy: "Correct the path that --file names.",
  });
}
