import type { Pair, YAMLSeq } from "yaml";

/** A change that cannot be made in place, and why. */
export class NotInPlaceError extends Error {}

/** An item that a list is to hold: one that a list of the file has, or a new one. */
export type ListItem = { readonly list: YAMLSeq; readonly index: number } | NewItem;

/** A new item: its fields, and the lists in it, which may take over items that are there. */
export interface NewItem {
  readonly value: unknown;
  readonly lists?: readonly { readonly field: string; readonly items: readonly ListItem[] }[];
}

export interface AddedField {
  readonly name: string;
  readonly value: unknown;
  /** The items of a value that is a list of these. */
  readonly items?: readonly ListItem[];
  /** The field that it follows; undefined: it is the last. */
  readonly after: string | undefined;
}

/** What a map loses, and what it gets. */
export interface MapChange {
  readonly removed: Set<Pair>;
  readonly added: AddedField[];
}

/** What becomes of an item that is a bare text. */
export interface BareChange {
  /** The field that the text stands for. */
  readonly field: string;
  value?: unknown;
  readonly added: AddedField[];
}

/** For lines that an alias repeats elsewhere. */
export function shared(): NotInPlaceError {
  return new NotInPlaceError("an alias elsewhere uses the same lines, and would change too");
}
