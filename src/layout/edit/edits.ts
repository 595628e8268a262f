import type { Pair, YAMLSeq } from "yaml";
import { obstacles } from "./obstacles.ts";

/** A change that cannot be made in place, and why. */
export class NotInPlaceError extends Error {}

/** An item of a changed list. */
export type ListItem = ExistingItem | NewItem;

/** An item that a list in the files has now. */
export interface ExistingItem {
  readonly list: YAMLSeq;
  readonly index: number;
}

/** A new item: its fields, and the lists in it, which may take over existing items. */
export interface NewItem {
  readonly value: unknown;
  readonly lists?: readonly { readonly field: string; readonly items: readonly ListItem[] }[];
}

export function isExisting(item: ListItem): item is ExistingItem {
  return "list" in item;
}

/** A field that a map gets. */
export interface AddedField {
  readonly name: string;
  readonly value: unknown;
  /** The items, if the value is a list. Absent: `value` is the whole value. */
  readonly items?: readonly ListItem[];
  /** The name of the field that it follows. Empty: it comes first. Undefined: it comes last. */
  readonly after: string | undefined;
}

/** The fields that a map loses, and those that it gets. */
export interface MapChange {
  readonly removed: Set<Pair>;
  readonly added: AddedField[];
}

/** The changes of an item that is a bare text. */
export interface BareChange {
  /** The field that the text stands for. */
  readonly field: string;
  value?: unknown;
  readonly added: AddedField[];
}

/** The error for lines that an alias repeats elsewhere. */
export function shared(): NotInPlaceError {
  return new NotInPlaceError(obstacles.aliasInUse);
}
