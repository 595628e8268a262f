import type { Address } from "./address.ts";
import type { LiveObject } from "./snapshot.ts";

/** What a layout is to take over from the service. Addresses are those of the layout as it is. */
export interface AcceptedEdits {
  /** Attributes that get the live value. */
  readonly values: readonly { readonly address: Address; readonly attribute: string }[];
  /** Objects whose field says what they are in. */
  readonly containers: readonly Address[];
  readonly defaults: readonly { readonly address: Address; readonly isDefault: boolean }[];
  /** What lists hold from now on: objects of the layout, and new ones. */
  readonly lists: readonly AcceptedList[];
  /** Objects that get an entry of their own. */
  readonly added: readonly LiveObject[];
  /** Objects whose entry goes. */
  readonly removed: readonly Address[];
}

export interface AcceptedList {
  /** An object of the layout, or a new one. */
  readonly owner: Address | LiveObject;
  /** The outermost object of the layout that holds it: its lists change together or not at all. */
  readonly root: Address;
  readonly field: string;
  /** Types that may be in it. */
  readonly types: readonly string[];
  readonly items: readonly (Address | LiveObject)[];
}
