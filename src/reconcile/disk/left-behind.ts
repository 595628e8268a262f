import { basename, dirname, join, resolve } from "node:path";
import type { DurableFiles } from "./durable-file.ts";
import { explained } from "./file-error.ts";
import type { FileSystem } from "./file-system.ts";
import type { StatePlaces } from "./places.ts";

/**
 * Removes the files that a killed process was writing beside those of a layout, to put them in their place once they were whole.
 * Gives their paths. Nobody else writes these files while the layout is locked.
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
  // What is tried before anything is written has a name of its own.
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
