import { dirname, join } from "node:path";
import { fail } from "../model/codes/command-words.ts";
import { type Home, relativeTo, type StatePlaces, usualPlaces } from "../state/state-places.ts";
import { present } from "../util/present.ts";
import type { Io } from "./io.ts";
import type { PlaceSettings } from "./option-table.ts";

/** The paths of the state and the journal: beside the layout, unless a setting or the environment names others. */
export function statePlacesOf(io: Pick<Io, "environment">, settings: PlaceSettings, home: Home): StatePlaces {
  const usual = usualPlaces(home);
  if (home.keepsState === false && typeof settings.state === "string")
    throw fail("cli/git-sync-file", { case: "state", path: home.source ?? "" });
  const state = home.keepsState === false ? undefined : statePlace(settings.state, usual.state);
  const { source } = home;
  return {
    ...usual,
    state,
    ...present({
      source: source === undefined || state === undefined ? undefined : relativeTo(dirname(state), source),
    }),
    journal: namedJournal(io) ?? usual.journal,
  };
}

/** The path of the journal in the environment. */
export function namedJournal({ environment }: Pick<Io, "environment">): string | undefined {
  return environment["DOCSFORM_JOURNAL"];
}

function statePlace(setting: string | boolean | undefined, usual: string | undefined): string | undefined {
  if (setting === false) return undefined;
  return typeof setting === "string" ? setting : usual;
}

/** The name of a layout in a saved plan, from its home. */
export function savedPlanLayoutName({ folder, name = "docsform", environment }: Home): string {
  return join(folder, environment === undefined ? name : `${name}.${environment}`);
}
