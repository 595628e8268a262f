import { join } from "node:path";
import type { ServiceSettings } from "./settings.ts";

/** Where a layout is at home: what belongs to it is kept there. */
export interface Home {
  readonly folder: string;
  /** The part of a larger whole that the layout is. Absent: it is whole. */
  readonly part?: string;
}

/** Where a layout's companions are. */
export interface Places {
  /** Undefined: there is to be none. */
  readonly lock: string | undefined;
  readonly journal: string;
}

/** The lock and the journal are beside the layout, unless settings say otherwise. */
export function placesOf(settings: ServiceSettings, { folder, part }: Home, organizationId: string): Places {
  const suffix = part === undefined ? "" : `.${part}`;
  return {
    lock: lockPlace(settings.lock, join(folder, `docsform${suffix}.lock.json`)),
    journal: settings.journal ?? join(folder, ".docsform", `${organizationId}${suffix}.jsonl`),
  };
}

function lockPlace(setting: string | boolean | undefined, usual: string): string | undefined {
  if (setting === false) return undefined;
  return typeof setting === "string" ? setting : usual;
}
