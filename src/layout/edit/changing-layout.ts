import { type Address } from "../../model/address.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import type { LiveObject, LiveWorld } from "../../model/live-world.ts";
import type { ObjectKey } from "../../model/object-key.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { TakeOver } from "../../model/take-over.ts";
import type { WhichIds } from "../write-layout.ts";
import type { Writing } from "../writing.ts";
import type { SourceText } from "../yaml-source.ts";
import { NotInPlaceError } from "./edits.ts";
import type { Variables } from "./merge-value.ts";
import type { WrittenLayout } from "./parts-of.ts";

/** A layout that is there, and what it is to take over. */
export interface LayoutToEdit {
  readonly types: readonly ResourceType[];
  readonly sources: readonly SourceText[];
  readonly desired: DesiredWorld;
  readonly variables: Variables;
  readonly live: LiveWorld;
  /** Which live object each address is. */
  readonly ids: ReadonlyMap<Address, string>;
  readonly changes: TakeOver;
  /** Which of the new objects are named by their ids. */
  readonly newIds: WhichIds;
}

/** A change that was not made, and why. */
export interface NotMade {
  readonly address: Address;
  readonly attribute?: string;
  readonly why: string;
}

/** The layout, and what has become of its changes so far. */
export interface ChangingLayout extends LayoutToEdit, WrittenLayout {
  readonly writing: Writing;
  readonly byKey: ReadonlyMap<ObjectKey, LiveObject>;
  readonly notMade: NotMade[];
  readonly notes: string[];
}

/** Makes a change, or notes why it cannot be made in place. Gives whether it was made. */
export function attempt(state: ChangingLayout, about: Omit<NotMade, "why">, change: () => void): boolean {
  try {
    change();
    return true;
  } catch (error) {
    if (!(error instanceof NotInPlaceError)) throw error;
    state.notMade.push({ ...about, why: error.message });
    return false;
  }
}
