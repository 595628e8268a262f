import { dirname, join } from "node:path";
import type { LayoutFile } from "./layout-files.ts";
import type { ServiceSettings } from "./settings.ts";

/** Where a layout's companions are. */
export interface Places {
  /** Undefined: there is to be none. */
  readonly lock: string | undefined;
  readonly journal: string;
}

/** The lock and the journal are beside the layout, unless settings say otherwise. */
export function placesOf(
  settings: ServiceSettings,
  files: readonly LayoutFile[],
  organizationId: string,
): Places {
  const folder = dirname(files[0]?.path ?? ".");
  return {
    lock: lockPlace(settings.lock, join(folder, "docsform.lock.json")),
    journal: settings.journal ?? join(folder, ".docsform", `${organizationId}.jsonl`),
  };
}

function lockPlace(setting: string | boolean | undefined, usual: string): string | undefined {
  if (setting === false) return undefined;
  return typeof setting === "string" ? setting : usual;
}
