import { dirname, resolve } from "node:path";
import { fail } from "../model/codes/plan-words.ts";
import type { DurableFiles } from "./durable-file.ts";
import type { StatePlaces, WhichLayout } from "./state-places.ts";

interface FoundFile {
  readonly path: string;
  readonly what: "state" | "journal";
}

/**
 * Throws if the state or journal belongs to another file or environment of the same name that still exists. Otherwise each of two layouts
 * would treat the objects of the other as its own. A file that no longer exists was renamed.
 */
export function refuseOtherSource(
  files: DurableFiles,
  folder: string,
  { path, what }: FoundFile,
  written: Omit<WhichLayout, "layout">,
  places: StatePlaces,
): void {
  if (written.source === undefined || places.source === undefined) return;
  const isSame = isWithin(written.source, places.source) || isWithin(places.source, written.source);
  if (isSame && written.environment === places.environment) return;
  if (!files.isThere(resolve(folder, dirname(places.state ?? path), written.source))) return;
  throw fail(`apply/${what}-of-another-layout`, {
    case: "source",
    path,
    other: sourceName(written),
    layout: sourceName(places),
  });
}

/** Whether the path is the other one or inside it. A layout that is a folder may have been named by its only file. */
function isWithin(path: string, other: string): boolean {
  return path === other || other === "." || path.startsWith(`${other}/`);
}

function sourceName({ source = "", environment }: Omit<WhichLayout, "layout">): string {
  return environment === undefined ? source : `${source} for the environment ${environment}`;
}
