import { join } from "node:path";
import { type Home, type Places, usualPlaces } from "../reconcile/disk/places.ts";
import type { PlaceSettings } from "./settings.ts";

/** The lock and the journal are beside the layout, unless settings say otherwise. */
export function placesOf(settings: PlaceSettings, home: Home, organizationId: string): Places {
  const usual = usualPlaces(home, organizationId);
  const { former } = usual;
  return {
    ...usual,
    lock: lockPlace(settings.lock, usual.lock),
    journal: settings.journal ?? usual.journal,
    // Where somebody says where the lock is, it is nowhere else.
    ...(former !== undefined && typeof settings.lock === "string"
      ? { former: { ...former, lock: settings.lock } }
      : {}),
  };
}

function lockPlace(setting: string | boolean | undefined, usual: string | undefined): string | undefined {
  if (setting === false) return undefined;
  return typeof setting === "string" ? setting : usual;
}

/** What a saved plan calls its layout: where it is at home. */
export function nameOf({ folder, name = "docsform", environment }: Home): string {
  return join(folder, environment === undefined ? name : `${name}.${environment}`);
}
