import { addressOf, nameOfAddress, typeOfAddress } from "../../../src/model/address.ts";
import type { JsonObject } from "../../../src/util/json.ts";

/** A typical edit of a layout, the flags that it needs, and its effects. */
export interface Edit {
  readonly what: string;
  /** Changes the layout. Throws if the layout lacks what the edit is about. Undefined: the layout stays as it is. */
  readonly change?: Change;
  /** Further files, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** The path of the state before and after the edit. Undefined: beside `docsform.yaml`. */
  readonly state?: readonly [before: string, after: string];
  /** Arguments that name the files for plan and apply. */
  readonly args?: readonly string[];
  /** Paths of removed files. */
  readonly removes?: readonly string[];
  /** Texts that the first plan prints. */
  readonly planReport?: readonly string[];
  /** What another user does in the app before the edit. */
  readonly inTheApp?: readonly AppEdit[];
  /** A value of an object on the service that no operation can set. */
  readonly liveValues?: { readonly of: string; readonly fields: JsonObject };
  /** Commands before plan and apply. */
  readonly before?: readonly (readonly string[])[];
  /** Flags that apply needs. Each permits one danger. */
  readonly needs?: readonly Need[];
  /** Why the edit needs two flags. */
  readonly whyTwoFlags?: string;
  /** Dangers that no flag permits. */
  readonly notPermitted?: readonly Danger[];
  /** The steps of the plan: `2 move space`. */
  readonly steps: readonly string[];
  /** Former addresses of the deleted objects. All other objects survive. */
  readonly deleted?: readonly string[];
  /** Values of objects after the edit, by their new addresses. */
  readonly keeps?: Readonly<Record<string, JsonObject>>;
  /** Addresses that the layout no longer manages. Their objects stay unchanged. */
  readonly forgotten?: readonly string[];
  /** New addresses of renamed objects, by their former addresses. */
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
  /** Parameters of the operation. The value is an address, and the test sends its id. */
  readonly of?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
}

type Change = (text: string) => string;

/** Some changes, one after the other. */
export function edited(...changes: readonly Change[]): Change {
  return (text) => changes.reduce((left, change) => change(left), text);
}

export function atEnd(more: string): Change {
  return (text) => text + more;
}

/** Replaces a text. Throws unless it occurs exactly once. */
export function put(from: string, to: string): Change {
  return (text) => {
    if (text.split(from).length !== 2) throw new Error(`not once in the layout: ${from}`);
    return text.replace(from, () => to);
  };
}

/** Removes the lines with these texts, one line for each text. */
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

export function everywhere(from: RegExp, to: string): Change {
  return (text) => text.replaceAll(from, to);
}

/** Adds a `prune:` with these maps. */
export function prune(...fields: readonly string[]): Change {
  return below("docsform: 1", `prune: [${fields.join(", ")}]`);
}

export function deletes(many: number): Need {
  const danger = `${many} object${many === 1 ? "" : "s"} would be deleted.`;
  return { flag: "--allow-deletes", code: "guard/deletes", danger };
}

/** The new address of an object: it contains that of its container. */
export function addressNow(address: string, renamed: Readonly<Record<string, string>>): string {
  for (const [before, after] of Object.entries(renamed)) {
    const inside = `${nameOfAddress(before)}/`;
    const name = nameOfAddress(address);
    if (address === before) return after;
    if (name.startsWith(inside))
      return addressOf(typeOfAddress(address), `${nameOfAddress(after)}/${name.slice(inside.length)}`);
  }
  return address;
}
