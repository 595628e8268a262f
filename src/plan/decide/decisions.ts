import type { Address } from "../../model/address.ts";
import type { DesiredObject } from "../../model/desired-world.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { ObjectKey } from "../../model/object-key.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { Recovered, State } from "../../model/state.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { DesiredIndex } from "../desired-index.ts";
import type { LiveIndex } from "../live-index.ts";
import type { Pair, Pairing } from "../match/match-objects.ts";
import type { PlanNote } from "../plan.ts";
import type { Hash } from "./compare.ts";

/** What becomes of every object: retained with changes, created, or deleted. */
export interface Decisions {
  readonly retained: ReadonlyMap<Address, Retained>;
  readonly created: ReadonlyMap<Address, Created>;
  readonly deleted: ReadonlyMap<ObjectKey, Deleted>;
  /** What successors of live objects carry over. Those are in `retained` and `created` with these values among their own. */
  readonly carried: ReadonlyMap<Address, Carried>;
  readonly diagnostics: readonly Diagnostic[];
  readonly notes: readonly PlanNote[];
}

/** What an object carries over from the live one whose place it takes. */
export interface Carried {
  /** Absent: it only shows what an interrupted run left unseen. */
  readonly from?: LiveObject;
  /** Attributes whose live values it gets, because the layout does not say them. */
  readonly names: readonly string[];
  /** Attributes whose live values nobody can give it. */
  readonly lostAttributes: readonly string[];
  /** It is the default among its siblings as that one is, because the layout does not say which is. */
  readonly isDefault?: true;
}

export interface Retained {
  readonly desired: DesiredObject;
  readonly live: LiveObject;
  readonly by: Pair["by"];
  /** Names of attributes whose declared value is not live. */
  readonly changed: readonly string[];
  /** It is to become the default among its siblings. */
  readonly becomesDefault: boolean;
  /** Its container changes; ids are not known for containers yet to be created. */
  readonly moves: boolean;
}

export interface Created {
  readonly desired: DesiredObject;
  /** The object whose creation makes it. */
  readonly createdWith?: Address;
  /** The live object that it takes the place of, and why it cannot be retained. */
  readonly replaces?: {
    readonly live: LiveObject;
    readonly reason: string;
    readonly changed: readonly string[];
  };
}

export interface Deleted {
  readonly live: LiveObject;
  readonly address: Address;
  /** Key of the object that takes it along. */
  readonly deletedWith?: ObjectKey;
  readonly replacedBy?: Address;
  /** What an interrupted run has put in its place already. */
  readonly succeededBy?: Address;
}

export interface DecideInputs {
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly matches: Pairing;
  readonly state: State | undefined;
  readonly hash: Hash;
  /** What the journal of an interrupted run knows. */
  readonly recovered?: Recovered | undefined;
  /** Live objects whose replacements are there already, by the address of each. */
  readonly superseded?: ReadonlyMap<Address, LiveObject>;
}
