import { dirname, join } from "node:path";
import { present } from "../model/present.ts";
import { type Home, relativeTo, type StatePlaces, usualPlaces } from "../reconcile/disk/places.ts";
import type { PlaceSettings } from "./settings.ts";

/** The paths of the state and the journal: beside the layout, unless settings override them. */
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

/** The name of a layout in a saved plan, from its home. */
export function savedPlanLayoutName({ folder, name = "docsform", environment }: Home): string {
  return join(folder, environment === undefined ? name : `${name}.${environment}`);
}
