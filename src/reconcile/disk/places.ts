import { basename, dirname, join, relative, sep } from "node:path";
import { present } from "../../model/present.ts";

/** Where a layout is at home, and what it is called there: its state, journal and lock are named after it. */
export interface Home {
  readonly folder: string;
  /** After its file, folder or app. Absent: it is the default layout of its folder. */
  readonly name?: string;
  /** What the layout calls itself, with `name:`. */
  readonly declared?: string;
  /** Which of the layout's environments it is: each has a state of its own. */
  readonly environment?: string;
  /** The file, folder or app that it is. Absent: nobody says. */
  readonly source?: string;
}

/** Which layout a state or a journal is of, as it stands in them. */
export interface WhichLayout {
  /** Its name. */
  readonly layout: string;
  /** Its file, folder or app, as seen from the folder of its state: two may come to one name. Absent: nobody said. */
  readonly source?: string;
  readonly environment?: string;
}

/** Where the state, the journal and the lock of a layout are, and which layout it is, which stands in them. */
export interface StatePlaces extends WhichLayout {
  /** Undefined: there is to be none. */
  readonly state: string | undefined;
  readonly journal: string;
  /** Where the states of the layouts beside it are. Absent: where this process runs. */
  readonly folder?: string;
  /** Who applies the layout just now. */
  readonly lock: string;
}

const defaultName = "docsform";

/** Beside the layout, where the command line keeps them unless it is told otherwise. */
export function usualPlaces(home: Home): StatePlaces {
  const { folder, name, declared, environment, source } = home;
  const layout = declared ?? name ?? defaultName;
  const place = name === undefined ? defaultName : layout;
  const suffix = suffixOf(environment);
  const beside = (file: string) => join(folder, ".docsform", file);
  return {
    layout: `${layout}${suffix}`,
    ...present({ environment, source: source === undefined ? undefined : relativeTo(folder, source) }),
    folder,
    state: join(folder, stateName(place, suffix)),
    journal: beside(`${place}${suffix}.jsonl`),
    lock: beside(`${place}${suffix}.lock`),
  };
}

function suffixOf(environment: string | undefined): string {
  return environment === undefined ? "" : `.${environment}`;
}

function stateName(place: string, suffix: string): string {
  return `${place === defaultName ? "docsform" : `docsform.${place}`}${suffix}.state.json`;
}

/** Where the journal of a layout is whose state is at a path, unless somebody keeps it elsewhere. */
export function usualJournal(state: string, environment: string | undefined): string {
  const suffix = suffixOf(environment);
  const name = /^docsform[.](.+)[.]state[.]json$/u.exec(basename(state))?.[1] ?? "";
  const place = `.${name}`.slice(1, suffix === "" ? undefined : -suffix.length);
  return join(dirname(state), ".docsform", `${place === "" ? defaultName : place}${suffix}.jsonl`);
}

/** A path as it is from a folder, on every system alike. */
export function relativeTo(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/") || ".";
}
