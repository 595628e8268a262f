import { dirname, resolve } from "node:path";
import { DocsformError } from "../../model/errors.ts";
import type { DurableFiles } from "./durable-file.ts";
import type { StatePlaces, WhichLayout } from "./places.ts";

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
  throw new DocsformError(
    `apply/${what}-of-another-layout`,
    `${path} is the ${what} of ${sourceName(written)}, which exists too. This layout is ${sourceName(places)}.`,
    {
      remedy:
        "Give one of them another name with name:, or another folder. If it is this layout's state under another name, run docsform state rename.",
    },
  );
}

/** Whether the path is the other one or inside it. A layout that is a folder may have been named by its only file. */
function isWithin(path: string, other: string): boolean {
  return path === other || other === "." || path.startsWith(`${other}/`);
}

function sourceName({ source = "", environment }: Omit<WhichLayout, "layout">): string {
  return environment === undefined ? source : `${source} for the environment ${environment}`;
}
