import { dirname, resolve } from "node:path";
import { DocsformError } from "../../model/errors.ts";
import type { DurableFiles } from "./durable-file.ts";
import type { StatePlaces, WhichLayout } from "./places.ts";

/** A state or a journal that was found. */
interface FoundFile {
  readonly path: string;
  readonly what: "state" | "journal";
}

/**
 * Throws where a state or a journal was written for another file, or another environment, that came to the same name and is still
 * there: two layouts would take each other's objects for their own. A file that has gone was renamed.
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

/** A folder that is a layout may have been named by its only file. */
function isWithin(path: string, other: string): boolean {
  return path === other || other === "." || path.startsWith(`${other}/`);
}

function sourceName({ source = "", environment }: Omit<WhichLayout, "layout">): string {
  return environment === undefined ? source : `${source} for the environment ${environment}`;
}
