import { dirname, join } from "node:path";
import { present } from "../model/present.ts";
import { type Home, type Places, seenFrom, usualPlaces } from "../reconcile/disk/places.ts";
import type { PlaceSettings } from "./settings.ts";

/** The lock and the journal are beside the layout, unless settings say otherwise. */
export function placesOf(settings: PlaceSettings, home: Home, organizationId: string): Places {
  const usual = usualPlaces(home, organizationId);
  const { former } = usual;
  const lock = lockPlace(settings.lock, usual.lock);
  const { source } = home;
  return {
    ...usual,
    lock,
    ...present({
      source: source === undefined || lock === undefined ? undefined : seenFrom(dirname(lock), source),
    }),
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
