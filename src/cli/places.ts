import { join } from "node:path";
import { type Home, type Places, usualPlaces } from "../reconcile/disk/places.ts";
import type { PlaceSettings } from "./settings.ts";

/** The lock and the journal are beside the layout, unless settings say otherwise. */
export function placesOf(settings: PlaceSettings, home: Home, organizationId: string): Places {
  const usual = usualPlaces(home, organizationId);
  return {
    lock: lockPlace(settings.lock, usual.lock),
    journal: settings.journal ?? usual.journal,
    claim: usual.claim,
  };
}

function lockPlace(setting: string | boolean | undefined, usual: string | undefined): string | undefined {
  if (setting === false) return undefined;
  return typeof setting === "string" ? setting : usual;
}

/** The name of a layout: that of its lock, without what says that it is one. */
export function nameOf({ folder, part = "docsform" }: Home): string {
  return join(folder, part);
}
