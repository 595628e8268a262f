import type { Json } from "../util/json.ts";
import { type Address, typeOfAddress, unmanagedAddress } from "./address.ts";
import type { ApiVersion } from "./endpoint.ts";
import { type ObjectKey, objectKey } from "./object-key.ts";
import type { ObjectName } from "./snapshot.ts";

/** Version of the format of a state. */
export const stateVersion = 2;

/** The file `docsform.state.json`: the live object of each address, and what was last applied to it. It contains no secret in clear. */
export interface State {
  readonly docsformState: typeof stateVersion;
  readonly organization: string;
  /**
   * API version of the service, as a response showed it or a person set it. Absent: neither has happened, for example because the responses
   * of an organization without sites show none.
   */
  readonly knownApiVersion?: ApiVersion;
  /** Number of times that the state was saved. Absent: it was not saved yet. */
  readonly serial?: number;
  /** Random, hex: salts the hashes of secrets. */
  readonly salt: string;
  /** A pull wrote this state, and no run has applied anything since. */
  readonly pulled?: true;
  /** Objects that the layout managed and that the state forgot, by their unmanaged addresses. Nobody made them on the service since. */
  readonly forgotten?: readonly Address[];
  readonly objects: Readonly<Record<Address, StateEntry>>;
}

/** What a state has forgotten with these next entries. `isDeleted`: whether a run deleted the object. */
export function forgottenIn(
  previous: Pick<State, "forgotten" | "objects"> | undefined,
  next: State["objects"],
  isDeleted: (unmanaged: Address) => boolean = () => false,
): Pick<State, "forgotten"> {
  const keysOf = (objects: State["objects"]) =>
    Object.entries(objects).map(([address, { id }]) => unmanagedAddress(typeOfAddress(address), id));
  const managed = new Set(keysOf(next));
  const before = [...(previous?.forgotten ?? []), ...keysOf(previous?.objects ?? {})];
  const forgotten = [...new Set(before)].filter((each) => !managed.has(each) && !isDeleted(each)).sort();
  return forgotten.length === 0 ? {} : { forgotten };
}

/**
 * How an object came under management: a run of this layout created it, a person imported it by its id, or a run found it after the
 * response to its create was lost, and nothing shows that the run created it. The earlier ones are the more certain ones.
 */
export const origins = ["created", "imported", "recovered"] as const;
export type Origin = (typeof origins)[number];

/** Whether it is certain that an object with this origin belongs to the layout. */
export function isCertain(origin: Origin | undefined): origin is Exclude<Origin, "recovered"> {
  return origin !== undefined && origin !== "recovered";
}

/** Whether a run of the layout created the object, for all that is known. */
export function isOfRun(origin: Origin | undefined): boolean {
  return origin === "created" || origin === "recovered";
}

export interface StateEntry {
  readonly id: string;
  /** Absent: unconfirmed. docsform found the object only by its key. */
  readonly origin?: Origin;
  readonly scopeId?: string;
  /** Declared attributes as last applied: references as ids, secrets as salted hashes. */
  readonly applied: Readonly<Record<string, Json>>;
  /** Undeclared values that decide who sees the object, as a run last read them. */
  readonly undeclared?: Readonly<Record<string, Json>>;
  /** Last applied parent: an id, or null for the top level. Absent: not managed. */
  readonly container?: string | null;
  readonly isDefault?: true;
  /** Last applied place among its siblings. Only the order has a meaning. Absent: the type has no order. */
  readonly rank?: number;
  readonly protect?: true;
  /** A run of this layout created it and ended before it matched the layout. */
  readonly unfinished?: true;
  /** A run created it hidden from readers, or hid it for a moment, and has not shown it to them yet. */
  readonly createdHidden?: true;
  /** The former key that `was:` declared, and that a run has followed. */
  readonly was?: readonly Json[];
  /** Id of the object that it replaces. A run deletes that object once this one matches the layout. */
  readonly replaces?: string;
}

/** The objects that belong to another layout, by its state: objects that it created, and objects that a person imported into it. */
export interface OtherLayout {
  readonly layout: string;
  /** Path of its state. */
  readonly path: string;
  /** Undefined: docsform cannot read its state. */
  readonly objects: readonly ObjectName[] | undefined;
}

/** The results of reading the journal of an interrupted run: the objects that the run worked on, and those that it created. */
export interface Recovered {
  readonly matches: Readonly<Record<Address, string>>;
  /** Origins of these objects. Absent for an address: unconfirmed. */
  readonly origins: Readonly<Record<Address, Origin>>;
  /** Those of them whose creates had no response, and that docsform has found. */
  readonly found?: readonly Address[];
  /** Addresses whose objects the run created hidden from readers, or hid. A later run shows them once they match the layout. */
  readonly hidden?: readonly Address[];
  /** Addresses that an interrupted destroy was deleting. */
  readonly deleting?: readonly Address[];
}

const addressesOf = new WeakMap<State, ReadonlyMap<ObjectKey, Address>>();

/** The address in the state of each object. Computed once for a state. */
export function addressesInState(state: State | undefined): ReadonlyMap<ObjectKey, Address> {
  if (state === undefined) return new Map();
  const known = addressesOf.get(state);
  if (known !== undefined) return known;
  const addresses = new Map(
    Object.entries(state.objects).map(([address, { id }]) => [
      objectKey(typeOfAddress(address), id),
      address,
    ]),
  );
  addressesOf.set(state, addresses);
  return addresses;
}

/** An attribute as it was last applied. If the layout did not declare it: as a run last read it. Undefined: the state has neither. */
export function lastKnown({ applied, undeclared }: StateEntry, name: string): Json | undefined {
  const value = applied[name];
  return value === undefined ? undeclared?.[name] : value;
}
