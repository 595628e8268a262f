import type { JsonObject } from "../../../src/model/json.ts";
import { layout } from "./layout.ts";

/** A typical edit of a layout, with its flags and its effects. */
export interface Edit {
  readonly what: string;
  /** The layout after the edit. Absent: as it was. */
  readonly layout?: string;
  /** Further files, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** The path of the state before and after the edit. Absent: beside `docsform.yaml`. */
  readonly state?: readonly [before: string, after: string];
  /** Names the files that plan and apply read. */
  readonly args?: readonly string[];
  /** Files that go, by their paths. */
  readonly removes?: readonly string[];
  /** What plan prints before anything else happens. */
  readonly planReport?: readonly string[];
  /** What another user does in the app before the edit. */
  readonly inTheApp?: readonly AppEdit[];
  /** A value of an object on the service that no operation sets. */
  readonly has?: { readonly of: string; readonly fields: JsonObject };
  /** Commands that run before plan and apply. */
  readonly before?: readonly (readonly string[])[];
  /** Flags that apply needs, each for one danger. Absent: none. */
  readonly needs?: readonly Need[];
  /** Why the edit needs two flags. */
  readonly twoBecause?: string;
  /** No flag permits it, for these dangers. */
  readonly cannot?: readonly Danger[];
  /** The steps of the plan: `2 move space`. */
  readonly steps: readonly string[];
  /** Addresses, before the edit, of the objects that it deletes. All other objects survive. */
  readonly goes?: readonly string[];
  /** Values that objects have afterwards, by their addresses then. */
  readonly keeps?: Readonly<Record<string, JsonObject>>;
  /** Addresses that this layout no longer manages, and that stay as they are. */
  readonly leaves?: readonly string[];
  /** Addresses after the edit of renamed objects, by their former addresses. */
  readonly renamed?: Readonly<Record<string, string>>;
}

export interface Danger {
  readonly code: string;
  /** A part of the sentence in the refusal. */
  readonly danger: string;
}

/** A flag, and the danger that it permits. */
export interface Need extends Danger {
  readonly flag: string;
}

export interface AppEdit {
  readonly operation: string;
  /** Parameters of the operation: each is the id of an address. */
  readonly of?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
}

type Change = (text: string) => string;

/** The layout of the organization after some changes. */
export function edited(...changes: readonly Change[]): string {
  return changes.reduce((text, change) => change(text), layout);
}

/** Replaces a text that occurs once. */
export function put(from: string, to: string): Change {
  return (text) => {
    if (text.split(from).length !== 2) throw new Error(`not once in the layout: ${from}`);
    return text.replace(from, () => to);
  };
}

/** Removes the lines that contain these texts, one line for each text. */
export function cut(...texts: readonly string[]): Change {
  return (text) => texts.reduce((left, each) => changeLine(left, each, () => []), text);
}

/** Adds lines below the line that contains a text. */
export function below(line: string, ...more: readonly string[]): Change {
  return (text) => changeLine(text, line, (found) => [found, ...more]);
}

function changeLine(text: string, part: string, to: (line: string) => readonly string[]): string {
  const lines = text.split("\n");
  const found = lines.filter((line) => line.includes(part));
  if (found.length !== 1) throw new Error(`in ${found.length} lines of the layout: ${part}`);
  return lines.flatMap((line) => (line.includes(part) ? to(line) : [line])).join("\n");
}

/** Replaces every occurrence. */
export function everywhere(from: RegExp, to: string): Change {
  return (text) => text.replaceAll(from, to);
}

/** Adds `prune:` for some maps of the layout. */
export function prune(...fields: readonly string[]): Change {
  return below("docsform: 1", `prune: [${fields.join(", ")}]`);
}

export function deletes(many: number): Need {
  const danger = `${many} object${many === 1 ? "" : "s"} would be deleted.`;
  return { flag: "--allow-deletes", code: "guard/deletes", danger };
}
