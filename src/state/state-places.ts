import { basename, dirname, join, relative, sep } from "node:path";
import { defaultLayoutName, usualStateName } from "../model/state-name.ts";
import { present } from "../util/present.ts";

/** The folder and the name of a layout. Its state, journal and lock have names after it. */
export interface Home {
  readonly folder: string;
  /** Name of its file, folder or app. Absent: it is the default layout of its folder. */
  readonly name?: string;
  /** Name that the layout gives itself with `name:`. */
  readonly declared?: string;
  /** The environment of the layout. Each environment has its own state. */
  readonly environment?: string;
  /** The file, folder or app of the layout. Absent: unknown. */
  readonly source?: string;
  /** Absent: a state can record what the layout declares. */
  readonly keepsState?: false;
}

/** The layout of a state or a journal, as these files name it. */
export interface WhichLayout {
  /** Name of the layout. */
  readonly layout: string;
  /** Its file, folder or app, relative to the folder of its state: two layouts can have the same name. Absent: unknown. */
  readonly source?: string;
  readonly environment?: string;
}

/** Paths of the state, the journal and the lock of a layout, and the layout that these files name. */
export interface StatePlaces extends WhichLayout {
  /** Undefined: runs keep no state. */
  readonly state: string | undefined;
  readonly journal: string;
  /** Folder with the states of the other layouts. Absent: the working directory of the process. */
  readonly folder?: string;
  /** Path of the lock. */
  readonly lock: string;
}

/** The usual places beside the layout, as on the command line. */
export function usualPlaces(home: Home): StatePlaces {
  const { folder, name, declared, environment, source } = home;
  const layout = declared ?? name ?? defaultLayoutName;
  const place = name === undefined ? defaultLayoutName : layout;
  const suffix = suffixOf(environment);
  const beside = (file: string) => join(folder, ".docsform", file);
  return {
    layout: `${layout}${suffix}`,
    ...present({ environment, source: source === undefined ? undefined : relativeTo(folder, source) }),
    folder,
    state: join(folder, usualStateName(place, suffix)),
    journal: beside(`${place}${suffix}.jsonl`),
    lock: beside(`${place}${suffix}.lock`),
  };
}

function suffixOf(environment: string | undefined): string {
  return environment === undefined ? "" : `.${environment}`;
}

/** The usual path of the journal of a layout with its state at this path. */
export function usualJournal(state: string, environment: string | undefined): string {
  const suffix = suffixOf(environment);
  const name = /^docsform[.](.+)[.]state[.]json$/u.exec(basename(state))?.[1] ?? "";
  const place = `.${name}`.slice(1, suffix === "" ? undefined : -suffix.length);
  return join(dirname(state), ".docsform", `${place === "" ? defaultLayoutName : place}${suffix}.jsonl`);
}

/** A path relative to a folder, with `/` on every system. */
export function relativeTo(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/") || ".";
}
