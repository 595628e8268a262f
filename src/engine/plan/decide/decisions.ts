import type { Address } from "../../../model/address.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { ObjectKey } from "../../../model/object-key.ts";
import type { PlanNote } from "../../../model/plan/plan.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { Recovered, State } from "../../../model/state.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import type { Match, Matches } from "../match/match-objects.ts";
import type { Hash } from "../world/compare.ts";
import type { DesiredIndex } from "../world/desired-index.ts";
import type { LiveIndex } from "../world/live-index.ts";

/** What becomes of every object: retained with changes, created, or deleted. */
export interface Decisions {
  readonly retained: ReadonlyMap<Address, Retained>;
  readonly created: ReadonlyMap<Address, Created>;
  readonly deleted: ReadonlyMap<ObjectKey, Deleted>;
  /** Values that successors carry over from live objects. The objects in `retained` and `created` include these values. */
  readonly carried: ReadonlyMap<Address, Carried>;
  readonly diagnostics: readonly Diagnostic[];
  readonly notes: readonly PlanNote[];
}

/** What a successor carries over from the live object that it replaces, or from the deleted object that it puts back. */
export interface Carried {
  /** Absent: there is none. The object only becomes visible after an interrupted run left it hidden. */
  readonly from?: LiveObject;
  /** Attributes that get their live values, because the layout does not declare them. */
  readonly names: readonly string[];
  /** Attributes whose live values the new object cannot get. */
  readonly lostAttributes: readonly string[];
  /** It is the default among its siblings because the replaced object is, and the layout declares none. */
  readonly isDefault?: true;
}

export interface Retained {
  readonly desired: DesiredObject;
  readonly live: LiveObject;
  readonly by: Match["by"];
  /** Names of attributes whose declared values differ from the live ones. */
  readonly changed: readonly string[];
  /** It becomes the default among its siblings. */
  readonly becomesDefault: boolean;
  /** Its container changes. Containers that are not created yet have no ids. */
  readonly moves: boolean;
}

export interface Created {
  readonly desired: DesiredObject;
  /** The object whose creating call creates this one too. */
  readonly createdWith?: Address;
  /** The live object that it replaces, and why that one cannot be retained. */
  readonly replaces?: {
    readonly live: LiveObject;
    readonly reason: string;
    readonly changed: readonly string[];
  };
}

export interface Deleted {
  readonly live: LiveObject;
  readonly address: Address;
  /** Key of the object whose delete deletes this one too. */
  readonly deletedWith?: ObjectKey;
  readonly replacedBy?: Address;
  /** The object that an interrupted run has already created as its replacement. */
  readonly succeededBy?: Address;
}

export interface DecideInputs {
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly matches: Matches;
  readonly state: State | undefined;
  readonly hash: Hash;
  /** What the journal of an interrupted run records. */
  readonly recovered?: Recovered | undefined;
  /** Live objects whose replacements already exist, by the address of each. */
  readonly superseded?: ReadonlyMap<Address, LiveObject>;
}

/** Whether nothing is created, changed or moved, so that every object that stays is as it is. Objects may be deleted. */
export function keepsAll({ created, retained }: Decisions): boolean {
  if (created.size > 0) return false;
  for (const { changed, becomesDefault, moves } of retained.values())
    if (changed.length > 0 || becomesDefault || moves) return false;
  return true;
}
