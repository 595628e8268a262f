import { dirname, join } from "node:path";
import { present } from "../model/present.ts";
import { type Home, relativeTo, type StatePlaces, usualPlaces } from "../reconcile/disk/places.ts";
import type { PlaceSettings } from "./settings.ts";

/** The state and the journal are beside the layout, unless settings say otherwise. */
export function statePlacesOf(settings: PlaceSettings, home: Home): StatePlaces {
  const usual = usualPlaces(home);
  const state = statePlace(settings.state, usual.state);
  const { source } = home;
  return {
    ...usual,
    state,
    ...present({
      source: source === undefined || state === undefined ? undefined : relativeTo(dirname(state), source),
    }),
    journal: settings.journal ?? usual.journal,
  };
}

function statePlace(setting: string | boolean | undefined, usual: string | undefined): string | undefined {
  if (setting === false) return undefined;
  return typeof setting === "string" ? setting : usual;
}

/** What a saved plan calls its layout: where it is at home. */
export function savedPlanLayoutName({ folder, name = "docsform", environment }: Home): string {
  return join(folder, environment === undefined ? name : `${name}.${environment}`);
}
