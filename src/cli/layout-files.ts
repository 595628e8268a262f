import { dirname, join } from "node:path";
import { DocsformError } from "../model/errors.ts";
import type { Home } from "../reconcile/disk/places.ts";
import type { Files } from "./files.ts";
import { looksLikeApp, notSynthesised, openApp, type StackFile } from "./synthesised-app.ts";

/** A layout file: where it is, and what it says. */
export interface LayoutFile {
  readonly path: string;
  readonly text: string;
}

/** The files of a layout: written by people, or synthesised by an app. */
export type LayoutFiles = { readonly home: Home } & (
  | { readonly kind: "yaml"; readonly files: readonly LayoutFile[] }
  | { readonly kind: "terraform-json"; readonly files: readonly StackFile[] }
);

const defaults = ["docs.yaml", "docsform.yaml"];

/** The layout files that were named, folders opened; or the default one. */
export function findLayoutFiles(files: Files, named: readonly string[] | undefined): LayoutFiles {
  if (named === undefined) return yamlFiles(defaultFile(files));
  const apps = named.map((path) => openApp(files, path));
  const [first] = apps;
  if (apps.every((app) => app === undefined)) return yamlFiles(named.flatMap((path) => opened(files, path)));
  if (first !== undefined && apps.length === 1)
    return { kind: "terraform-json", files: first.stacks, home: first.home };
  throw new DocsformError("cli/one-app", "A synthesised app is a layout of its own.", {
    remedy: "Name the app's folder, or that of one of its stacks, and nothing else.",
  });
}

function yamlFiles(found: readonly LayoutFile[]): LayoutFiles {
  const unique = new Map(found.map((file) => [file.path, file]));
  return { kind: "yaml", files: [...unique.values()], home: { folder: dirname(found[0]?.path ?? ".") } };
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
  if (looksLikeApp(path)) throw notSynthesised(path);
  throw new DocsformError("cli/no-layout", `There is no file or folder ${path}.`, {
    remedy: "Correct the path that --file names.",
  });
}
