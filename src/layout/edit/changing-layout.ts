import type { AcceptedEdits } from "../../model/accepted-edits.ts";
import type { Address } from "../../model/address.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import type { ObjectKey } from "../../model/object-key.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import type { WhichIds } from "../write-layout.ts";
import type { LayoutWriting } from "../writing.ts";
import type { SourceText } from "../yaml-source.ts";
import { NotInPlaceError } from "./edits.ts";
import type { KeptVariables } from "./merge-value.ts";
import type { WrittenLayout } from "./parts-of.ts";

/** A layout, and the changes to write into it. */
export interface LayoutToEdit {
  readonly types: readonly ResourceType[];
  readonly sources: readonly SourceText[];
  readonly desired: DesiredWorld;
  readonly variables: KeptVariables;
  readonly live: Snapshot;
  /** Id of the live object of each address. */
  readonly ids: ReadonlyMap<Address, string>;
  readonly changes: AcceptedEdits;
  /** Which new objects get their ids. */
  readonly newIds: WhichIds;
}

/** A change that docsform could not make, and why. */
export interface NotMade {
  readonly address: Address;
  readonly attribute?: string;
  readonly reason: string;
}

/** The layout, and the state of its changes. */
export interface ChangingLayout extends LayoutToEdit, WrittenLayout {
  readonly writing: LayoutWriting;
  readonly byKey: ReadonlyMap<ObjectKey, LiveObject>;
  readonly notMade: NotMade[];
  readonly notes: string[];
}

/** Makes a change, or notes why it cannot be made in place. Returns whether it was made. */
export function attempt(state: ChangingLayout, about: Omit<NotMade, "reason">, change: () => void): boolean {
  try {
    change();
    return true;
  } catch (error) {
    if (!(error instanceof NotInPlaceError)) throw error;
    state.notMade.push({ ...about, reason: error.message });
    return false;
  }
}
