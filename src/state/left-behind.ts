import { basename, dirname, join, resolve } from "node:path";
import type { DurableFiles } from "./durable-file.ts";
import { explained } from "./file-error.ts";
import type { FileSystem } from "./file-system.ts";
import type { StatePlaces } from "./state-places.ts";

/**
 * Removes temporary files that a killed process left beside the files of a layout, before it could rename them. Returns their paths. While
 * the layout is locked, no other run writes such files.
 */
export function sweepLeftBehind(
  files: DurableFiles,
  system: FileSystem,
  folder: string,
  { state, journal }: StatePlaces,
  layoutFiles: readonly string[],
): readonly string[] {
  const written = [...(state === undefined ? [] : [state]), journal, ...layoutFiles];
  const folders = new Set([...written.map((path) => dirname(path)), dirname(dirname(journal))]);
  // The check before the first write uses a name of its own.
  const names = new Set([...written.map((path) => basename(path)), ".docsform"]);
  const isOurs = (name: string) => names.has(/^(.+)\.\d+\.tmp$/u.exec(name)?.[1] ?? "");
  const left = [...folders].flatMap((each) =>
    files.isThere(resolve(folder, each))
      ? explained(each, "read", () => system.readdirSync(resolve(folder, each)))
          .filter(isOurs)
          .map((name) => join(each, name))
      : [],
  );
  for (const path of left) files.remove(resolve(folder, path));
  return left;
}
