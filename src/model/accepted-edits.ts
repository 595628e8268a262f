import type { Json } from "../util/json.ts";
import type { Address } from "./address.ts";
import type { LiveObject } from "./snapshot.ts";

/** Live changes to write into a layout. Addresses are those of the layout before the change. */
export interface AcceptedEdits {
  /** Attributes that get the live value, or a value with the edits of both sides. */
  readonly values: readonly AcceptedValue[];
  /** Objects whose field for the parent gets the live parent. */
  readonly containers: readonly Address[];
  readonly defaults: readonly { readonly address: Address; readonly isDefault: boolean }[];
  /** Lists with their new items: objects of the layout, and objects that the layout does not declare yet. */
  readonly lists: readonly AcceptedList[];
  /** Objects that get an entry of their own. */
  readonly added: readonly LiveObject[];
  /** Objects whose entry is removed. */
  readonly removed: readonly Address[];
}

export interface AcceptedValue {
  readonly address: Address;
  readonly attribute: string;
  /** Absent: the live value. */
  readonly merged?: MergedValue;
}

/** A value of which the service and the layout changed different parts. */
export interface MergedValue {
  /** The declared value with the changes on the service. */
  readonly declared: Json;
  /** The last applied value with the changes on the service. The layout's own edits are the differences from it. */
  readonly applied: Json;
}

export interface AcceptedList {
  /** An object of the layout, or a new object. */
  readonly owner: Address | LiveObject;
  /** The outermost object of the layout that contains the list. The lists inside it change together or not at all. */
  readonly root: Address;
  readonly field: string;
  /** Types that the list may contain. */
  readonly types: readonly string[];
  readonly items: readonly (Address | LiveObject)[];
}
